#include "tests/scene/ground_lab.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/session/load.h"

namespace surefoot::conformance {
namespace {

constexpr double kCommandPeriod = 0.05;

}  // namespace

std::shared_ptr<const world::Model> LoadRobot(const std::string& uri) {
  Problems problems;
  const auto model = LoadModel(BuiltinParts(), uri, &problems);
  SUREFOOT_CHECK(model.ok(), uri + ": " + problems.ErrorText());
  return model.value();
}

std::shared_ptr<const world::Model> WithoutLugs(const world::Model& robot) {
  auto copy = std::make_shared<world::Model>(robot);
  for (world::Link& link : copy->links) {
    for (world::Element& extension : link.extensions) {
      auto& children = extension.children;
      children.erase(
          std::remove_if(children.begin(), children.end(),
                         [](const world::Element& e) { return e.name.rfind("lug", 0) == 0; }),
          children.end());
    }
  }
  return copy;
}

world::HardGround Hard(double mu, double rolling_resistance, double slip_stiffness) {
  world::HardGround hard;
  hard.mu = mu;
  hard.rolling_resistance = rolling_resistance;
  hard.slip_stiffness = slip_stiffness;
  return hard;
}

Scene OnGround(const world::GroundMaterial& ground, std::shared_ptr<const world::Model> robot,
               double slope, double heading) {
  Scene scene;
  scene.spec.grounds.push_back(ground);
  scene.spec.grounds.back().name = "lab";
  scene.spec.wheel_contact =
      ground.has_soil ? world::WheelContact::kSoil : world::WheelContact::kTyre;
  const Quaterniond q_WM(Eigen::AngleAxisd(-slope, Vector3d::UnitY()));
  const Quaterniond q_MR(Eigen::AngleAxisd(heading, Vector3d::UnitZ()));
  const double height = -LowestPoint(*robot);
  scene.Add(Solid("ground", world::Plane(), "lab"), RigidTransform(q_WM, Vector3d::Zero()));
  scene.Add(std::move(robot), RigidTransform(q_WM * q_MR, q_WM * Vector3d(0, 0, height)), "robot");
  return scene;
}

Scene OnGround(const world::HardGround& ground, std::shared_ptr<const world::Model> robot,
               double slope, double heading) {
  world::GroundMaterial material;
  material.hard = ground;
  return OnGround(material, std::move(robot), slope, heading);
}

LabRun::LabRun(sim::Simulation* simulation, const std::string& base, const std::string& topic)
    : simulation_(*simulation), base_(simulation->world().FindLink(base)), topic_(topic) {
  SUREFOOT_CHECK(base_ >= 0, "no link " + base);
  Watch();
}

const RigidTransform& LabRun::pose() const {
  return simulation_.state().X_WL[static_cast<std::size_t>(base_)];
}

const Twist& LabRun::velocity() const {
  return simulation_.state().V_WL_W[static_cast<std::size_t>(base_)];
}

void LabRun::Watch() {
  watched_ = Watched();
  watched_.lowest = watched_.highest = pose().p.z();
  watched_.min_load = std::numeric_limits<double>::infinity();
}

void LabRun::Step() {
  const Vector3d before = velocity().v;
  const Status status = simulation_.Step();
  if (!status.ok()) error_ = status.error().message;
  const double dt = simulation_.step_size();
  turned_ += dt * velocity().w.z();
  watched_.acceleration = std::max(watched_.acceleration, (velocity().v - before).norm() / dt);
  watched_.lowest = std::min(watched_.lowest, pose().p.z());
  watched_.highest = std::max(watched_.highest, pose().p.z());
  watched_.fastest = std::max(watched_.fastest, velocity().v.norm());
  for (const auto& touch : simulation_.machine().ground().touches()) {
    watched_.min_load = std::min(watched_.min_load, touch.force.load);
    watched_.max_load = std::max(watched_.max_load, touch.force.load);
  }
}

void LabRun::Drive(const Twist2& command, double seconds) {
  msgs::geometry_msgs::Twist twist;
  twist.linear.x = command.x;
  twist.angular.z = command.turn;
  sim::TopicMessage input;
  input.topic = topic_;
  input.type = msgs::geometry_msgs::Twist::type().name;
  msgs::Encode(twist, &input.cdr);
  const double dt = simulation_.step_size();
  const auto steps = std::llround(seconds / dt);
  const auto period = std::max(1LL, std::llround(kCommandPeriod / dt));
  for (long long i = 0; i < steps && !failed(); ++i) {
    if (i % period == 0) {
      const Status status = simulation_.Apply(input);
      if (!status.ok()) error_ = status.error().message;
    }
    Step();
  }
}

void LabRun::Wait(double seconds) {
  const auto steps = std::llround(seconds / simulation_.step_size());
  for (long long i = 0; i < steps && !failed(); ++i) Step();
}

}  // namespace surefoot::conformance
