#pragma once

/// What waits to be sent to one client, in order. Samples give way when there are too many: the
/// oldest go first. Answers and messages of reliable topics stay; a client that lets too many of
/// them pile up is overrun and has to be closed.

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "surefoot/gateways/web/limits.h"

namespace surefoot::gateways::web {

/// One WebSocket message; shared by all clients that get it.
struct Frame {
  std::string bytes;
  bool binary = false;
};

using FramePtr = std::shared_ptr<const Frame>;

inline FramePtr TextFrame(std::string text) {
  return std::make_shared<const Frame>(Frame{std::move(text), false});
}

class Outbox {
 public:
  explicit Outbox(const Limits& limits) : limits_(limits) {}

  void PushAnswer(FramePtr frame);
  /// `stream` is the number of the subscription, `most` how many of its samples may wait (0: no
  /// limit of its own). Gives the number of samples that were lost for it.
  std::size_t PushSample(FramePtr frame, int stream, std::size_t most);
  /// One that must not be lost.
  void PushReliable(FramePtr frame, int stream);
  /// Samples of a subscription that ended.
  void Forget(int stream);

  bool empty() const { return entries_.empty(); }
  /// nullptr when empty.
  FramePtr Pop();

  bool overrun() const {
    return kept_ > limits_.queued_answers || kept_bytes_ > limits_.queued_answer_bytes;
  }

 private:
  struct Entry {
    FramePtr frame;
    /// -1 for answers.
    int stream;
    bool may_go;
  };
  void Push(Entry entry);
  /// Takes the oldest sample out; of this stream when not negative. The newest of all stays.
  bool DropOldest(int stream);
  void Leave(const Entry& entry);

  const Limits& limits_;
  std::deque<Entry> entries_;
  std::map<int, std::size_t> by_stream_;
  /// Those that may go, and the others.
  std::size_t samples_ = 0;
  std::size_t sample_bytes_ = 0;
  std::size_t kept_ = 0;
  std::size_t kept_bytes_ = 0;
};

}  // namespace surefoot::gateways::web
