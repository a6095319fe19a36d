#include "tests/serve/served.h"

#include <stdexcept>

#include "surefoot/msgs/simulation_interfaces.h"

namespace surefoot::serve::test {
namespace {

class Nothing final : public gateways::Gateway {
 public:
  std::vector<std::string> addresses() const override { return {"test://here"}; }
};

}  // namespace

void Client::Look() {
  std::vector<graph::Event> events;
  bridge_->Take(&events);
  for (graph::Event& event : events) {
    if (auto* message = std::get_if<graph::event::Message>(&event)) {
      last_[message->sample->topic] = message->sample;
      ++counts_[message->sample->topic];
      order.push_back(message->sample->topic);
    } else if (auto* answered = std::get_if<graph::event::Answered>(&event)) {
      answers.emplace(answered->id, std::move(answered->response));
    } else if (auto* refused = std::get_if<graph::event::Refused>(&event)) {
      refusals_.push_back(refused->reason);
    } else if (auto* fed = std::get_if<graph::event::Feedback>(&event)) {
      feedback.push_back(std::move(fed->feedback));
    } else if (auto* ended = std::get_if<graph::event::GoalEnded>(&event)) {
      ends.emplace_back(ended->end, ended->result.ok() ? ended->result.value() : Bytes());
    }
  }
}

Served::Served(const std::string& world, ServerOptions options) {
  for (const char* name : {"one", "two"}) {
    gateways::GatewayKind kind;
    kind.start = [this](const gateways::GatewayHost& host, const gateways::Settings&) {
      bridges_.push_back(host.bridge);
      files_ = host.files;
      return Result<std::unique_ptr<gateways::Gateway>>(std::make_unique<Nothing>());
    };
    kinds_.Add(name, kind);
    options.gateways[name] = {};
  }
  options.world = world;
  Problems problems;
  Result<std::unique_ptr<Server>> made = Server::Make(BuiltinParts(), kinds_, options, &problems);
  if (!made.ok()) throw std::runtime_error(made.error().message);
  server_ = std::move(made).value();
  clients_.push_back(std::make_unique<Client>(bridges_[0], "one:1"));
  clients_.push_back(std::make_unique<Client>(bridges_[1], "two:1"));
}

void Served::Step(std::uint64_t steps) {
  msgs::simulation_interfaces::StepSimulation::Request request;
  request.steps = steps;
  const auto response =
      Call<msgs::simulation_interfaces::StepSimulation>("/step_simulation", request);
  EXPECT_EQ(response.result.result, 1) << response.result.error_message;
}

}  // namespace surefoot::serve::test
