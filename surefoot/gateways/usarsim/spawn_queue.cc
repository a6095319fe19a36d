#include "surefoot/gateways/usarsim/spawn_queue.h"

#include <algorithm>
#include <utility>

// Spawning is slow, and a client may ask for many models: requests are served one at a time, with
// clients in turn.

namespace surefoot::gateways::usarsim {

const SpawnQueue::Line* SpawnQueue::Find(const std::string& client) const {
  const auto found = std::find_if(lines_.begin(), lines_.end(),
                                  [&](const Line& line) { return line.client == client; });
  return found == lines_.end() ? nullptr : &*found;
}

std::size_t SpawnQueue::waiting() const {
  std::size_t count = 0;
  for (const Line& line : lines_) count += line.jobs.size();
  return count;
}

// Both limits: one client must not fill the queue, and all together must not use up the memory.
bool SpawnQueue::CanAdd(const std::string& client) const {
  const Line* line = Find(client);
  return waiting() < kMaxWaiting && (line == nullptr || line->jobs.size() < kMaxWaitingOfClient);
}

Status SpawnQueue::Add(const std::string& client, Job job) {
  if (!CanAdd(client)) {
    return Error{"too many models wait to be made, " + std::to_string(waiting()) +
                 " of all clients; try again later"};
  }
  Line* line = const_cast<Line*>(Find(client));
  if (line == nullptr) line = &lines_.emplace_back(Line{client, {}});
  line->jobs.push_back(std::move(job));
  StartNext();
  return Status();
}

// A client with further jobs goes to the end, so each client gets a model in turn.
void SpawnQueue::StartNext() {
  if (busy_ || lines_.empty()) return;
  busy_ = true;
  Line line = std::move(lines_.front());
  lines_.pop_front();
  const Job job = std::move(line.jobs.front());
  line.jobs.pop_front();
  if (!line.jobs.empty()) lines_.push_back(std::move(line));
  job();
}

void SpawnQueue::Done() {
  busy_ = false;
  StartNext();
}

void SpawnQueue::Leave(const std::string& client) {
  std::erase_if(lines_, [&](const Line& line) { return line.client == client; });
}

}  // namespace surefoot::gateways::usarsim
