#pragma once

/// A server with the test in place of its gateways, without sockets.

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/builtin/builtin.h"
#include "surefoot/serve/server.h"

namespace surefoot::serve::test {

template <typename T>
Bytes Cdr(const T& message) {
  Bytes bytes;
  msgs::Encode(message, &bytes);
  return bytes;
}

/// A client at a bridge; keeps what it receives until the test reads it.
class Client {
 public:
  Client(graph::Bridge* bridge, std::string name) : bridge_(bridge), name_(std::move(name)) {}

  graph::Bridge& bridge() { return *bridge_; }
  const std::string& name() const { return name_; }
  graph::Caller caller() const { return {name_, role}; }
  graph::Role role = graph::Role::kOwner;

  template <typename T>
  void Publish(const std::string& topic, const T& message) {
    bridge_->Publish({++id_, caller(), topic, &T::type(), Cdr(message)});
  }
  void Done(const std::string& lockstep_name, std::int64_t step) {
    msgs::surefoot_msgs::LockstepDone done;
    done.name = lockstep_name;
    done.step = step;
    Publish("/surefoot/lockstep/done", done);
  }
  template <typename S>
  std::uint64_t Call(const std::string& service, const typename S::Request& request) {
    bridge_->Call(++id_, service, Cdr(request), caller());
    return id_;
  }

  /// Takes the received events.
  void Look();
  /// The last message of a topic; absent if none was received.
  template <typename T>
  bool Last(const std::string& topic, T* message) {
    Look();
    const auto found = last_.find(topic);
    return found != last_.end() && msgs::Decode(found->second->cdr, message);
  }
  const std::vector<std::string>& refusals() {
    Look();
    return refusals_;
  }
  int count(const std::string& topic) { return counts_[topic]; }

  std::map<std::uint64_t, Result<Bytes>> answers;
  std::vector<Bytes> feedback;
  std::vector<std::pair<graph::GoalEnd, Bytes>> ends;
  /// The topics of all messages, in order.
  std::vector<std::string> order;

 private:
  graph::Bridge* bridge_;
  std::string name_;
  std::uint64_t id_ = 0;
  std::map<std::string, std::shared_ptr<const graph::Sample>> last_;
  std::map<std::string, int> counts_;
  std::vector<std::string> refusals_;
};

class Served {
 public:
  /// The world's options are the caller's; it is free-running unless `options` has a speed.
  explicit Served(const std::string& world, ServerOptions options = Paused());
  static ServerOptions Paused() {
    ServerOptions options;
    options.paused = true;
    options.speed = 0.0;
    return options;
  }
  static ServerOptions Playing() {
    ServerOptions options;
    options.speed = 0.0;
    return options;
  }

  Server& server() { return *server_; }
  Run& run() { return server_->world().run; }
  const sim::Simulation& simulation() { return run().session()->simulation(); }
  /// The files that gateways serve.
  const gateways::Files& files() const { return *files_; }
  /// One client at each of two gateways.
  Client& client(int i = 0) { return *clients_[static_cast<std::size_t>(i)]; }

  /// Calls a service and turns the server until the answer has arrived.
  template <typename S>
  typename S::Response Call(const std::string& service,
                            const typename S::Request& request = typename S::Request(),
                            int client_number = 0) {
    Client& caller = client(client_number);
    const std::uint64_t id = caller.Call<S>(service, request);
    typename S::Response response;
    // Some are processed on another thread, which may have to wait for a processor.
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (caller.answers.count(id) == 0 && std::chrono::steady_clock::now() < end) {
      server_->Turn();
      caller.Look();
    }
    const auto found = caller.answers.find(id);
    if (found == caller.answers.end()) {
      ADD_FAILURE() << service << " was not answered";
    } else if (!found->second.ok()) {
      ADD_FAILURE() << service << ": " << found->second.error().message;
    } else {
      EXPECT_TRUE(msgs::Decode(found->second.value(), &response)) << service;
    }
    return response;
  }
  /// Takes exactly this number of steps.
  void Step(std::uint64_t steps);
  void Turn(int times = 1) {
    for (int i = 0; i < times; ++i) server_->Turn();
  }

 private:
  gateways::GatewayKinds kinds_;
  std::vector<graph::Bridge*> bridges_;
  const gateways::Files* files_ = nullptr;
  std::vector<std::unique_ptr<Client>> clients_;
  std::unique_ptr<Server> server_;
};

}  // namespace surefoot::serve::test
