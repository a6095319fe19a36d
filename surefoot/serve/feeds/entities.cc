#include "surefoot/serve/feeds/entities.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "surefoot/base/pattern.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/math/decompose.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/geometry.h"

// Entities of simulation_interfaces are models. Filters use POSIX regular expressions, as the
// standard requires.

namespace surefoot::serve {
namespace {

namespace si = msgs::simulation_interfaces;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The rotation that turns a coordinate axis, or its opposite, upwards (+z).
Quaterniond Upwards(int axis, double sign) {
  Vector3d direction = Vector3d::Zero();
  direction[axis] = sign;
  return RotationBetween(direction, Vector3d::UnitZ());
}

/// Extends the box by a shape. The extent along each axis comes from the lowest point of six
/// rotated copies, because shapes offer LowestZ only.
void Include(const world::Geometry& geometry, const RigidTransform& X_FG, Extent* extent) {
  for (int axis = 0; axis < 3; ++axis) {
    const double low =
        world::LowestZ(geometry, RigidTransform(Upwards(axis, 1.0), Vector3d::Zero()) * X_FG);
    const double high =
        -world::LowestZ(geometry, RigidTransform(Upwards(axis, -1.0), Vector3d::Zero()) * X_FG);
    extent->low[axis] = std::min(extent->low[axis], low);
    extent->high[axis] = std::max(extent->high[axis], high);
  }
}

std::string ModelNames(const world::World& world) {
  return Joined(world.spec().models, &world::ModelInstance::name);
}

/// The models whose name contains a match of a POSIX extended regular expression, as
/// simulation_interfaces/EntityFilters defines; all for an empty one.
Result<std::vector<int>> ModelsNamed(const world::World& world, const std::string& expression) {
  const std::string what = "the filter '" + expression.substr(0, 100) + "'";
  const Pattern pattern = SUREFOOT_TRY(Within(what, Pattern::Make(expression)));
  // For all names together: the time must not grow with the number of models.
  std::int64_t steps = Pattern::kMaxSteps;
  std::vector<int> models;
  for (int model = 0; model < world.model_count(); ++model) {
    const Result<bool> found = pattern.Finds(world.instance(model).name, &steps);
    if (SUREFOOT_TRY(Within(what, found))) models.push_back(model);
  }
  return models;
}

/// Whether bounds can be used as a filter, or why not.
ResultMessage CheckBounds(const si::Bounds& bounds) {
  if (bounds.type_ == si::Bounds::TYPE_EMPTY) return MakeResult(Status());
  if (bounds.type_ != si::Bounds::TYPE_BOX && bounds.type_ != si::Bounds::TYPE_SPHERE) {
    return MakeResult(ResultMessage::RESULT_FEATURE_UNSUPPORTED,
                      "bounds of type " + std::to_string(bounds.type_) +
                          " cannot filter; accepted: 0 empty, 1 box, 3 sphere");
  }
  if (bounds.points.size() == 2) return MakeResult(Status());
  return MakeResult(
      ResultMessage::RESULT_OPERATION_FAILED,
      "bounds of boxes and spheres need 2 points, not " + std::to_string(bounds.points.size()));
}

/// A sphere's points are its centre and (radius, 0, 0), as in simulation_interfaces/Bounds.
bool Overlaps(const Extent& extent, const si::Bounds& bounds) {
  const Vector3d a = msgs::FromVector3(bounds.points[0]);
  const Vector3d b = msgs::FromVector3(bounds.points[1]);
  if (bounds.type_ == si::Bounds::TYPE_SPHERE) {
    const Vector3d nearest = a.cwiseMax(extent.low).cwiseMin(extent.high);
    return (nearest - a).norm() <= b.x();
  }
  return (a.cwiseMax(b).array() >= extent.low.array()).all() &&
         (a.cwiseMin(b).array() <= extent.high.array()).all();
}

bool PassesBounds(const sim::Simulation& simulation, int model, const si::Bounds& bounds) {
  if (bounds.type_ == si::Bounds::TYPE_EMPTY) return true;
  Extent extent;
  if (FindExtent(simulation, model, RigidTransform(), &extent)) return Overlaps(extent, bounds);
  // A model without shapes counts as a point, one with a plane is everywhere.
  const world::Model& description = simulation.world().model(model);
  const bool has_shape =
      std::any_of(description.links.begin(), description.links.end(),
                  [](const world::Link& link) { return !link.collisions.empty(); });
  if (has_shape) return true;
  extent.low = extent.high = simulation.ModelPose(model).p;
  return Overlaps(extent, bounds);
}

std::vector<std::string> Words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Reads <surefoot:named_pose>. Mistakes in it were reported when the world was loaded.
NamedPlace Read(const world::Element& element) {
  Problems ignored;
  const world::ElementReader reader(element, &ignored);
  const RigidTransform X_WP = reader.Pose("pose");
  NamedPlace place;
  place.pose.name = reader.Text("name");
  place.pose.description = reader.Text("description");
  place.pose.tags = Words(reader.Text("tags"));
  place.pose.pose = msgs::ToPose(X_WP);
  if (!reader.Has("size")) return place;
  const Vector3d half = 0.5 * reader.Vector("size", Vector3d::Zero());
  place.bounds.type_ = si::Bounds::TYPE_BOX;
  place.bounds.points = {msgs::ToVector3(X_WP.p + half), msgs::ToVector3(X_WP.p - half)};
  return place;
}

}  // namespace

bool FindExtent(const sim::Simulation& simulation, int model, const RigidTransform& X_FW,
                Extent* extent) {
  const world::World& world = simulation.world();
  extent->low = Vector3d::Constant(kInfinity);
  extent->high = Vector3d::Constant(-kInfinity);
  const world::Range& links = world.layout(model).links;
  for (int link = links.first; link < links.end(); ++link) {
    const RigidTransform X_FL = X_FW * simulation.state().X_WL[static_cast<std::size_t>(link)];
    for (const world::Collision& collision : world.link(link).collisions) {
      if (std::holds_alternative<world::Plane>(collision.geometry)) return false;
      Include(collision.geometry, X_FL * collision.X_LG, extent);
    }
  }
  return extent->low.allFinite() && extent->high.allFinite();
}

si::EntityInfo InfoOf(Run* run, int model) {
  const world::World& world = run->session()->world();
  const auto found = run->infos().find(world.instance(model).name);
  if (found != run->infos().end()) return found->second;
  const world::Model& description = world.model(model);
  const sensors::SensorRegistry& kinds = run->session()->simulation().machine().sensor_kinds();
  Problems ignored;
  using C = si::EntityCategory;
  si::EntityInfo info;
  // A robot is what has drives or sensors.
  info.category.category = description.is_static ? C::CATEGORY_STATIC_OBJECT
                           : !plugins::DrivesOf(description, &ignored).empty() ||
                                   !sensors::PlacedIn(description, kinds, &ignored).empty()
                               ? C::CATEGORY_ROBOT
                               : C::CATEGORY_DYNAMIC_OBJECT;
  info.description = "model '" + description.name + "'";
  return info;
}

si::EntityState StateOf(const sim::Simulation& simulation, int model) {
  si::EntityState state;
  state.header.stamp = msgs::ToTime(simulation.time_ns());
  state.header.frame_id = "world";
  state.pose = msgs::ToPose(simulation.ModelPose(model));
  const surefoot::Twist V = simulation.ModelVelocity(model);
  state.twist.linear = msgs::ToVector3(V.v);
  state.twist.angular = msgs::ToVector3(V.w);
  return state;
}

Result<RigidTransform> FindFrame(const sim::Simulation& simulation, const std::string& frame) {
  if (frame.empty() || frame == "world") return RigidTransform();
  const world::World& world = simulation.world();
  const int model = world.FindModel(frame);
  if (model >= 0) return simulation.ModelPose(model);
  std::string link = frame;
  const std::size_t slash = frame.find('/');
  if (slash != std::string::npos) link.replace(slash, 1, "::");
  const int id = world.FindLink(link);
  if (id >= 0) return simulation.state().X_WL[static_cast<std::size_t>(id)];
  return Error{"unknown frame '" + frame + "'; accepted: world, a model or model::link"};
}

Result<RigidTransform> PoseInWorld(const sim::Simulation& simulation, const std::string& frame,
                                   const msgs::geometry_msgs::Pose& pose) {
  const Result<RigidTransform> X_WF = FindFrame(simulation, frame);
  if (!X_WF.ok()) return X_WF.error();
  const Quaterniond q(pose.orientation.w, pose.orientation.x, pose.orientation.y,
                      pose.orientation.z);
  const Vector3d p(pose.position.x, pose.position.y, pose.position.z);
  if (!p.allFinite() || !q.coeffs().allFinite()) return Error{"the pose is not finite"};
  const double norm = q.norm();
  if (!(norm > 1e-3)) return Error{"the orientation is not a rotation: its quaternion is zero"};
  // A quaternion that is already normalized is kept bit for bit, so that a state can be read and
  // set again without change.
  const bool is_unit = std::abs(norm - 1.0) < 1e-12;
  return X_WF.value() * RigidTransform(is_unit ? q : q.normalized(), p);
}

int FindEntity(const sim::Simulation& simulation, const std::string& name, si::Result* result) {
  const int model = simulation.world().FindModel(name);
  *result = model >= 0 ? MakeResult(Status())
                       : MakeResult(ResultMessage::RESULT_NOT_FOUND,
                                    "unknown entity '" + name +
                                        "'; there are: " + ModelNames(simulation.world()));
  return model;
}

bool PassesTags(const si::TagsFilter& filter, const std::vector<std::string>& tags) {
  if (filter.tags.empty()) return true;
  const auto has = [&](const std::string& tag) {
    return std::find(tags.begin(), tags.end(), tag) != tags.end();
  };
  return filter.filter_mode == si::TagsFilter::FILTER_MODE_ALL
             ? std::all_of(filter.tags.begin(), filter.tags.end(), has)
             : std::any_of(filter.tags.begin(), filter.tags.end(), has);
}

bool IsEntityName(const std::string& name) {
  const auto bad = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '/'; };
  return !name.empty() && name.find("::") == std::string::npos &&
         std::none_of(name.begin(), name.end(), bad);
}

std::string FreeName(const world::World& world, const std::string& requested) {
  std::string name = requested;
  for (int i = 1; world.FindModel(name) >= 0; ++i) name = requested + "_" + std::to_string(i);
  return name;
}

std::vector<int> Filtered(Run* run, const si::EntityFilters& filters, si::Result* result) {
  const sim::Simulation& simulation = run->session()->simulation();
  std::vector<int> models;
  *result = CheckBounds(filters.bounds);
  if (result->result != ResultMessage::RESULT_OK) return models;
  const Result<std::vector<int>> named = ModelsNamed(simulation.world(), filters.filter);
  if (!named.ok()) {
    *result = MakeResult(ResultMessage::RESULT_OPERATION_FAILED, named.error().message);
    return models;
  }
  for (const int model : named.value()) {
    const si::EntityInfo info = InfoOf(run, model);
    const bool category =
        filters.categories.empty() ||
        std::any_of(filters.categories.begin(), filters.categories.end(),
                    [&](const si::EntityCategory& c) { return c == info.category; });
    if (category && PassesTags(filters.tags, info.tags) &&
        PassesBounds(simulation, model, filters.bounds)) {
      models.push_back(model);
    }
  }
  return models;
}

std::vector<NamedPlace> NamedPlaces(const world::WorldSpec& spec) {
  std::vector<NamedPlace> places;
  for (const world::Element& element : spec.extensions) {
    if (element.name == "surefoot:named_pose") places.push_back(Read(element));
  }
  for (const world::ModelInstance& model : spec.models) {
    if (model.model->is_static) continue;
    NamedPlace place;
    place.pose.name = model.name + "_start";
    place.pose.description = "where '" + model.name + "' starts";
    place.pose.tags = {"start"};
    place.pose.pose = msgs::ToPose(model.X_WM);
    places.push_back(std::move(place));
  }
  return places;
}

}  // namespace surefoot::serve
