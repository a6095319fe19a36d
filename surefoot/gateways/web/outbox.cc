#include "surefoot/gateways/web/outbox.h"

#include <algorithm>
#include <utility>

// Per topic, samples are a queue of bounded length; answers and reliable messages are never
// dropped, and too many of them end the connection.

namespace surefoot::gateways::web {

void Outbox::Push(Entry entry) {
  const std::size_t bytes = entry.frame->bytes.size();
  ++(entry.droppable ? samples_ : kept_);
  (entry.droppable ? sample_bytes_ : kept_bytes_) += bytes;
  if (entry.stream >= 0) ++by_stream_[entry.stream];
  entries_.push_back(std::move(entry));
}

void Outbox::PushAnswer(FramePtr frame) { Push({std::move(frame), -1, false}); }

void Outbox::PushReliable(FramePtr frame, int stream) { Push({std::move(frame), stream, false}); }

std::size_t Outbox::PushSample(FramePtr frame, int stream, std::size_t max) {
  // First in, then the oldest out: the newest sample is never the one dropped.
  Push({std::move(frame), stream, true});
  std::size_t lost = 0;
  if (max > 0 && by_stream_[stream] > max && DropOldest(stream)) ++lost;
  while ((samples_ > limits_.queued_samples || sample_bytes_ > limits_.queued_sample_bytes) &&
         DropOldest(-1)) {
    ++lost;
  }
  return lost;
}

bool Outbox::DropOldest(int stream) {
  // Linear in the queue's length, which is limited; dropping is rare.
  if (samples_ < 2) return false;
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.droppable && (stream < 0 || entry.stream == stream);
  });
  if (found == entries_.end() || found + 1 == entries_.end()) return false;
  Leave(*found);
  entries_.erase(found);
  return true;
}

void Outbox::Leave(const Entry& entry) {
  --(entry.droppable ? samples_ : kept_);
  (entry.droppable ? sample_bytes_ : kept_bytes_) -= entry.frame->bytes.size();
  if (entry.stream < 0) return;
  const auto count = by_stream_.find(entry.stream);
  if (--count->second == 0) by_stream_.erase(count);
}

void Outbox::Forget(int stream) {
  if (by_stream_.count(stream) == 0) return;
  std::deque<Entry> kept;
  for (Entry& entry : entries_) {
    if (entry.stream == stream) {
      Leave(entry);
    } else {
      kept.push_back(std::move(entry));
    }
  }
  entries_.swap(kept);
}

FramePtr Outbox::Pop() {
  if (entries_.empty()) return nullptr;
  Leave(entries_.front());
  FramePtr frame = std::move(entries_.front().frame);
  entries_.pop_front();
  return frame;
}

}  // namespace surefoot::gateways::web
