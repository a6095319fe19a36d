#include "surefoot/gateways/ros2/services.h"

#include <algorithm>

#include "surefoot/gateways/ros2/failure_response.h"
#include "surefoot/gateways/ros2/wire_names.h"
#include "surefoot/msgs/type_hash.h"

namespace surefoot::gateways::ros2 {
namespace {

/// Calls that wait for their answers, of all nodes.
constexpr std::size_t kMaxWaitingCalls = 10000;

}  // namespace

dds::ServiceSpec SpecOf(const std::string& ros_name, const msgs::ServiceInfo& info) {
  dds::ServiceSpec spec;
  spec.name = ros_name;
  spec.request_type = TypeOnWire(info.name, "_Request");
  spec.response_type = TypeOnWire(info.name, "_Response");
  spec.user_data = HashData(msgs::TypeHash(info));
  return spec;
}

void Services::OnServices(const List& services) {
  services_ = services;
  std::erase_if(open_, [&](const auto& open) {
    return std::none_of(services.begin(), services.end(), [&](const auto& service) {
      return service.first == open.first && service.second == open.second.info &&
             core_.service_names.ToRos(service.first) == open.second.ros_name;
    });
  });
  for (const auto& [name, info] : services) {
    if (open_.count(name) == 0) Open(name, *info);
  }
}

void Services::Open(const std::string& name, const msgs::ServiceInfo& info) {
  Service& service = open_[name];
  service.ros_name = core_.service_names.ToRos(name);
  service.info = &info;
  service.server =
      core_.MakeServer(SpecOf(service.ros_name, info),
                       [this, name, &info](const dds::RequestId& id, const Bytes& cdr) {
                         Call(name, info, id, cdr);
                       });
}

void Services::Rename() { OnServices(List(services_)); }

void Services::Call(const std::string& name, const msgs::ServiceInfo& info,
                    const dds::RequestId& id, const Bytes& request) {
  core_.counters->calls->Add();
  const std::shared_ptr<void> message = info.request->make();
  if (!info.request->decode(request.data(), request.size(), message.get())) {
    return Reply(
        name, id,
        FailureResponse(*info.response, std::string("the request is no ") + info.request->name));
  }
  if (core_.Congested() || waiting_.size() >= kMaxWaitingCalls) {
    return Reply(name, id, FailureResponse(*info.response, "too many calls wait for an answer"));
  }
  core_.frames.RewriteToGraph(*info.request, message.get());
  Bytes cdr;
  info.request->encode(message.get(), &cdr);
  const std::uint64_t call = core_.next_id++;
  waiting_[call] = {name, id, &info};
  core_.bridge->Call(call, name, std::move(cdr), core_.caller());
}

bool Services::OnAnswered(const graph::event::Answered& event) {
  const auto found = waiting_.find(event.id);
  if (found == waiting_.end()) return false;
  const Waiting waiting = std::move(found->second);
  waiting_.erase(found);
  if (event.response.ok()) {
    Bytes buffer;
    Reply(waiting.name, waiting.request,
          core_.frames.ToRos(*waiting.info->response, *event.response, &buffer));
    return true;
  }
  const std::string& reason = event.response.error().message;
  core_.Log("the service " + waiting.name + " has failed: " + reason);
  Reply(waiting.name, waiting.request, FailureResponse(*waiting.info->response, reason));
  return true;
}

void Services::Reply(const std::string& name, const dds::RequestId& id, const Bytes& response) {
  const auto found = open_.find(name);
  if (found == open_.end() || found->second.server == nullptr) return;
  found->second.server->Reply(id, response);
}

}  // namespace surefoot::gateways::ros2
