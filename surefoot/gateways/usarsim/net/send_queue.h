#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

namespace surefoot::gateways::usarsim {

/// Bytes that wait to be sent to a client, in order. Answers are always kept; beyond a number of
/// bytes the oldest samples are dropped, because a slow client is better served with recent ones.
class SendQueue {
 public:
  explicit SendQueue(std::size_t max_sample_bytes) : max_sample_bytes_(max_sample_bytes) {}

  void AddAnswer(std::string bytes);
  void AddSample(std::string bytes);
  /// Removes about so many bytes, in whole items; empty if nothing waits.
  std::string Take(std::size_t about);

  bool empty() const { return items_.empty(); }
  std::size_t answer_bytes() const { return answer_bytes_; }
  /// Number of dropped samples.
  std::uint64_t lost() const { return lost_; }

 private:
  struct Item {
    bool is_sample = false;
    std::string bytes;
  };

  std::deque<Item> items_;
  std::size_t max_sample_bytes_;
  std::size_t answer_bytes_ = 0;
  std::size_t sample_bytes_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace surefoot::gateways::usarsim
