/// Services and actions of the graph.

#include <utility>

#include "surefoot/graph/graph.h"
#include "surefoot/graph/names.h"

namespace surefoot::graph {
namespace {

/// The message in these bytes, or what is wrong.
Result<std::shared_ptr<void>> Decoded(const msgs::TypeInfo& type, const Bytes& bytes,
                                      const std::string& what) {
  const std::shared_ptr<void> message = type.make();
  if (type.decode(bytes.data(), bytes.size(), message.get())) return message;
  return Error{what + " is no " + type.name};
}

}  // namespace

Status Graph::AddService(const std::string& name, Service service) {
  const Status good = CheckName(name);
  if (!good.ok()) return good;
  if (services_.count(name) != 0) return Error{"there is a service '" + name + "' already"};
  services_[name] = std::make_shared<const Service>(std::move(service));
  ++offers_version_;
  return Status();
}

Status Graph::AdvertiseService(const std::string& name, const msgs::ServiceInfo& service,
                               ServiceHandler handler) {
  return AddService(name, Service{&service, std::move(handler), nullptr});
}

Status Graph::AdvertiseCalls(const std::string& name, const msgs::ServiceInfo& service,
                             CallHandler handler) {
  return AddService(name, Service{&service, nullptr, std::move(handler)});
}

void Graph::RemoveService(const std::string& name) { offers_version_ += services_.erase(name); }

Result<std::shared_ptr<const Graph::Service>> Graph::FindService(const std::string& name) const {
  const auto found = services_.find(name);
  if (found == services_.end()) return Error{"there is no service '" + name + "'"};
  return found->second;
}

Status Graph::CallTyped(const std::string& name, const msgs::ServiceInfo& info, const void* request,
                        void* response) const {
  const Result<std::shared_ptr<const Service>> service = FindService(name);
  if (!service.ok()) return service.error();
  if (service.value()->info != &info) {
    return Error{"service '" + name + "' is of type " + service.value()->info->name + ", not " +
                 info.name};
  }
  if (!service.value()->handler) {
    return Error{"service '" + name + "' may answer later; call it with a listener"};
  }
  return service.value()->handler(request, response);
}

void Graph::CallCdr(const std::string& name, const Bytes& request, Answer answer,
                    const std::string& client) const {
  const Result<std::shared_ptr<const Service>> found = FindService(name);
  if (!found.ok()) return answer(found.error());
  const std::shared_ptr<const Service> service = found.value();
  const msgs::ServiceInfo& info = *service->info;
  const Result<std::shared_ptr<void>> in =
      Decoded(*info.request, request, "the request to '" + name + "'");
  if (!in.ok()) return answer(in.error());
  auto call = std::make_shared<graph::Call>(info, in.value(), std::move(answer), client);
  if (service->calls) return service->calls(std::move(call));
  const std::shared_ptr<void> out = info.response->make();
  const Status status = service->handler(in.value().get(), out.get());
  if (!status.ok()) return call->Fail(status.error());
  call->Respond(out.get());
}

Result<Bytes> Graph::CallCdr(const std::string& name, const Bytes& request) const {
  // Shared, because a service that answers later finds nobody here.
  auto result = std::make_shared<Result<Bytes>>(
      Error{"service '" + name + "' may answer later; call it with a listener"});
  CallCdr(name, request, [result](const Result<Bytes>& answer) { *result = answer; });
  return *result;
}

std::vector<std::pair<std::string, const msgs::ServiceInfo*>> Graph::Services() const {
  std::vector<std::pair<std::string, const msgs::ServiceInfo*>> list;
  for (const auto& [name, service] : services_) list.emplace_back(name, service->info);
  return list;
}

Status Graph::AdvertiseAction(const std::string& name, const msgs::ActionInfo& action,
                              ActionHandler handler) {
  const Status good = CheckName(name);
  if (!good.ok()) return good;
  if (actions_.count(name) != 0) return Error{"there is an action '" + name + "' already"};
  actions_[name] = std::make_shared<const Action>(Action{&action, std::move(handler)});
  ++offers_version_;
  return Status();
}

void Graph::RemoveAction(const std::string& name) { offers_version_ += actions_.erase(name); }

std::shared_ptr<Goal> Graph::SendGoal(const std::string& name, const Bytes& goal,
                                      GoalListener listener) const {
  const auto found = actions_.find(name);
  if (found == actions_.end()) {
    listener.done(GoalEnd::kAborted, Error{"there is no action '" + name + "'"});
    return nullptr;
  }
  const std::shared_ptr<const Action> action = found->second;
  const Result<std::shared_ptr<void>> message =
      Decoded(*action->info->goal, goal, "the goal of '" + name + "'");
  if (!message.ok()) {
    listener.done(GoalEnd::kAborted, message.error());
    return nullptr;
  }
  auto sent = std::make_shared<Goal>(*action->info, message.value(), std::move(listener));
  action->handler.start(sent);
  return sent;
}

void Graph::CancelGoal(const std::string& name, const std::shared_ptr<Goal>& goal) const {
  if (goal == nullptr || goal->ended()) return;
  goal->RequestCancel();
  const auto found = actions_.find(name);
  if (found == actions_.end() || !found->second->handler.cancel) return;
  const std::shared_ptr<const Action> action = found->second;
  action->handler.cancel(goal);
}

std::vector<std::pair<std::string, const msgs::ActionInfo*>> Graph::Actions() const {
  std::vector<std::pair<std::string, const msgs::ActionInfo*>> list;
  for (const auto& [name, action] : actions_) list.emplace_back(name, action->info);
  return list;
}

}  // namespace surefoot::graph
