/// Moves a snake robot by travelling waves along its body (lateral undulation and sidewinding),
/// commanded by Twists.

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/drives/drive.h"
#include "surefoot/drives/legs/planned_drive.h"

namespace surefoot::drives {
namespace {

constexpr double kTwoPi = 6.28318530717958647693;

/// Numbers of the waves.
struct WaveSpec {
  /// Amplitude of joints that bend left and right, and of those that bend up and down while
  /// sidewinding (rad).
  double bend = 0.4;
  double lift = 0.25;
  /// Number of waves along the body.
  double waves = 2.0;
  /// Distance per wave: forward, and to the left when sidewinding (m). Measured, since it depends
  /// on the ground.
  double stride = 0.1;
  double side_stride = 0.2;
  /// Length of the body over all joints (m).
  double length = 1.0;
};

/// A joint of the body.
struct Bone {
  /// Whether it bends left and right instead of up and down.
  bool level = false;
  /// Position from the head (0) to the tail (1).
  double along = 0.0;
  /// +1 when positive angles bend the rear part to the right, or down.
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
    // Waves grow and fade within a second, so that joints do not jump.
    const auto approach = [&](double desired, double* now) {
      *now += std::clamp(desired - *now, -dt, dt);
    };
    const bool sidewinds = std::abs(command.y) > std::abs(command.x);
    approach(!sidewinds && command.x != 0.0 ? 1.0 : 0.0, &ahead_);
    approach(sidewinds ? 1.0 : 0.0, &aside_);
    const double rate = sidewinds ? command.y / spec_.side_stride : command.x / spec_.stride;
    phase_ += dt * rate;
    phase_ -= std::floor(phase_);
    // On an arc the body has a constant curvature, turn / speed, shared by all joints.
    const double slowest = 0.02;
    const double speed = std::max(std::abs(command.x), slowest);
    const double bend = std::clamp(command.turn / speed, -1.5, 1.5) * spec_.length;
    approach(command.x < 0.0 ? -bend : bend, &curve_);
    const double level_joints = std::max(1.0, LevelCount());
    for (std::size_t i = 0; i < bones_.size(); ++i) {
      const Bone& bone = bones_[i];
      // Waves that travel to the tail push the body forward, provided that skin or wheels slide
      // along the body but not across it. Sidewinding moves it sideways on any ground.
      const double angle = kTwoPi * (spec_.waves * bone.along - phase_);
      const double bent =
          bone.level ? (ahead_ + aside_) * spec_.bend * std::sin(angle) + curve_ / level_joints
                     : aside_ * spec_.lift * std::cos(angle);
      q[i] = bone.sign * bent;
    }
  }

  // The joints do not determine the distance, so odometry comes from commands only.
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
  /// Share of the forward and of the sidewinding wave (0 to 1), and the bend of the whole body
  /// (rad).
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
