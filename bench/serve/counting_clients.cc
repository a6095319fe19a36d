#include "bench/serve/counting_clients.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <thread>
#include <utility>

namespace surefoot {
namespace {

using Clock = std::chrono::steady_clock;

double Since(Clock::time_point time) {
  return std::chrono::duration<double>(Clock::now() - time).count();
}

/// The number after a name; -1 when it is missing.
std::int64_t NumberAfter(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(name);
  return at == std::string::npos ? -1 : std::atoll(text.c_str() + at + name.size());
}

Status Await(WebSocket* socket, const std::string& part) {
  std::string text;
  const Clock::time_point start = Clock::now();
  while (Since(start) < 10.0) {
    while (socket->Next(&text)) {
      if (text.find(part) != std::string::npos) return Status();
    }
    socket->Receive(100);
  }
  return Error{"no answer with " + part + " came for 10 s"};
}

}  // namespace

Status CountingClients::Add(const std::vector<Topic>& topics) {
  Result<WebSocket> socket = WebSocket::Connect(port_);
  if (!socket.ok()) return socket.error();
  Client client{std::move(socket).value(), {}, false};
  std::vector<std::string> texts;
  for (const Topic& topic : topics) {
    texts.push_back(R"({"op":"subscribe","topic":")" + topic.name + "\"}");
    client.streams.push_back({});
    client.streams.back().topic = topic;
  }
  texts.emplace_back(
      R"({"op":"call_service","id":"subscribed","service":"/get_simulation_state"})");
  client.socket.Send(texts);
  const Status there = Await(&client.socket, "\"subscribed\"");
  if (there.ok()) clients_.push_back(std::move(client));
  return there;
}

Status CountingClients::SetState(WebSocket* socket, int state) {
  socket->Send({R"({"op":"call_service","id":"state","service":"/set_simulation_state",)"
                R"("args":{"state":{"state":)" +
                std::to_string(state) + "}}}"});
  return Await(socket, "\"state\"");
}

Status CountingClients::Count(double seconds) {
  Result<WebSocket> control = WebSocket::Connect(port_);
  if (!control.ok()) return control.error();
  constexpr int kPlaying = 1;
  constexpr int kPaused = 2;
  for (Client& client : clients_) {
    for (Stream& stream : client.streams) stream.at = Clock::now();
  }
  Status set = SetState(&control.value(), kPlaying);
  const Clock::time_point start = Clock::now();
  bool paused = false;
  Clock::time_point last = start;
  while (set.ok() && (!paused || Since(last) < 0.5)) {
    if (!paused && Since(start) >= seconds) {
      set = SetState(&control.value(), kPaused);
      paused = true;
      last = Clock::now();
    }
    for (Client& client : clients_) {
      if (Receive(&client)) last = Clock::now();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return set;
}

bool CountingClients::Receive(Client* client) {
  if (client->ended || !client->socket.Receive(0)) {
    client->ended = client->ended || client->socket.ended();
    return false;
  }
  std::string text;
  while (client->socket.Next(&text)) Note(client, text);
  return true;
}

void CountingClients::Note(Client* client, const std::string& text) {
  for (Stream& stream : client->streams) {
    if (text.find("\"topic\":\"" + stream.topic.name + "\"") == std::string::npos) continue;
    const std::int64_t ns =
        NumberAfter(text, "\"sec\":") * 1'000'000'000 + NumberAfter(text, "\"nanosec\":");
    const std::int64_t period_ns = stream.topic.period_ns;
    const bool is_next = stream.first_ns < 0 || ns > stream.last_ns;
    if (!is_next || ns % period_ns != 0) {
      ++stream.wrong;
      continue;
    }
    if (stream.first_ns < 0) {
      stream.first_ns = ns;
    } else {
      stream.missing += (ns - stream.last_ns) / period_ns - 1;
      stream.longest_gap = std::max(stream.longest_gap, Since(stream.at));
    }
    stream.last_ns = ns;
    stream.at = Clock::now();
    ++stream.samples;
  }
}

CountingClients::Tally CountingClients::tally() const {
  /// First and last stamp that any client received.
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> ranges;
  for (const Client& client : clients_) {
    for (const Stream& stream : client.streams) {
      if (stream.samples == 0) continue;
      auto& [first, last] =
          ranges.try_emplace(stream.topic.name, stream.first_ns, stream.last_ns).first->second;
      first = std::min(first, stream.first_ns);
      last = std::max(last, stream.last_ns);
    }
  }
  Tally tally;
  tally.min = INT64_MAX;
  for (const Client& client : clients_) {
    tally.ended += client.ended ? 1 : 0;
    for (const Stream& stream : client.streams) {
      const auto range = ranges.find(stream.topic.name);
      tally.samples += stream.samples;
      tally.wrong += stream.wrong;
      tally.min = std::min(tally.min, stream.samples);
      tally.max = std::max(tally.max, stream.samples);
      tally.longest_gap = std::max(tally.longest_gap, stream.longest_gap);
      if (range == ranges.end()) continue;
      const auto [first, last] = range->second;
      const std::int64_t all = (last - first) / stream.topic.period_ns + 1;
      tally.missing += stream.samples == 0
                           ? all
                           : stream.missing + (stream.first_ns - first + last - stream.last_ns) /
                                                  stream.topic.period_ns;
    }
  }
  return tally;
}

}  // namespace surefoot
