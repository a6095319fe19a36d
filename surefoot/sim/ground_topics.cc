#include "surefoot/sim/ground_topics.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/index.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/world/base_link.h"
#include "surefoot/world/plate.h"

// Messages about wheels and contacts are built only while somebody subscribes; they do not
// influence the run.

namespace surefoot::sim {
namespace {

using msgs::surefoot_msgs::WheelGround;

/// Below this speed (m/s), slip is undefined and reported as 0.
constexpr double kMinSpeed = 1e-3;

msgs::geometry_msgs::Point PointAt(const Vector3d& p) {
  msgs::geometry_msgs::Point point;
  point.x = p.x();
  point.y = p.y();
  point.z = p.z();
  return point;
}

/// Resets a message but keeps the memory of its strings.
void Clear(WheelGround* wheel) {
  WheelGround fresh;
  fresh.link.swap(wheel->link);
  fresh.joint.swap(wheel->joint);
  fresh.contact.swap(wheel->contact);
  fresh.ground.swap(wheel->ground);
  for (std::string* text : {&fresh.link, &fresh.joint, &fresh.contact, &fresh.ground})
    text->clear();
  *wheel = std::move(fresh);
}

/// Sum of the forces on a wheel over its contacts.
struct Sum {
  Vector3d f_W = Vector3d::Zero();
  /// Torque about the wheel's centre.
  Vector3d t_C_W = Vector3d::Zero();
  double load = 0.0;
  Vector3d load_times_p_W = Vector3d::Zero();
  Vector3d load_times_normal_W = Vector3d::Zero();

  void Add(const Vector3d& force_W, const Vector3d& torque_C_W, double part, const Vector3d& p_W,
           const Vector3d& normal_W) {
    f_W += force_W;
    t_C_W += torque_C_W;
    load += part;
    load_times_p_W += part * p_W;
    load_times_normal_W += part * normal_W;
  }
};

/// Axes in the ground plane: the rolling direction, and to the left of it.
struct GroundAxes {
  Vector3d forward_W;
  Vector3d left_W;
};

/// Projects the wheel's rolling direction onto the ground; the axle may be inclined.
GroundAxes AxesOn(const Vector3d& normal_W, const ground::HubMotion& motion) {
  const Vector3d across = motion.axle_W.cross(normal_W);
  GroundAxes axes;
  axes.forward_W = across.norm() > 1e-6 ? across.normalized() : motion.forward_W;
  axes.left_W = normal_W.cross(axes.forward_W);
  return axes;
}

/// Computes what follows from the sums and from `slip_speed`, the velocity of the tread relative to
/// the ground.
void Finish(const Sum& sum, const ground::HubMotion& motion, const Vector3d& normal_W,
            WheelGround* out) {
  const GroundAxes axes = AxesOn(normal_W, motion);
  const double v_x = axes.forward_W.dot(motion.v_WC);
  const double v_y = axes.left_W.dot(motion.v_WC);
  const double rolled = v_x - out->slip_speed_x;
  const double fastest = std::max(std::abs(v_x), std::abs(rolled));
  out->touching = true;
  out->load = sum.load;
  // Slip as in terramechanics (Wong, "Theory of Ground Vehicles"): relative to the larger of the
  // two speeds, so it is between -1 and 1 for driving and braking.
  out->slip = fastest < kMinSpeed ? 0.0 : (rolled - v_x) / fastest;
  out->slip_angle = std::hypot(v_x, v_y) < kMinSpeed ? 0.0 : std::atan2(v_y, std::abs(v_x));
  out->drawbar_pull = axes.forward_W.dot(sum.f_W);
  out->lateral_force = axes.left_W.dot(sum.f_W);
  // Reaction torque of the axle: what the motor must supply.
  out->torque = -motion.axle_W.dot(sum.t_C_W);
  out->power = out->torque * motion.spin;
  out->normal = msgs::ToVector3(normal_W);
  out->force = msgs::ToVector3(sum.f_W);
  const Vector3d p_W = sum.load > 0.0 ? Vector3d(sum.load_times_p_W / sum.load) : motion.p_WC;
  out->position = PointAt(p_W);
}

/// A plate (foot) as a wheel that does not roll: x is forward, y is the axle.
world::Wheel AsWheel(const world::Plate& plate) {
  world::Wheel wheel;
  wheel.link = plate.link;
  wheel.joint = -1;
  wheel.p_LC = plate.X_LP.p;
  wheel.axle_L = plate.X_LP.R().col(1);
  return wheel;
}

/// The joint that carries a link; empty if there is none.
std::string CarryingJoint(const world::World& world, int link) {
  const int model = world.model_of_link(link);
  const world::Tree& tree = world.tree(model);
  const int body = tree.body_of_link[At(link - world.layout(model).links.first)];
  const int joint = tree.bodies[At(body)].joint;
  return joint < 0 ? "" : world.JointName(world.layout(model).joints.first + joint);
}

/// The soil's reaction on a plate. Torque and power are those needed to turn it about its vertical
/// axis.
void FillPlate(const ground::GroundSet::Touch& touch, const ground::HubMotion& motion,
               WheelGround* out) {
  const ground::WheelForce& force = touch.force;
  out->touching = true;
  out->contact = world::WheelContactName(touch.contact);
  out->load = force.load;
  out->sinkage = force.sinkage;
  out->slip_speed_x = force.slip_speed_x;
  out->slip_speed_y = force.slip_speed_y;
  out->drawbar_pull = motion.forward_W.dot(force.f_W);
  out->lateral_force = motion.axle_W.dot(force.f_W);
  out->torque = 0.0 - motion.up_W.dot(force.t_C_W);
  out->power = out->torque * motion.up_W.dot(motion.w_W);
  out->position = PointAt(force.p_WP);
  out->normal = msgs::ToVector3(force.normal_W);
  out->force = msgs::ToVector3(force.f_W);
}

/// Contacts with positive distance and no force do not count.
bool Touches(const physics::Contact& contact) {
  return contact.depth >= 0.0 || !contact.f_B_W.isZero(0.0);
}

/// -1 if the topic exists with another type; it is then not published.
template <typename T>
int Advertised(graph::Graph* graph, const std::string& scope, const char* name) {
  const Result<int> topic = graph->Advertise<T>(graph::TopicName(scope, name));
  return topic.ok() ? topic.value() : -1;
}

}  // namespace

GroundTopics::GroundTopics(const world::World& world, graph::Graph* graph)
    : world_(world), graph_(graph) {
  std::vector<int> wheel_links;
  for (std::size_t i = 0; i < world.wheels().size(); ++i) {
    const world::Wheel& wheel = world.wheels()[i];
    wheels_.push_back({static_cast<int>(i), ground::Hub(world, wheel), world.LinkName(wheel.link),
                       world.JointName(wheel.joint)});
    wheel_links.push_back(wheel.link);
  }
  // Problems with plates were reported when the world was made.
  Problems problems;
  for (const world::Plate& plate : world::FindPlates(world, &problems)) {
    wheels_.push_back({static_cast<int>(wheels_.size()), ground::Hub(world, AsWheel(plate)),
                       world.LinkName(plate.link), CarryingJoint(world, plate.link)});
    wheel_links.push_back(plate.link);
  }
  for (int link = 0; link < world.link_count(); ++link) link_names_.push_back(world.LinkName(link));
  for (int model = 0; model < world.model_count(); ++model) {
    if (world::BaseLink(world, model) < 0) continue;
    auto robot = std::make_unique<Robot>();
    robot->model = model;
    const std::string scope = graph::TopicName("", world.instance(model).name);
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
      if (world.model_of_link(wheel_links[i]) == model) robot->wheels.push_back(i);
    }
    robot->contacts_topic =
        Advertised<msgs::surefoot_msgs::Contacts>(graph, scope, "ground/contacts");
    if (!robot->wheels.empty()) {
      robot->wheels_topic =
          Advertised<msgs::surefoot_msgs::WheelGrounds>(graph, scope, "ground/wheels");
    }
    robots_.push_back(std::move(robot));
  }
}

void GroundTopics::Publish(const physics::State& state, const physics::StepReport& report,
                           const ground::GroundSet& ground, SimTimeNs time_ns, SimTimeNs step_ns) {
  // True once in each period, whatever the step size.
  if (time_ns / kPeriodNs == (time_ns - step_ns) / kPeriodNs) return;
  for (const std::unique_ptr<Robot>& robot : robots_) {
    if (IsListenedTo(robot->wheels_topic)) {
      robot->wheels_message.header.stamp = msgs::ToTime(time_ns);
      robot->wheels_message.header.frame_id = "world";
      FillWheels(state, report, ground, robot.get());
      graph_->Publish(robot->wheels_topic, time_ns, robot->wheels_message);
    }
    if (IsListenedTo(robot->contacts_topic)) {
      robot->contacts_message.header.stamp = msgs::ToTime(time_ns);
      robot->contacts_message.header.frame_id = "world";
      FillContacts(report, robot.get());
      graph_->Publish(robot->contacts_topic, time_ns, robot->contacts_message);
    }
  }
}

void GroundTopics::FillWheels(const physics::State& state, const physics::StepReport& report,
                              const ground::GroundSet& ground, Robot* robot) const {
  robot->wheels_message.wheels.resize(robot->wheels.size());
  for (std::size_t i = 0; i < robot->wheels.size(); ++i) {
    const Wheel& wheel = wheels_[robot->wheels[i]];
    WheelGround& out = robot->wheels_message.wheels[i];
    Clear(&out);
    out.link = wheel.link;
    out.joint = wheel.joint;
    const ground::HubMotion motion = wheel.hub.MotionOf(state);
    AddOwnContact(ground, wheel, motion, &out);
    if (!out.touching) AddEngineContact(report, wheel, motion, &out);
  }
}

/// Contacts of Surefoot's tyre and soil models, and of plates, which are numbered after the wheels.
void GroundTopics::AddOwnContact(const ground::GroundSet& ground, const Wheel& wheel,
                                 const ground::HubMotion& motion, WheelGround* out) const {
  Sum sum;
  for (const ground::GroundSet::Touch& touch : ground.touches()) {
    if (touch.wheel != wheel.index) continue;
    if (At(wheel.index) >= world_.wheels().size()) {
      FillPlate(touch, motion, out);
      out->ground = GroundName(touch.link, touch.collision);
      return;
    }
    const ground::WheelForce& force = touch.force;
    if (force.load >= sum.load) {
      // At the border of two grounds, the one that carries more counts.
      out->slip_speed_x = force.slip_speed_x;
      out->slip_speed_y = force.slip_speed_y;
      out->contact = world::WheelContactName(touch.contact);
      out->ground = GroundName(touch.link, touch.collision);
    }
    out->sinkage = std::max(out->sinkage, force.sinkage);
    sum.Add(force.f_W, force.t_C_W, force.load, force.p_WP, force.normal_W);
    const Vector3d normal_W =
        sum.load > 0.0 ? Vector3d(sum.load_times_normal_W.normalized()) : Vector3d(force.normal_W);
    Finish(sum, motion, normal_W, out);
  }
}

/// Contacts of a wheel that the engine supports, with static shapes only.
void GroundTopics::AddEngineContact(const physics::StepReport& report, const Wheel& wheel,
                                    const ground::HubMotion& motion, WheelGround* out) const {
  Sum sum;
  Vector3d normal_W = Vector3d::UnitZ();
  double largest = -1.0;
  for (const physics::Contact& contact : report.contacts) {
    if (!Touches(contact)) continue;
    const bool is_b = world_.WheelOf(contact.link_b) == wheel.index;
    if (!is_b && world_.WheelOf(contact.link_a) != wheel.index) continue;
    if (!world_.IsStatic(is_b ? contact.link_a : contact.link_b)) continue;
    const double sign = is_b ? 1.0 : -1.0;
    // The engine reports the force on b; the sign gives the force on the wheel.
    const Vector3d f_W = sign * contact.f_B_W;
    const Vector3d n_W = sign * contact.n_W;
    const double load = f_W.dot(n_W);
    sum.Add(f_W, (contact.p_WC - motion.p_WC).cross(f_W), load, contact.p_WC, n_W);
    if (load > largest) {
      largest = load;
      normal_W = n_W;
      out->ground = GroundName(is_b ? contact.link_a : contact.link_b,
                               is_b ? contact.collision_a : contact.collision_b);
    }
    out->sinkage = std::max(out->sinkage, contact.depth);
  }
  if (largest < 0.0) return;
  if (sum.load > 0.0) normal_W = sum.load_times_normal_W.normalized();
  const GroundAxes axes = AxesOn(normal_W, motion);
  const double radius = world_.wheels()[At(wheel.index)].radius;
  out->contact = world::WheelContactName(world::WheelContact::kEngine);
  out->slip_speed_x = axes.forward_W.dot(motion.v_WC) - radius * motion.spin;
  out->slip_speed_y = axes.left_W.dot(motion.v_WC);
  Finish(sum, motion, normal_W, out);
}

const std::string& GroundTopics::GroundName(int link, int collision) const {
  if (link < 0) return no_name_;
  const world::GroundMaterial* material = world_.GroundOf(link, collision);
  return material != nullptr ? material->name
                             : world_.link(link).collisions[At(collision)].surface.name;
}

void GroundTopics::FillContacts(const physics::StepReport& report, Robot* robot) const {
  std::size_t count = 0;
  auto& out = robot->contacts_message.contacts;
  for (const physics::Contact& contact : report.contacts) {
    if (!Touches(contact)) continue;
    if (world_.model_of_link(contact.link_a) != robot->model &&
        world_.model_of_link(contact.link_b) != robot->model) {
      continue;
    }
    if (out.size() == count) TakeSpare(robot);
    msgs::surefoot_msgs::Contact& message = out[count++];
    message.link_a = link_names_[At(contact.link_a)];
    message.link_b = link_names_[At(contact.link_b)];
    message.collision_a = world_.link(contact.link_a).collisions[At(contact.collision_a)].name;
    message.collision_b = world_.link(contact.link_b).collisions[At(contact.collision_b)].name;
    message.position = PointAt(contact.p_WC);
    message.normal = msgs::ToVector3(contact.n_W);
    message.force_on_b = msgs::ToVector3(contact.f_B_W);
    message.depth = contact.depth;
  }
  for (; out.size() > count; out.pop_back()) robot->spare.push_back(std::move(out.back()));
}

/// Adds a contact message, reusing the memory of a previous one if possible.
void GroundTopics::TakeSpare(Robot* robot) {
  auto& out = robot->contacts_message.contacts;
  if (robot->spare.empty()) {
    out.emplace_back();
    return;
  }
  out.push_back(std::move(robot->spare.back()));
  robot->spare.pop_back();
}

}  // namespace surefoot::sim
