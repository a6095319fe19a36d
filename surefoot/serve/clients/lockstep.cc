#include "surefoot/serve/clients/lockstep.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace surefoot::serve {
namespace {

/// Clients in lock-step; each is visited in every step.
constexpr std::size_t kMaxClients = 1000;
/// Messages and bytes that one client may publish before its "done".
constexpr std::size_t kMaxHeld = 10000;
constexpr std::size_t kMaxHeldBytes = std::size_t{64} << 20;

}  // namespace

Result<Lockstep::Policy> Lockstep::ParsePolicy(const std::string& text) {
  if (text == "stop" || text.empty()) return Policy::kStop;
  if (text == "hold") return Policy::kHold;
  if (text == "drop") return Policy::kDrop;
  return Error{"the policy must be one of: stop, hold, drop; not '" + text + "'"};
}

Error Lockstep::RegisteredByAnother(const Client& known, const std::string& client) {
  return Error{"'" + known.entry.name + "' was registered by " + known.entry.client + ", not by " +
               client};
}

Lockstep::Client* Lockstep::Find(const std::string& name) {
  for (Client& client : clients_) {
    if (client.entry.name == name) return &client;
  }
  return nullptr;
}

Status Lockstep::Register(const Entry& entry, std::int64_t step) {
  if (entry.name.empty()) return Error{"a client in lock-step needs a name"};
  if (clients_.size() >= kMaxClients) {
    return Error{"there are " + std::to_string(kMaxClients) +
                 " clients in lock-step already, which is the limit"};
  }
  if (const Client* known = Find(entry.name)) {
    return Error{"'" + entry.name + "' is registered already, by " + known->entry.client};
  }
  Client client;
  client.entry = entry;
  client.due = step;
  // Sorted by name: the order in which messages take effect must not depend on who came first.
  const auto after = std::find_if(clients_.begin(), clients_.end(), [&](const Client& other) {
    return other.entry.name > entry.name;
  });
  clients_.insert(after, std::move(client));
  waiting_since_.reset();
  return Status();
}

Status Lockstep::Unregister(const std::string& name, const std::string& client) {
  const Client* known = Find(name);
  if (known == nullptr) return Error{"no client '" + name + "' is registered"};
  if (known->entry.client != client) return RegisteredByAnother(*known, client);
  clients_.erase(clients_.begin() + (known - clients_.data()));
  return Status();
}

Status Lockstep::Done(const std::string& name, std::int64_t step, const std::string& client) {
  Client* known = Find(name);
  if (known == nullptr) {
    return Error{"no client '" + name + "' is registered; call /surefoot/lockstep/register first"};
  }
  if (known->entry.client != client) return RegisteredByAnother(*known, client);
  if (step > known->due) {
    return Error{"'" + name + "' is done with step " + std::to_string(step) +
                 ", but is due at step " + std::to_string(known->due)};
  }
  // Too late, after the run has continued, or a duplicate.
  if (step < known->due || known->done) return Status();
  known->done = true;
  std::move(known->held.begin(), known->held.end(), std::back_inserter(known->ready));
  known->held.clear();
  known->held_bytes = 0;
  return Status();
}

bool Lockstep::Has(const std::string& client) const {
  return std::any_of(clients_.begin(), clients_.end(),
                     [&](const Client& c) { return c.entry.client == client; });
}

Status Lockstep::Hold(graph::Publication publication) {
  for (Client& client : clients_) {
    if (client.entry.client != publication.caller.name) continue;
    if (client.held.size() >= kMaxHeld || client.held_bytes > kMaxHeldBytes) {
      return Error{"too many messages before the 'done' of '" + client.entry.name +
                   "'; at most 10000 and 64 MiB are accepted"};
    }
    client.held_bytes += publication.cdr.size();
    client.held.push_back(std::move(publication));
    return Status();
  }
  return Status();
}

bool Lockstep::Ready(std::int64_t step, Clock::time_point now) {
  const bool waits = std::any_of(clients_.begin(), clients_.end(),
                                 [&](const Client& c) { return IsAwaited(c, step); });
  if (!waits) {
    waiting_since_.reset();
  } else if (!waiting_since_) {
    waiting_since_ = now;
  }
  return !waits;
}

std::optional<Lockstep::Clock::time_point> Lockstep::Deadline(std::int64_t step) const {
  std::optional<Clock::time_point> first;
  if (!waiting_since_) return first;
  for (const Client& client : clients_) {
    if (!IsAwaited(client, step) || client.entry.timeout <= 0.0) continue;
    const std::chrono::duration<double> timeout(client.entry.timeout);
    const Clock::time_point end =
        *waiting_since_ + std::chrono::duration_cast<Clock::duration>(timeout);
    if (!first || end < *first) first = end;
  }
  return first;
}

std::vector<Lockstep::Entry> Lockstep::TakeLate(std::int64_t step, Clock::time_point now) {
  std::vector<Entry> late;
  if (!waiting_since_) return late;
  const double waited = std::chrono::duration<double>(now - *waiting_since_).count();
  for (Client& client : clients_) {
    if (!IsAwaited(client, step) || client.entry.timeout <= 0.0) continue;
    if (waited < client.entry.timeout) continue;
    late.push_back(client.entry);
    if (client.entry.policy == Policy::kHold) client.done = true;
  }
  // After the loop, because erasing would invalidate its iterator.
  const auto dropped = [&](const Client& client) {
    return client.entry.policy == Policy::kDrop &&
           std::any_of(late.begin(), late.end(),
                       [&](const Entry& entry) { return entry.name == client.entry.name; });
  };
  std::erase_if(clients_, dropped);
  return late;
}

std::vector<graph::Publication> Lockstep::Release(std::int64_t step) {
  std::vector<graph::Publication> released;
  for (Client& client : clients_) {
    if (client.due > step) continue;
    std::move(client.ready.begin(), client.ready.end(), std::back_inserter(released));
    client.ready.clear();
    client.done = false;
    client.due = step + client.entry.period;
  }
  return released;
}

std::vector<std::string> Lockstep::Due(std::int64_t step) const {
  std::vector<std::string> names;
  for (const Client& client : clients_) {
    if (client.due <= step) names.push_back(client.entry.name);
  }
  return names;
}

void Lockstep::Restart(std::int64_t step) {
  for (Client& client : clients_) {
    client.due = step;
    client.done = false;
    client.held.clear();
    client.held_bytes = 0;
    client.ready.clear();
  }
  waiting_since_.reset();
}

std::vector<Lockstep::Entry> Lockstep::Leave(const std::string& client) {
  std::vector<Entry> left;
  std::erase_if(clients_, [&](const Client& known) {
    if (known.entry.client != client) return false;
    left.push_back(known.entry);
    return true;
  });
  return left;
}

}  // namespace surefoot::serve
