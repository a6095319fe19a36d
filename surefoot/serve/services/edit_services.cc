/// Numbers and choices of the description, looked at and changed while it runs.

#include <algorithm>
#include <filesystem>
#include <set>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/session/input_message.h"
#include "surefoot/sim/property.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;

constexpr const char* kWorldPart = "world";
constexpr double kMostGravity = 1e3;

bool IsGroundChoice(const std::string& property) {
  return property == "ground" || (property != ".ground" && property.ends_with(".ground"));
}

/// Of the data files.
std::set<std::string> KnownGrounds(const Parts& parts) {
  std::set<std::string> names;
  for (const std::string& folder : parts.data_folders) {
    for (const char* kind : {"grounds", "soils"}) {
      std::error_code error;
      const std::filesystem::path place = std::filesystem::path(folder) / kind;
      for (const auto& entry : std::filesystem::directory_iterator(place, error)) {
        if (entry.path().extension() == ".xml") names.insert(entry.path().stem().string());
      }
    }
  }
  return names;
}

/// What the world itself has: gravity acts as it is now, not as its file says.
std::vector<sim::Property> WorldProperties(const Vector3d& gravity_W) {
  sim::Property gravity;
  gravity.name = "gravity";
  gravity.label = "Gravity";
  gravity.group = "World";
  gravity.kind = "vector";
  gravity.unit = "m/s^2";
  gravity.value = {gravity_W.x(), gravity_W.y(), gravity_W.z()};
  gravity.lower = -kMostGravity;
  gravity.upper = kMostGravity;
  return {gravity};
}

Result<std::vector<sim::Property>> PropertiesNow(const sim::Simulation& simulation,
                                                 const std::string& entity,
                                                 const std::string& part) {
  if (part == kWorldPart) return WorldProperties(simulation.machine().inputs().gravity_W);
  return sim::PropertiesOf(simulation.world(), simulation.machine().sensor_kinds(), entity, part);
}

sm::Property Message(const sim::Property& now, const sim::Property& original) {
  sm::Property message;
  message.name = now.name;
  message.label = now.label;
  message.group = now.group;
  message.kind = now.kind;
  message.unit = now.unit;
  message.value = now.value;
  message.original = original.value;
  message.text = now.text;
  message.original_text = original.text;
  message.choices = now.choices;
  message.lower = now.lower;
  message.upper = now.upper;
  return message;
}

void AddKnownGrounds(const Parts& parts, sm::Property* property) {
  if (!IsGroundChoice(property->name)) return;
  auto& choices = property->choices;
  for (const std::string& name : KnownGrounds(parts)) {
    if (std::find(choices.begin(), choices.end(), name) == choices.end()) choices.push_back(name);
  }
}

Status GetProperties(Session* session, WorldControl* control,
                     const sm::GetProperties::Request& request,
                     sm::GetProperties::Response* response) {
  const sim::Simulation& simulation = session->simulation();
  const auto now = PropertiesNow(simulation, request.entity, request.part);
  if (!now.ok()) return now.error();
  const std::vector<sim::Property> before =
      request.part == kWorldPart
          ? WorldProperties(simulation.machine().first_world().spec().gravity_W)
          : control->edits.Originals(simulation, request.entity, request.part);
  const auto shared = sim::SharedWith(simulation.world(), simulation.machine().sensor_kinds(),
                                      request.entity, request.part, now.value());
  for (std::size_t i = 0; i < now->size(); ++i) {
    const sim::Property& property = (*now)[i];
    const auto found = std::find_if(before.begin(), before.end(), [&](const sim::Property& p) {
      return p.name == property.name;
    });
    response->properties.push_back(Message(property, found != before.end() ? *found : property));
    response->properties.back().shared_with = shared[i];
    AddKnownGrounds(control->run.parts(), &response->properties.back());
  }
  return Status();
}

/// Several parts, one in a line, are changed in one go.
std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

Status SetGravity(const sm::SetProperty::Request& request, sim::Simulation* simulation) {
  const auto& v = request.value;
  const auto fits = [](double x) { return x >= -kMostGravity && x <= kMostGravity; };
  if (request.property != "gravity") {
    return Error{"there is no property '" + request.property + "' here; there are: gravity"};
  }
  if (v.size() != 3 || !std::all_of(v.begin(), v.end(), fits)) {
    return Error{"Gravity must be three numbers between -1000 and 1000 m/s^2"};
  }
  return simulation->Apply(sim::GravityChange{Vector3d(v[0], v[1], v[2])});
}

Result<sim::PropertyChange> ChangeOf(const Parts& parts, const sm::SetProperty::Request& request) {
  sim::PropertyChange change;
  change.entity = request.entity;
  change.parts = Lines(request.part);
  change.property = request.property;
  change.values = request.value;
  change.text = request.text;
  if (!IsGroundChoice(request.property)) return change;
  const auto load = [&parts](const std::string&, const std::string& text) {
    return LoadTextForSpawn(parts, text, nullptr);
  };
  const auto grounds = GroundsNamed(request.property, request.text, load);
  if (!grounds.ok()) return grounds.error();
  change.grounds = grounds.value();
  return change;
}

Status SetProperty(Session* session, WorldControl* control, Claims* claims,
                   const sm::SetProperty::Request& request, const std::string& client,
                   sm::SetProperty::Response* response) {
  sim::Simulation& simulation = session->simulation();
  const Status may = claims->Check(request.entity, client);
  if (!may.ok()) return may;
  const auto before = PropertiesNow(simulation, request.entity, Lines(request.part)[0]);
  if (!before.ok()) return before.error();
  for (const sim::Property& property : before.value()) {
    if (property.name != request.property) continue;
    response->old_value = property.value;
    response->old_text = property.text;
  }
  Status status;
  if (request.part == kWorldPart) {
    status = SetGravity(request, &simulation);
  } else {
    Result<sim::PropertyChange> change = ChangeOf(control->run.parts(), request);
    if (!change.ok()) return change.error();
    if (!request.entity.empty()) control->edits.Remember(simulation, request.entity);
    status = simulation.Apply(std::move(change).value());
  }
  if (status.ok()) control->edits.Count();
  return status;
}

}  // namespace

void OfferEditServices(WorldControl* world, Claims* claims) {
  OfferInWorld<sm::GetProperties>(&world->run, "/surefoot/edit/properties", GetProperties, world);
  OfferInWorld<sm::SetProperty>(&world->run, "/surefoot/edit/set", SetProperty, world, claims);
}

}  // namespace surefoot::serve
