#include "surefoot/drives/wheels/steered_vehicle.h"

#include <algorithm>
#include <cmath>

namespace surefoot::drives {
namespace {

constexpr double kMostLength = 1e6;
/// Least upright part of a pivot's axis: 25 degrees off. The rover's suspension tilts it further.
constexpr double kLeastUpright = 0.9;
/// Wheels that are nearer to each other are at one place.
constexpr double kLeastArm = 1e-4;

class VehicleReader {
 public:
  VehicleReader(const DriveArgs& args, SteeredVehicle* vehicle)
      : args_(args),
        X_MB_(BasePose(args, args.element.Text("base_frame"))),
        elements_(args.element.Children("wheel")),
        vehicle_(*vehicle) {}

  bool Read() {
    vehicle_.joints = FindDriveJoints(args_, "wheel", 2);
    if (vehicle_.joints.size() != elements_.size() || vehicle_.joints.size() < 2) return false;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      if (!ReadWheel(elements_[i], vehicle_.joints[i])) return false;
    }
    return Measure();
  }

 private:
  bool ReadWheel(const world::ElementReader& element, const DriveJoint& joint) {
    element.WarnMisspelt({"joint", "name", "axis", "steering_joint", "radius"});
    const WheelPlace place = PlaceOf(args_, joint, X_MB_);
    SteeredWheel wheel;
    wheel.pivot = place.p_BJ.head<2>();
    // Turning about its axis, the wheel rolls towards axis x up.
    const Vector3d forward_B = place.axis_B.cross(Vector3d::UnitZ());
    wheel.direction = std::atan2(forward_B.y(), forward_B.x());
    wheel.radius = element.Has("radius") ? element.Number("radius", 0.1, 1e-6, kMostLength)
                                         : WheelRadius(args_, args_.element, "wheel_radius", joint);
    int pivot = -1;
    if (element.Has("steering_joint")) {
      if (!ReadPivot(element, place, &wheel)) return false;
      pivot = static_cast<int>(vehicle_.pivots.size()) - 1;
    }
    vehicle_.wheels.push_back(wheel);
    vehicle_.pivot_of.push_back(pivot);
    return true;
  }

  bool ReadPivot(const world::ElementReader& element, const WheelPlace& place,
                 SteeredWheel* wheel) {
    const std::string name = element.Text("steering_joint");
    const auto pivot = FindDriveJoint(args_, element, "steering_joint", name);
    if (!pivot) return false;
    const auto same = [&](const DriveJoint& other) { return other.v == pivot->v; };
    if (std::any_of(vehicle_.pivots.begin(), vehicle_.pivots.end(), same) ||
        std::any_of(vehicle_.joints.begin(), vehicle_.joints.end(), same)) {
      element.Error("steering_joint", "the joint comes twice", name,
                    "each wheel is steered by a joint of its own");
      return false;
    }
    const WheelPlace at = PlaceOf(args_, *pivot, X_MB_);
    if (std::abs(at.axis_B.z()) < kLeastUpright) {
      element.Error("steering_joint", "its axis is not upright", name,
                    "name a joint about the vertical axis, or leave it out");
      return false;
    }
    wheel->steered = true;
    wheel->sign = at.axis_B.z() > 0.0 ? 1.0 : -1.0;
    const world::JointAxis& axis =
        pivot->spec(args_.world, args_.model).axes[pivot->axis == 1 ? 1 : 0];
    wheel->lower = axis.lower;
    wheel->upper = axis.upper;
    wheel->pivot = at.p_BJ.head<2>();
    const Eigen::Vector2d offset = place.p_BJ.head<2>() - wheel->pivot;
    const Eigen::Vector2d forward(std::cos(wheel->direction), std::sin(wheel->direction));
    wheel->ahead = offset.dot(forward);
    wheel->left = offset.dot(Eigen::Vector2d(-forward.y(), forward.x()));
    vehicle_.pivots.push_back(*pivot);
    return true;
  }

  bool Measure() {
    const auto count = static_cast<double>(vehicle_.wheels.size());
    Eigen::Vector2d middle = Eigen::Vector2d::Zero();
    for (const SteeredWheel& wheel : vehicle_.wheels) middle += wheel.pivot / count;
    double squares = 0.0;
    double front = -world::kInfinity;
    double rear = world::kInfinity;
    double fixed_sum = 0.0;
    int fixed = 0;
    for (const SteeredWheel& wheel : vehicle_.wheels) {
      squares += (wheel.pivot - middle).squaredNorm() / count;
      front = std::max(front, wheel.pivot.x());
      rear = std::min(rear, wheel.pivot.x());
      fixed_sum += wheel.steered ? 0.0 : wheel.pivot.x();
      fixed += wheel.steered ? 0 : 1;
    }
    vehicle_.arm = std::sqrt(squares);
    vehicle_.front_x = front;
    vehicle_.center_x = fixed > 0 ? fixed_sum / fixed : 0.5 * (front + rear);
    if (vehicle_.arm > kLeastArm) return true;
    args_.element.Error("wheel", "all wheels are at one place", "",
                        "name wheels that are apart from each other");
    return false;
  }

  const DriveArgs& args_;
  RigidTransform X_MB_;
  std::vector<world::ElementReader> elements_;
  SteeredVehicle& vehicle_;
};

}  // namespace

bool ReadSteeredVehicle(const DriveArgs& args, SteeredVehicle* vehicle) {
  return VehicleReader(args, vehicle).Read();
}

BaseFrame FindBaseFrame(const DriveArgs& args) {
  const world::Model& model = args.world.model(args.model);
  const int first = args.world.layout(args.model).links.first;
  const std::string name = args.element.Text("base_frame");
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    if (model.links[i].name == name) return {first + static_cast<int>(i), RigidTransform()};
  }
  for (const world::Frame& frame : model.frames) {
    if (frame.name == name) return {first + frame.link, frame.X_LF};
  }
  return {first, RigidTransform()};
}

PlanarTwist TrueTwist(const physics::State& state, const BaseFrame& base) {
  const auto link = static_cast<std::size_t>(base.link);
  const RigidTransform& X_WL = state.X_WL[link];
  const surefoot::Twist V_WB_W = Shifted(state.V_WL_W[link], X_WL.q * base.X_LB.p);
  const Quaterniond q_BW = (X_WL.q * base.X_LB.q).conjugate();
  const Vector3d v_WB_B = q_BW * V_WB_W.v;
  return {v_WB_B.x(), v_WB_B.y(), (q_BW * V_WB_W.w).z()};
}

}  // namespace surefoot::drives
