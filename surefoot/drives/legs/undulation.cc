/// Moves a snake by waves along its body, by Twists.

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/drives/drive.h"
#include "surefoot/drives/legs/planned_drive.h"

namespace surefoot::drives {
namespace {

constexpr double kTwoPi = 6.28318530717958647693;

struct WaveSpec {
  /// Angle of joints that bend left and right, and, while it goes sideways, up and down (rad).
  double bend = 0.4;
  double lift = 0.25;
  /// Waves along the whole body.
  double waves = 2.0;
  /// How far a wave carries the body ahead, and a sidewinding one to the left (m).
  double stride = 0.1;
  double side_stride = 0.2;
  /// Of the body, over all joints (m).
  double length = 1.0;
};

/// A joint of the body.
struct Bone {
  /// Bends left and right, not up and down.
  bool level = false;
  /// From the head (0) to the tail (1).
  double along = 0.0;
  /// +1 when positive angles bend what is behind to the right, or down.
  double sign = 1.0;
};

class Undulation final : public PlannedDrive {
 public:
  Undulation(const DriveArgs& args, const std::vector<DriveJoint>& joints,
             std::vector<std::size_t> planned, std::vector<Bone> bones, const WaveSpec& spec)
      : PlannedDrive(args, joints, std::move(planned)), bones_(std::move(bones)), spec_(spec) {}

 protected:
  void Rest() override { phase_ = ahead_ = aside_ = curve_ = 0.0; }

  void Plan(const PlanarTwist& command, double dt, double* q) override {
    // A second to start a wave or to let it fade.
    const auto approach = [&](double wanted, double* now) {
      *now += std::clamp(wanted - *now, -dt, dt);
    };
    const bool sidewinds = std::abs(command.y) > std::abs(command.x);
    approach(!sidewinds && command.x != 0.0 ? 1.0 : 0.0, &ahead_);
    approach(sidewinds ? 1.0 : 0.0, &aside_);
    const double rate = sidewinds ? command.y / spec_.side_stride : command.x / spec_.stride;
    phase_ += dt * rate;
    phase_ -= std::floor(phase_);
    // Along an arc all of the body is bent alike.
    const double slowest = 0.02;
    const double speed = std::max(std::abs(command.x), slowest);
    const double bend = std::clamp(command.turn / speed, -1.5, 1.5) * spec_.length;
    approach(command.x < 0.0 ? -bend : bend, &curve_);
    const double level_joints = std::max(1.0, LevelCount());
    for (std::size_t i = 0; i < bones_.size(); ++i) {
      const Bone& bone = bones_[i];
      // Waves that run to the tail push the body ahead where its skin or its wheels slide along it
      // but not across. Rolling waves carry it sideways on any ground.
      const double angle = kTwoPi * (spec_.waves * bone.along - phase_);
      const double bent =
          bone.level ? (ahead_ + aside_) * spec_.bend * std::sin(angle) + curve_ / level_joints
                     : aside_ * spec_.lift * std::cos(angle);
      q[i] = bone.sign * bent;
    }
  }

  // Nothing in the joints tells how far it went; odometry is of the commands.
  PlanarMotion TakeMotion(const DriveView& /*view*/) override { return {}; }

  void ArchivePlan(StateArchive* archive) override {
    archive->Items(&phase_, &ahead_, &aside_, &curve_);
  }

 private:
  double LevelCount() const {
    return static_cast<double>(
        std::count_if(bones_.begin(), bones_.end(), [](const Bone& bone) { return bone.level; }));
  }

  std::vector<Bone> bones_;
  WaveSpec spec_;
  double phase_ = 0.0;
  /// How much of the wave ahead and of the one aside there is, and how far the body is bent.
  double ahead_ = 0.0;
  double aside_ = 0.0;
  double curve_ = 0.0;
};

WaveSpec ReadWave(const world::ElementReader& element) {
  WaveSpec spec;
  spec.lift = element.Number("lift", spec.lift, 0.0, 1.5);
  spec.bend = element.Number("bend", spec.bend, 0.0, 1.5);
  spec.waves = element.Number("waves", spec.waves, 0.1, 100.0);
  spec.stride = element.Number("stride", spec.stride, 1e-3, 100.0);
  spec.side_stride = element.Number("side_stride", spec.side_stride, 1e-3, 100.0);
  return spec;
}

std::unique_ptr<Drive> MakeUndulation(const DriveArgs& args) {
  const std::vector<DriveJoint> joints = PlannedDrive::Joints(args, 2);
  if (joints.size() < 2) return nullptr;
  const RigidTransform X_MB = BasePose(args, args.element.Text("base_frame"));
  WaveSpec spec = ReadWave(args.element);
  std::vector<std::size_t> planned;
  std::vector<Bone> bones;
  double first = 0.0;
  double last = 0.0;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const WheelPlace place = PlaceOf(args, joints[i], X_MB);
    Bone bone;
    bone.level = std::abs(place.axis_B.z()) > 0.7;
    bone.sign = (bone.level ? -place.axis_B.z() : -place.axis_B.y()) < 0.0 ? -1.0 : 1.0;
    bone.along = static_cast<double>(i) / static_cast<double>(joints.size() - 1);
    bones.push_back(bone);
    planned.push_back(i);
    (i == 0 ? first : last) = place.p_BJ.x();
  }
  spec.length = std::abs(last - first);
  return std::make_unique<Undulation>(args, joints, std::move(planned), std::move(bones), spec);
}

}  // namespace

DriveKind UndulationKind() {
  return PlannedDrive::Kind("a snake by waves along its body", MakeUndulation);
}

}  // namespace surefoot::drives
