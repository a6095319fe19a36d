#include "surefoot/gateways/usarsim/world_control.h"

#include <algorithm>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/simulation_interfaces.h"

// Commands of world controllers: objects are created from a shape, a mass and a colour as SDF,
// moved, and removed when their client leaves unless they are permanent.

namespace surefoot::gateways::usarsim {
namespace {

std::string Number(double value) { return FormatNumber(value, 9); }

std::string Tag(const std::string& name, const std::string& inside) {
  return "<" + name + ">" + inside + "</" + name + ">";
}

std::string Geometry(const std::string& shape, const Vector3d& size) {
  if (shape == "sphere") return Tag("sphere", Tag("radius", Number(size.x() / 2.0)));
  if (shape == "cylinder") {
    return Tag("cylinder", Tag("radius", Number(size.x() / 2.0)) + Tag("length", Number(size.z())));
  }
  return Tag("box",
             Tag("size", Number(size.x()) + " " + Number(size.y()) + " " + Number(size.z())));
}

/// Principal moments of inertia of a solid body of uniform density (kg m^2); `size` is its bounding
/// box, so diameters for round shapes.
Vector3d Moments(const std::string& shape, const Vector3d& size, double mass) {
  const Vector3d squares = size.cwiseProduct(size);
  if (shape == "sphere") return Vector3d::Constant(0.1 * mass * squares.x());
  if (shape == "cylinder") {
    const double across = mass * (squares.x() / 16.0 + squares.z() / 12.0);
    return Vector3d(across, across, mass * squares.x() / 8.0);
  }
  return mass / 12.0 *
         Vector3d(squares.y() + squares.z(), squares.x() + squares.z(), squares.x() + squares.y());
}

/// The object as an SDF model, scaled at constant density; static or free to move.
std::string ObjectSdf(const ObjectSpec& object, const std::string& name, const Vector3d& scale,
                      bool fixed) {
  const Vector3d size = object.size.cwiseProduct(scale);
  const double mass = object.mass * scale.prod();
  const Vector3d moments = Moments(object.shape, size, mass);
  const std::string geometry = Tag("geometry", Geometry(object.shape, size));
  const std::string inertia = Tag("ixx", Number(moments.x())) + Tag("iyy", Number(moments.y())) +
                              Tag("izz", Number(moments.z())) +
                              "<ixy>0</ixy><ixz>0</ixz><iyz>0</iyz>";
  return "<sdf version=\"1.9\"><model name=\"" + name + "\">" +
         Tag("static", fixed ? "true" : "false") + "<link name=\"link\">" +
         Tag("inertial", Tag("mass", Number(mass)) + Tag("inertia", inertia)) +
         "<collision name=\"shape\">" + geometry + "</collision><visual name=\"shape\">" +
         geometry + "</visual></link></model></sdf>";
}

namespace control = msgs::simulation_interfaces;

/// Limits: objects of all clients, way points per object, scale, and the period of moves (ns).
constexpr std::size_t kMaxObjects = 1000;
constexpr std::size_t kMaxPoints = 1000;
constexpr double kBiggestScale = 1000.0;
constexpr SimTimeNs kMoveNs = 20000000;

Vector3d VectorOr(const Line& line, const char* key, const Vector3d& usual) {
  const std::string* text = line.Find(key);
  return text == nullptr ? usual : ParseVector(*text).value_or(usual);
}

}  // namespace

WorldControl::WorldControl(const ClassTable& table, GraphLink* link, Actor actor,
                           const Frames& frames, Ends ends)
    : table_(table),
      link_(*link),
      actor_(std::move(actor)),
      frames_(frames),
      ends_(std::move(ends)) {}

WorldControl::~WorldControl() {
  *alive_ = false;
  for (const auto& [name, object] : objects_) {
    if (!object->permanent) Delete(*object);
    if (object->permanent) link_.Keep(object->counted);
    // An object that is still being spawned is deleted when its answer arrives.
    object->killed = !object->permanent;
  }
}

WorldControl::Object* WorldControl::Find(const std::string& name) {
  const auto found = objects_.find(name);
  return found == objects_.end() ? nullptr : found->second.get();
}

void WorldControl::Handle(const Line& line) {
  const std::string type = line.Text("Type");
  if (SameWord(type, "Create")) return Create(line);
  if (SameWord(type, "Kill")) return Kill(line.Text("Name"));
  if (SameWord(type, "KillAll")) return KillAll(line);
  if (SameWord(type, "AbsMove")) return Move(line, false);
  if (SameWord(type, "RelMove")) return Move(line, true);
  if (SameWord(type, "GetSTA")) return SendState(line);
  for (const char* motion : {"Rotate", "AddWP", "ClearWP", "SetWP"}) {
    if (SameWord(type, motion)) return SetMotion(line, motion);
  }
  ends_.report("CONTROL {Type " + type +
               "}: accepted are Create, Kill, KillAll, AbsMove, RelMove, Rotate, AddWP, ClearWP, "
               "SetWP, GetSTA");
}

void WorldControl::Create(const Line& line) {
  const std::string start = line.Text("Start");
  if (start.empty()) {
    return CreateAt(line, frames_.FromProtocol(VectorOr(line, "Location", Vector3d::Zero()),
                                               VectorOr(line, "Rotation", Vector3d::Zero())));
  }
  link_.Call<control::GetNamedPoses>(actor_.client, "/get_named_poses", {},
                                     [this, alive = alive_, line, start](const auto& response) {
                                       if (!*alive || !response.ok()) return;
                                       for (const control::NamedPose& named : response->poses) {
                                         if (SameWord(named.name, start))
                                           return CreateAt(line, FromPose(named.pose));
                                       }
                                       ends_.report("unknown start pose '" + start + "'");
                                     });
}

// A duplicate name is ignored without an error, as in USARSim. Without {Physics} an object is
// fixed.
void WorldControl::CreateAt(const Line& line, const RigidTransform& X_WO) {
  const std::string name = line.Text("Name");
  const ObjectSpec* spec = table_.FindObject(line.Text("ClassName"));
  if (spec == nullptr) {
    return ends_.report("ClassName '" + line.Text("ClassName") + "' is not an object of the table");
  }
  if (objects_.count(name) > 0) return;
  if (link_.objects() >= kMaxObjects) {
    return ends_.report("there are " + std::to_string(kMaxObjects) + " objects of clients already");
  }
  Vector3d scale = VectorOr(line, "Scale", Vector3d::Ones());
  if (scale.isZero()) scale = Vector3d::Ones();
  if (scale.minCoeff() <= 0.0 || scale.maxCoeff() > kBiggestScale) {
    return ends_.report("Scale is '" + line.Text("Scale") + "', accepted: above 0, up to 1000");
  }
  auto object = std::make_shared<Object>(X_WO);
  object->class_name = spec->name;
  object->memory = line.Text("Memory");
  object->permanent = line.Flag("Permanent").value_or(false);
  object->size = spec->size.cwiseProduct(scale);
  object->counted = link_.CountObject();
  objects_[name] = object;

  control::SpawnEntityService::Request request;
  request.name = EntityName(name, spec->name);
  request.allow_renaming = true;
  request.initial_pose.pose = msgs::ToPose(X_WO);
  const std::string physics = line.Text("Physics");
  const bool fixed = physics.empty() || SameWord(physics, "None");
  if (spec->model.empty()) {
    request.resource_string = ObjectSdf(*spec, request.name, scale, fixed);
  } else {
    request.uri = spec->model;
  }
  const Status waits = link_.Spawn(actor_.client, std::move(request),
                                   [this, alive = alive_, object, name, &link = link_,
                                    client = actor_.client](const auto& response) {
                                     const Status made = Outcome(response);
                                     if (made.ok()) object->entity = response->entity_name;
                                     if (made.ok() && object->killed)
                                       link.DeleteEntity(client, object->entity);
                                     if (made.ok() || !*alive) return;
                                     Lost(name, object.get(), made.error().message);
                                   });
  if (!waits.ok()) Lost(name, object.get(), waits.error().message);
}

void WorldControl::Lost(const std::string& name, const Object* object, const std::string& reason) {
  if (Find(name) == object) objects_.erase(name);
  ends_.report("cannot make " + name + ": " + reason);
}

void WorldControl::Delete(const Object& object) {
  if (!object.entity.empty()) link_.DeleteEntity(actor_.client, object.entity);
}

void WorldControl::Kill(const std::string& name) {
  Object* object = Find(name);
  if (object == nullptr) return ends_.report("unknown object '" + name + "'");
  Delete(*object);
  object->killed = true;
  objects_.erase(name);
}

// With a box, permanent objects inside of it are deleted, too.
void WorldControl::KillAll(const Line& line) {
  if (!line.Has("MinPos") || !line.Has("MaxPos")) {
    std::vector<std::string> names;
    for (const auto& [name, object] : objects_) {
      if (!object->permanent) names.push_back(name);
    }
    for (const std::string& name : names) Kill(name);
    return;
  }
  const Vector3d corner = frames_.Swap(VectorOr(line, "MinPos", Vector3d::Zero()));
  const Vector3d other = frames_.Swap(VectorOr(line, "MaxPos", Vector3d::Zero()));
  const Vector3d min = corner.cwiseMin(other);
  const Vector3d max = corner.cwiseMax(other);
  AskPlaces([this, min, max](const std::map<std::string, RigidTransform>& places) {
    std::vector<std::string> names;
    for (const auto& [name, object] : objects_) {
      const auto place = places.find(object->entity);
      if (place == places.end()) continue;
      const Vector3d& p = place->second.p;
      if ((p.array() >= min.array()).all() && (p.array() <= max.array()).all()) {
        names.push_back(name);
      }
    }
    for (const std::string& name : names) Kill(name);
  });
}

void WorldControl::AskPlaces(
    std::function<void(const std::map<std::string, RigidTransform>&)> then) {
  busy_ = true;
  link_.Call<control::GetEntitiesStates>(
      actor_.client, "/get_entities_states", {},
      [this, alive = alive_, then](const auto& response) {
        if (!*alive) return;
        busy_ = false;
        if (!response.ok()) return;
        std::map<std::string, RigidTransform> places;
        const std::size_t count = std::min(response->entities.size(), response->states.size());
        for (std::size_t i = 0; i < count; ++i) {
          places[response->entities[i]] = FromPose(response->states[i].pose);
        }
        then(places);
      });
}

void WorldControl::Place(const std::string& entity, const RigidTransform& X_WO) {
  control::SetEntityState::Request request;
  request.entity = entity;
  request.state.pose = msgs::ToPose(X_WO);
  link_.Call<control::SetEntityState>(
      actor_.client, "/set_entity_state", request,
      [this, alive = alive_, entity](const auto& response) {
        const Status moved = Outcome(response);
        if (*alive && !moved.ok()) {
          ends_.report("cannot move " + entity + ": " + moved.error().message);
        }
      });
}

// The name may be that of an object of this connection, or of any entity, such as a robot.
void WorldControl::Move(const Line& line, bool relative) {
  const std::string name = line.Text("Name");
  const RigidTransform X = frames_.FromProtocol(VectorOr(line, "Location", Vector3d::Zero()),
                                                VectorOr(line, "Rotation", Vector3d::Zero()));
  const Object* object = Find(name);
  const std::string entity = object == nullptr ? name : object->entity;
  AskPlaces([this, name, entity, X, relative](const auto& places) {
    const auto found = places.find(entity);
    if (found == places.end()) return ends_.report("unknown object or robot '" + name + "'");
    RigidTransform X_WO = X;
    if (relative) {
      // Translation in the world's axes, rotation about the object's own.
      X_WO.p = found->second.p + X.p;
      X_WO.q = found->second.q * X.q;
    }
    if (Object* moved = Find(name)) moved->motion.Put(X_WO);
    Place(entity, X_WO);
  });
}

// Way points are in the protocol's frame, so they are converted once, here.
void WorldControl::SetMotion(const Line& line, const std::string& type) {
  Object* object = Find(line.Text("Name"));
  if (object == nullptr) return ends_.report("unknown object '" + line.Text("Name") + "'");
  if (type == "Rotate") {
    return object->motion.Turn(frames_.SwapTurn(VectorOr(line, "Speed", Vector3d::Zero())));
  }
  if (type == "ClearWP") {
    object->motion.ClearPoints();
    return Place(object->entity, object->motion.X_WO());
  }
  if (type == "SetWP") return SetWay(line, object);
  const auto numbers = ParseNumbers(line.Text("WP"), 3 * kMaxPoints);
  if (!numbers || numbers->size() % 3 != 0 ||
      object->motion.points() + numbers->size() / 3 > kMaxPoints) {
    return ends_.report("WP must be x,y,z;x,y,z;..., at most 1000 points");
  }
  for (std::size_t i = 0; i < numbers->size(); i += 3) {
    object->motion.AddPoint(
        frames_.Swap(Vector3d((*numbers)[i], (*numbers)[i + 1], (*numbers)[i + 2])));
  }
}

void WorldControl::SetWay(const Line& line, Object* object) {
  const std::optional<double> speed = line.Number("Speed");
  const std::optional<double> time = line.Number("Time");
  if (speed && *speed >= 0.0) object->motion.set_speed(*speed);
  if (time && *time > 0.0) object->motion.set_duration(*time);
  if (const auto loop = line.Flag("Loop")) object->motion.set_loop(*loop);
  if (const auto moving = line.Flag("Moving")) object->motion.set_moving(*moving);
  if (const auto reset = line.Flag("ResetOnClear")) object->motion.set_reset_on_clear(*reset);
}

// STA of the world controller: all objects that match, in one line. UDK's braces are unbalanced
// around Memory; these are balanced.
void WorldControl::SendState(const Line& line) {
  const std::string requested = line.Text("Name");
  const std::string requested_class = line.Text("ClassName");
  AskPlaces([this, requested, requested_class](const auto& places) {
    Out out("STA");
    for (const auto& [name, object] : objects_) {
      if (!requested.empty() && !SameWord(requested, name)) continue;
      if (!requested_class.empty() && table_.FindObject(requested_class) != nullptr &&
          !SameWord(table_.FindObject(requested_class)->name, object->class_name)) {
        continue;
      }
      const auto place = places.find(object->entity);
      const RigidTransform X = place == places.end() ? object->motion.X_WO() : place->second;
      out.Add("Name", name)
          .Add("Size", object->size, 4)
          .Add("Location", frames_.Swap(X.p), 4)
          .Add("Memory", Clean(object->memory))
          .Add("Rotation", frames_.Angles(X.q), 4);
    }
    ends_.answer(out.Take());
  });
}

// Moves are sent every kMoveNs of simulated time, not in every step: each is a service call.
void WorldControl::Tick() {
  const SimTimeNs now_ns = link_.time_ns();
  if (moved_ns_ < 0 || now_ns < moved_ns_) moved_ns_ = now_ns;
  if (now_ns - moved_ns_ < kMoveNs) return;
  const double seconds = ToSeconds(now_ns - moved_ns_);
  moved_ns_ = now_ns;
  for (const auto& [name, object] : objects_) {
    if (object->entity.empty() || !object->motion.Advance(seconds)) continue;
    Place(object->entity, object->motion.X_WO());
  }
}

}  // namespace surefoot::gateways::usarsim
