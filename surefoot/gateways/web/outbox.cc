#include "surefoot/gateways/web/outbox.h"

#include <algorithm>
#include <utility>

namespace surefoot::gateways::web {

void Outbox::PushAnswer(FramePtr frame) {
  ++answers_;
  answer_bytes_ += frame->bytes.size();
  entries_.push_back({std::move(frame), -1});
}

std::size_t Outbox::PushSample(FramePtr frame, int stream, std::size_t most) {
  ++samples_;
  sample_bytes_ += frame->bytes.size();
  const std::size_t of_stream = ++by_stream_[stream];
  entries_.push_back({std::move(frame), stream});
  std::size_t lost = 0;
  if (most > 0 && of_stream > most && DropOldest(stream)) ++lost;
  while ((samples_ > limits_.queued_samples || sample_bytes_ > limits_.queued_sample_bytes) &&
         DropOldest(-1)) {
    ++lost;
  }
  return lost;
}

bool Outbox::DropOldest(int stream) {
  if (samples_ < 2) return false;
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return stream >= 0 ? entry.stream == stream : entry.stream >= 0;
  });
  if (found == entries_.end() || found + 1 == entries_.end()) return false;
  Leave(*found);
  entries_.erase(found);
  return true;
}

void Outbox::Leave(const Entry& entry) {
  if (entry.stream < 0) {
    --answers_;
    answer_bytes_ -= entry.frame->bytes.size();
    return;
  }
  --samples_;
  sample_bytes_ -= entry.frame->bytes.size();
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
