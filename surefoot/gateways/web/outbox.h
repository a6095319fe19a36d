#pragma once

/// The queue of messages to one client, in order. If there are too many samples, the oldest are
/// dropped. Answers and messages of reliable topics are kept; a client that lets too many of them
/// pile up is overrun and has to be closed.

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "surefoot/gateways/web/limits.h"

namespace surefoot::gateways::web {

/// One WebSocket message, encoded once and shared by all clients that receive it.
struct Frame {
  std::string bytes;
  bool binary = false;
};

using FramePtr = std::shared_ptr<const Frame>;

inline FramePtr TextFrame(std::string text) {
  return std::make_shared<const Frame>(Frame{std::move(text), false});
}

/// Not thread-safe; used on the network thread.
class Outbox {
 public:
  explicit Outbox(const Limits& limits) : limits_(limits) {}

  /// An answer or request, which is not dropped.
  void PushAnswer(FramePtr frame);
  /// `stream` is the number of the subscription, `max` how many of its samples may be queued (0:
  /// only the common limit). Returns the number of samples dropped.
  std::size_t PushSample(FramePtr frame, int stream, std::size_t max);
  /// A message of a reliable topic, which is not dropped.
  void PushReliable(FramePtr frame, int stream);
  /// Drops the samples of a subscription that ended.
  void Forget(int stream);

  bool empty() const { return entries_.empty(); }
  /// The next frame; nullptr if empty.
  FramePtr Pop();

  /// More is queued than the limits of answers allow.
  bool overrun() const {
    return kept_ > limits_.queued_answers || kept_bytes_ > limits_.queued_answer_bytes;
  }

 private:
  struct Entry {
    FramePtr frame;
    /// Number of the subscription; -1 for answers.
    int stream;
    /// May be dropped.
    bool droppable;
  };
  void Push(Entry entry);
  /// Drops the oldest sample, of `stream` unless that is negative. Never the newest one of all, so
  /// that a client with a single large topic still receives something.
  bool DropOldest(int stream);
  void Leave(const Entry& entry);

  const Limits& limits_;
  std::deque<Entry> entries_;
  /// Number of queued frames by stream.
  std::map<int, std::size_t> by_stream_;
  /// Number and bytes of frames that may be dropped, and of the others.
  std::size_t samples_ = 0;
  std::size_t sample_bytes_ = 0;
  std::size_t kept_ = 0;
  std::size_t kept_bytes_ = 0;
};

}  // namespace surefoot::gateways::web
