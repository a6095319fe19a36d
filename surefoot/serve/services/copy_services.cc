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

Status Duplicate(Session* session, Edits* edits, const sm::DuplicateEntity::Request& request,
                 sm::DuplicateEntity::Response* response) {
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
  if (!status.ok()) return status;
  response->entity = duplicate.name;
  edits->Count();
  return status;
}

Status Remove(Session* session, Edits* edits, Claims* claims,
              const sm::RemoveEntity::Request& request, const std::string& client,
              sm::RemoveEntity::Response* response) {
  const Result<int> model = FindModel(session->simulation(), request.entity);
  if (!model.ok()) return model.error();
  const Status may = claims->Check(request.entity, client);
  if (!may.ok()) return may;
  const std::string kept_as = edits->NewToken();
  const Status status = session->simulation().Apply(sim::Remove{request.entity, kept_as});
  if (!status.ok()) return status;
  response->token = kept_as;
  edits->OnRemoved(kept_as, request.entity);
  edits->Count();
  return status;
}

Status Restore(Session* session, Edits* edits, const sm::RestoreEntity::Request& request,
               sm::RestoreEntity::Response* response) {
  const Status status = session->simulation().Apply(sim::PutBack{request.token});
  if (!status.ok()) return status;
  response->entity = edits->RemovedName(request.token);
  edits->Count();
  return status;
}

}  // namespace

void OfferCopyServices(WorldControl* world, Claims* claims) {
  Run* run = &world->run;
  Edits* edits = &world->edits;
  OfferInWorld<sm::DuplicateEntity>(run, "/surefoot/edit/duplicate", Duplicate, edits);
  OfferInWorld<sm::RemoveEntity>(run, "/surefoot/edit/remove", Remove, edits, claims);
  OfferInWorld<sm::RestoreEntity>(run, "/surefoot/edit/restore", Restore, edits);
}

}  // namespace surefoot::serve
