#include "surefoot/gateways/ros1/net/send_queue.h"

#include <algorithm>

namespace surefoot::gateways::ros1 {

void SendQueue::AddSample(Chunk chunk) {
  ++count_;
  bytes_ += chunk->size();
  items_.push_back({true, std::move(chunk)});
  while (count_ > 1 && (count_ > limits_.count || bytes_ > limits_.bytes)) DropOldest();
}

// The oldest sample is nearly always the first item: only the connection header is not a sample.
void SendQueue::DropOldest() {
  const auto oldest =
      std::find_if(items_.begin(), items_.end(), [](const Item& item) { return item.is_sample; });
  --count_;
  bytes_ -= oldest->chunk->size();
  items_.erase(oldest);
  ++dropped_;
}

void SendQueue::Take(std::size_t about, std::vector<Chunk>* out) {
  std::size_t bytes = 0;
  while (!items_.empty()) {
    Item& item = items_.front();
    const std::size_t size = item.chunk->size();
    if (bytes > 0 && bytes + size > about) return;
    bytes += size;
    if (item.is_sample) {
      --count_;
      bytes_ -= size;
    }
    out->push_back(std::move(item.chunk));
    items_.pop_front();
  }
}

}  // namespace surefoot::gateways::ros1
