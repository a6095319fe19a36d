#include "surefoot/gateways/web/client.h"

#include <algorithm>
#include <utility>

#include "surefoot/msgs/json_text.h"

// Messages to a client pass through its outbox, which drops old samples when the client is slow;
// status messages have a limited rate.

namespace surefoot::gateways::web {

Client::Client(std::uint32_t number, Peer* peer, const Limits& limits, Counters* counters,
               std::optional<graph::Role> role)
    : number_(number),
      caller_{"web:" + std::to_string(number), role.value_or(graph::Role::kViewer)},
      has_role_(role.has_value()),
      node_("/web_" + std::to_string(number)),
      peer_(peer),
      counters_(*counters),
      outbox_(limits),
      defragmenter_(limits) {}

// Answers are never dropped.
void Client::Send(std::string text) {
  outbox_.PushAnswer(TextFrame(std::move(text)));
  WakeOrClose();
}

void Client::SendReliable(FramePtr frame, int stream) {
  outbox_.PushReliable(std::move(frame), stream);
  WakeOrClose();
}

// A client that does not read is closed instead of filling the memory.
void Client::WakeOrClose() {
  if (!outbox_.overrun()) return peer_->Ready();
  peer_->Close("stuck", "too slow: too many answers and reliable messages are queued");
}

// Old samples of the stream are dropped if the client is too slow.
void Client::SendSample(FramePtr frame, int stream, std::size_t max) {
  const std::size_t lost = outbox_.PushSample(std::move(frame), stream, max);
  if (lost > 0) counters_.samples_lost->Add(static_cast<double>(lost));
  peer_->Ready();
}

void Client::SendStatus(Level level, const std::string& text, const std::string& id,
                        TimePoint now) {
  if (level > level_) return;
  // A client that publishes a wrong message at 100 Hz would otherwise receive as many errors.
  if (text == last_status_ && now - last_status_at_ < std::chrono::seconds(1)) return;
  last_status_ = text;
  last_status_at_ = now;
  const char* name = level == Level::kError     ? "error"
                     : level == Level::kWarning ? "warning"
                                                : "info";
  msgs::JsonText json;
  json.BeginObject().Text("op", "status").Text("level", name).Text("msg", text);
  if (!id.empty()) json.Raw("id", id);
  Send(json.EndObject().text());
}

// The smallest request counts.
void Client::LimitFragments(std::int64_t size) {
  const auto limit = static_cast<std::size_t>(size);
  fragment_size_ = fragment_size_ == 0 ? limit : std::min(fragment_size_, limit);
}

/// Fragments are made when a message is due, not when it is queued, so that the outbox can still
/// drop whole samples.
FramePtr Client::Next() {
  if (pieces_.empty()) {
    FramePtr frame = outbox_.Pop();
    const bool whole = frame == nullptr || frame->binary || fragment_size_ == 0 ||
                       frame->bytes.size() <= fragment_size_;
    if (whole) return frame;
    // Binary frames are never split: rosbridge fragments are JSON text (protocol, section 3.1.1).
    const std::string id = std::to_string(next_fragment_++);
    for (std::string& piece : SplitIntoFragments(frame->bytes, fragment_size_, id)) {
      pieces_.push_back(std::move(piece));
    }
  }
  FramePtr piece = TextFrame(std::move(pieces_.front()));
  pieces_.pop_front();
  return piece;
}

}  // namespace surefoot::gateways::web
