/// Models duplicated, taken away and put back.

#include <algorithm>
#include <cctype>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;

constexpr double kGap = 0.1;

Result<int> FindModel(const sim::Simulation& simulation, const std::string& entity) {
  ResultMessage result;
  const int model = FindEntity(simulation, entity, &result);
  if (model < 0) return Error{result.error_message};
  return model;
}

/// "crate" of "crate_12".
std::string WithoutNumber(const std::string& name) {
  std::size_t end = name.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1])) != 0) --end;
  const bool numbered = end > 1 && end < name.size() && name[end - 1] == '_';
  return numbered ? name.substr(0, end - 1) : name;
}

bool Overlap(const Extent& a, const Extent& b) {
  return (a.low.array() < b.high.array()).all() && (b.low.array() < a.high.array()).all();
}

/// How far a copy is moved so that it meets nothing but what the model stands on or in. Where there
/// is no such place near, the nearest.
Vector3d FreePlace(const sim::Simulation& simulation, int model) {
  Extent own;
  if (!FindExtent(simulation, model, RigidTransform(), &own)) return Vector3d(0.0, 1.0, 0.0);
  std::vector<Extent> others;
  for (int i = 0; i < simulation.world().model_count(); ++i) {
    Extent other;
    if (!FindExtent(simulation, i, RigidTransform(), &other)) continue;
    if (i == model || !Overlap(own, other)) others.push_back(other);
  }
  const Vector3d size = own.high - own.low + Vector3d::Constant(kGap);
  for (int ring = 1; ring <= 8; ++ring) {
    for (const auto& [x, y] : {std::pair(0, 1), {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}}) {
      const Vector3d move(ring * x * size.x(), ring * y * size.y(), 0.0);
      const Extent there{own.low + move, own.high + move};
      const auto meets = [&](const Extent& other) { return Overlap(there, other); };
      if (std::none_of(others.begin(), others.end(), meets)) return move;
    }
  }
  return Vector3d(0.0, size.y(), 0.0);
}

Status Duplicate(Control* control, const sm::DuplicateEntity::Request& request,
                 sm::DuplicateEntity::Response* response) {
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  sim::Simulation& simulation = session->simulation();
  const Result<int> model = FindModel(simulation, request.entity);
  if (!model.ok()) return model.error();
  sim::Duplicate duplicate;
  duplicate.model = request.entity;
  const std::string wanted = request.name.empty() ? WithoutNumber(request.entity) : request.name;
  if (!IsEntityName(wanted)) {
    return Error{"'" + wanted + "' is no name: it must not be empty nor have '::' or '/'"};
  }
  duplicate.name = FreeName(simulation.world(), wanted);
  duplicate.X_WM = simulation.ModelPose(model.value());
  if (request.place) {
    const Result<RigidTransform> X_WM = PoseInWorld(simulation, "", request.pose);
    if (!X_WM.ok()) return X_WM.error();
    duplicate.X_WM = X_WM.value();
  } else {
    duplicate.X_WM.p += FreePlace(simulation, model.value());
  }
  const Status status = simulation.Apply(duplicate);
  if (status.ok()) {
    response->entity = duplicate.name;
    control->edits.Count();
  }
  return status;
}

Status Remove(Control* control, const std::string& entity, const std::string& client,
              std::string* token) {
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  const Result<int> model = FindModel(session->simulation(), entity);
  if (!model.ok()) return model.error();
  const Status may = control->claims.Check(entity, client);
  if (!may.ok()) return may;
  const std::string kept_as = control->edits.NewToken();
  const Status status = session->simulation().Apply(sim::Remove{entity, kept_as});
  if (!status.ok()) return status;
  *token = kept_as;
  control->edits.OnRemoved(kept_as, entity);
  control->edits.Count();
  return status;
}

Status Restore(Control* control, const std::string& token, std::string* entity) {
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  const Status status = session->simulation().Apply(sim::PutBack{token});
  if (!status.ok()) return status;
  *entity = control->edits.RemovedName(token);
  control->edits.Count();
  return status;
}

}  // namespace

void OfferCopyServices(Control* control) {
  graph::Graph* graph = &control->run.graph();
  Offer<sm::DuplicateEntity>(graph, "/surefoot/edit/duplicate",
                             [control](const auto& request, auto* response) {
                               Tell(Duplicate(control, request, response), response);
                             });
  OfferCalls<sm::RemoveEntity>(
      graph, "/surefoot/edit/remove",
      [control](const auto& request, const std::shared_ptr<graph::Call>& call) {
        sm::RemoveEntity::Response response;
        Tell(Remove(control, request.entity, call->client(), &response.token), &response);
        call->Respond(&response);
      });
  Offer<sm::RestoreEntity>(graph, "/surefoot/edit/restore",
                           [control](const auto& request, auto* response) {
                             Tell(Restore(control, request.token, &response->entity), response);
                           });
}

}  // namespace surefoot::serve
