#include "surefoot/gateways/ros2/parameters.h"

#include <algorithm>
#include <utility>

#include "surefoot/gateways/ros2/services.h"
#include "surefoot/gateways/ros2/wire_names.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/msgs/type_hash.h"

namespace surefoot::gateways::ros2 {
namespace {

constexpr const char* kStatus = "/surefoot/status";
/// As rmw_qos_profile_parameters and rmw_qos_profile_parameter_events.
constexpr int kDepth = 1000;

}  // namespace

Parameters::Parameters(Core* core) : core_(*core) {
  events_ = core_.MakeWriter({.topic = TopicOnWire("/parameter_events"),
                              .type = TypeOnWire(rcl::ParameterEvent::type().name),
                              .qos = {.depth = kDepth},
                              .user_data = HashData(msgs::TypeHash(rcl::ParameterEvent::type()))});
  Serve<rcl::GetParameters>("get_parameters",
                            [this](const auto& request) { return set_.Get(request); });
  Serve<rcl::GetParameterTypes>("get_parameter_types",
                                [this](const auto& request) { return set_.Types(request); });
  Serve<rcl::DescribeParameters>("describe_parameters",
                                 [this](const auto& request) { return set_.Describe(request); });
  Serve<rcl::ListParameters>("list_parameters",
                             [this](const auto& request) { return set_.List(request); });
  Serve<rcl::SetParameters>("set_parameters", [this](const auto& request) {
    rcl::SetParameters::Response response;
    for (const rcl::Parameter& parameter : request.parameters) {
      response.results.push_back(set_.Try(parameter));
    }
    return response;
  });
  Serve<rcl::SetParametersAtomically>("set_parameters_atomically", [this](const auto& request) {
    rcl::SetParametersAtomically::Response response;
    response.result.successful = true;
    for (const rcl::Parameter& parameter : request.parameters) {
      const rcl::SetParametersResult result = set_.Try(parameter);
      if (response.result.successful) response.result = result;
    }
    return response;
  });
  Set("use_sim_time", "This node publishes /clock.", BoolValue(true));
}

Parameters::~Parameters() = default;

template <typename Service, typename Answer>
void Parameters::Serve(const char* name, Answer answer) {
  dds::ServiceSpec spec = SpecOf(core_.node + "/" + name, Service::service());
  spec.qos.depth = kDepth;
  const std::size_t index = servers_.size();
  servers_.push_back(core_.MakeServer(
      spec, [this, index, answer = std::move(answer)](const dds::RequestId& id, const Bytes& cdr) {
        typename Service::Request request;
        typename Service::Response response;
        // A damaged request gets the empty response.
        if (msgs::Decode(cdr, &request)) response = answer(request);
        Bytes bytes;
        msgs::Encode(response, &bytes);
        servers_[index]->Reply(id, bytes);
      }));
}

void Parameters::Set(const std::string& name, const std::string& description,
                     const rcl::ParameterValue& value) {
  rcl::ParameterEvent event = set_.Set(name, description, value);
  if (event.new_parameters.empty() && event.changed_parameters.empty()) return;
  if (events_ == nullptr) return;
  event.stamp = msgs::ToTime(core_.bridge->time_ns());
  event.node = core_.node;
  Bytes cdr;
  msgs::Encode(event, &cdr);
  events_->Write(cdr);
}

void Parameters::OnServices(
    const std::vector<std::pair<std::string, const msgs::ServiceInfo*>>& services) {
  const auto found = std::find_if(services.begin(), services.end(), [](const auto& service) {
    return service.first == kStatus && service.second == &msgs::surefoot_msgs::GetStatus::service();
  });
  if (found == services.end()) return;
  Bytes request;
  msgs::Encode(msgs::surefoot_msgs::GetStatus::Request(), &request);
  status_call_ = core_.next_id++;
  core_.bridge->Call(status_call_, kStatus, std::move(request), core_.caller());
}

bool Parameters::OnAnswered(const graph::event::Answered& event) {
  if (event.id != status_call_ || status_call_ == 0) return false;
  status_call_ = 0;
  msgs::surefoot_msgs::GetStatus::Response response;
  if (!event.response.ok() || !msgs::Decode(*event.response, &response)) return true;
  Set("world", "Name of the world.", TextValue(response.world));
  Set("engine", "Physics engine.", TextValue(response.engine));
  Set("seed", "Seed of the run.", IntegerValue(static_cast<std::int64_t>(response.seed)));
  return true;
}

}  // namespace surefoot::gateways::ros2
