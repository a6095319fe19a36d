#include "surefoot/gateways/usarsim/net/send_queue.h"

#include <algorithm>
#include <utility>

namespace surefoot::gateways::usarsim {

void SendQueue::AddAnswer(std::string bytes) {
  answer_bytes_ += bytes.size();
  items_.push_back({false, std::move(bytes)});
}

// Dropping searches from the front: the oldest sample, which is nearly always the first item.
void SendQueue::AddSample(std::string bytes) {
  sample_bytes_ += bytes.size();
  items_.push_back({true, std::move(bytes)});
  while (sample_bytes_ > max_sample_bytes_) {
    const auto oldest =
        std::find_if(items_.begin(), items_.end(), [](const Item& item) { return item.is_sample; });
    sample_bytes_ -= oldest->bytes.size();
    items_.erase(oldest);
    ++lost_;
  }
}

// At least one item, however large, so that the queue always advances.
std::string SendQueue::Take(std::size_t about) {
  std::string bytes;
  while (!items_.empty() &&
         (bytes.empty() || bytes.size() + items_.front().bytes.size() <= about)) {
    Item& item = items_.front();
    (item.is_sample ? sample_bytes_ : answer_bytes_) -= item.bytes.size();
    if (bytes.empty()) {
      bytes = std::move(item.bytes);
    } else {
      bytes += item.bytes;
    }
    items_.pop_front();
  }
  return bytes;
}

}  // namespace surefoot::gateways::usarsim
