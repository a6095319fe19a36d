#include "bench/loop/loop_server.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "surefoot/builtin/builtin.h"

namespace surefoot::loop {
namespace {

namespace si = msgs::simulation_interfaces;

class NoGateway final : public gateways::Gateway {
 public:
  std::vector<std::string> addresses() const override { return {}; }
};

}  // namespace

LoopServer::LoopServer(const std::string& world) {
  gateways::GatewayKind kind;
  kind.start = [this](const gateways::GatewayHost& host, const gateways::Settings&) {
    bridge_ = host.bridge;
    return Result<std::unique_ptr<gateways::Gateway>>(std::make_unique<NoGateway>());
  };
  kinds_.Add("bench", kind);
  serve::ServerOptions options;
  options.world = world;
  options.measure_loop_cpu = true;
  options.gateways["bench"] = {};
  Problems problems;
  auto made = serve::Server::Make(BuiltinParts(), kinds_, options, &problems);
  if (!made.ok()) {
    std::fprintf(stderr, "loop_bench: %s\n", made.error().message.c_str());
    std::exit(1);
  }
  server_ = std::move(made).value();
  TurnFor(0.2);
}

void LoopServer::TakeEvents(std::vector<Result<Bytes>>* answers) {
  std::vector<graph::Event> events;
  bridge_->Take(&events);
  for (graph::Event& event : events) {
    auto* answer = std::get_if<graph::event::Answered>(&event);
    if (answer != nullptr && answer->id == id_) answers->push_back(std::move(answer->response));
  }
}

Result<Bytes> LoopServer::CallCdr(const std::string& service, Bytes request) {
  bridge_->Call(++id_, service, std::move(request), {"bench:1", graph::Role::kOwner});
  std::vector<Result<Bytes>> answers;
  while (answers.empty()) {
    server_->Turn();
    TakeEvents(&answers);
  }
  return answers.front();
}

void LoopServer::TurnFor(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::vector<Result<Bytes>> ignored;
  while (Clock::now() < end) {
    server_->Turn();
    TakeEvents(&ignored);
  }
}

void LoopServer::Measure(const std::string& name, const std::function<std::string()>& action) {
  if (name.find(only) == std::string::npos) return;
  serve::LoopWatch& watch = server_->loop_watch();
  TurnFor(0.05);
  watch.ResetMax();
  const auto start = std::chrono::steady_clock::now();
  const std::string trouble = action();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  TurnFor(settle);
  std::printf("| %-34s | %9.0f | %9.1f | %9.1f | %s\n", name.c_str(), 1e3 * took.count(),
              1e3 * watch.max_block(), 1e3 * watch.max_cpu_block(), trouble.substr(0, 120).c_str());
  std::fflush(stdout);
  worst_ = std::max(worst_, watch.max_cpu_block());
}

void LoopServer::PrintHeader() {
  std::printf("| %-34s | %9s | %9s | %9s |\n", "action", "total ms", "wall ms", "cpu ms");
  std::printf("|---|---|---|---|\n");
}

std::string Spawn(LoopServer* server, const std::string& uri, double x, double y, double z,
                  const std::string& name) {
  si::SpawnEntityService::Request request;
  request.uri = uri;
  request.name = name;
  request.allow_renaming = name.empty();
  request.initial_pose.pose.position.x = x;
  request.initial_pose.pose.position.y = y;
  request.initial_pose.pose.position.z = z;
  request.initial_pose.pose.orientation.w = 1.0;
  const auto response = server->Call<si::SpawnEntityService>("/spawn_entity", request);
  return response.result.result == 1 ? "" : response.result.error_message;
}

}  // namespace surefoot::loop
