#include "surefoot/gateways/ros1/node/services.h"

namespace surefoot::gateways::ros1 {
namespace {

/// Keeps a client in the audit log while its connection exists.
class Audited final : public Handler {
 public:
  Audited(NodeAudit* audit, std::string node, std::unique_ptr<Handler> inner)
      : audit_(*audit), node_(std::move(node)), inner_(std::move(inner)) {}
  ~Audited() override { audit_.Leave(node_); }
  void OnBytes(std::string_view bytes) override { inner_->OnBytes(bytes); }
  bool WantsBytes() const override { return inner_->WantsBytes(); }
  void OnSent() override { inner_->OnSent(); }

 private:
  NodeAudit& audit_;
  std::string node_;
  std::unique_ptr<Handler> inner_;
};

}  // namespace

Services::Services(Core* core, Types* types) : core_(*core), types_(*types) {}

void Services::OnServices(const List& services) {
  services_ = services;
  std::map<std::string, std::pair<std::string, const msgs::ServiceInfo*>> now;
  for (const auto& [name, info] : services) {
    now.try_emplace(core_.service_names.ToRos(name), name, info);
  }
  for (const auto& [ros_name, service] : by_ros_name_) {
    if (now.count(ros_name) == 0) core_.registrar->RemoveService(ros_name);
  }
  for (const auto& [ros_name, service] : now) {
    if (by_ros_name_.count(ros_name) == 0) core_.registrar->AddService(ros_name);
  }
  by_ros_name_ = std::move(now);
}

void Services::Rename() { OnServices(List(services_)); }

Result<std::unique_ptr<Handler>> Services::Accept(const Fields& fields, Stream* stream) {
  const std::string ros_name = FieldOf(fields, "service");
  const auto found = by_ros_name_.find(ros_name);
  if (found == by_ros_name_.end()) {
    return Error{"received a tcpros connection for a nonexistent service [" + ros_name +
                 "]. Dropping connection."};
  }
  const auto& [name, info] = found->second;
  const msgs::Ros1Service& type = types_.Of(*info);
  OfferedService service;
  service.name = ros_name;
  service.type = {type.name, type.md5};
  service.call = [this, name = name, info = info](const std::string&, const Bytes& request,
                                                  ServiceAnswer answer) {
    Call(name, *info, request, std::move(answer));
  };
  Result<std::unique_ptr<Handler>> handler =
      AcceptServiceClient(service, core_.node(), fields, stream, core_.max_message);
  const bool probes = FieldOf(fields, "probe") == "1";
  if (!handler.ok() || probes) return handler;
  const std::string client = FieldOf(fields, "callerid");
  core_.audit->Enter(client, stream->address());
  return std::unique_ptr<Handler>(
      std::make_unique<Audited>(core_.audit, client, std::move(handler).value()));
}

void Services::Call(const std::string& name, const msgs::ServiceInfo& info, const Bytes& request,
                    ServiceAnswer answer) {
  core_.counters->calls->Add();
  Result<Bytes> cdr = CdrFromRos1(&core_.frames, *info.request, request);
  if (!cdr.ok()) return answer(cdr.error().Within("the request of " + name));
  const std::uint64_t id = core_.next_id++;
  waiting_[id] = {&info, std::move(answer)};
  core_.bridge->Call(id, name, std::move(cdr).value(), core_.caller());
}

bool Services::OnAnswered(const graph::event::Answered& event) {
  const auto found = waiting_.find(event.id);
  if (found == waiting_.end()) return false;
  const Waiting call = std::move(found->second);
  waiting_.erase(found);
  if (!event.response.ok()) {
    call.answer(event.response.error());
    return true;
  }
  call.answer(ToRos1(&core_.frames, *call.info->response, *event.response));
  return true;
}

}  // namespace surefoot::gateways::ros1
