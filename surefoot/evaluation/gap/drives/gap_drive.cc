#include "surefoot/evaluation/gap/drives/gap_drive.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/imu_message.h"
#include "surefoot/evaluation/recordings/motion/reference_path.h"
#include "surefoot/evaluation/run/locked_simulation.h"
#include "surefoot/formats/grounds.h"
#include "surefoot/session/load.h"
#include "surefoot/world/base_link.h"
#include "surefoot/world/wheels/wheel.h"

namespace surefoot::experiment {
namespace {

using msgs::sensor_msgs::Imu;

/// Duration of acceleration and of holding the first speeds (s). A Warthog reaches 4 m/s in this
/// time without exceeding its friction, and moves steadily afterwards.
constexpr double kSpeedUp = 1.0;
constexpr double kHold = 1.5;
constexpr double kPoseInterval = 0.01;

/// One repetition.
class Drive {
 public:
  Drive(const GapWorld& world, const GapDriveSpec& spec, sim::Simulation* simulation)
      : world_(world), spec_(spec), simulation_(simulation) {
    if (spec.with_imu) Listen();
  }

  Status Run(GapDriveResult* result) {
    result_ = result;
    const double step = simulation_->step_size();
    const auto stride = std::max(1LL, std::llround(kPoseInterval / step));
    result->track.start = spec_.from;
    result->track.interval = static_cast<double>(stride) * step;
    const auto lead = std::llround(kGapLead / step);
    const auto length = static_cast<long long>(std::ceil((spec_.to - spec_.from) / step));
    for (long long i = -lead; i < length; ++i) {
      if (i >= 0 && i % stride == 0) KeepPose();
      const double end_of_step = spec_.from + static_cast<double>(i + 1) * step;
      SUREFOOT_TRY(SendSpeeds(CommandedSpeeds(spec_, end_of_step)));
      SUREFOOT_TRY(simulation_->Step());
      if (i < 0) continue;
      AddWheelError(CommandedSpeeds(spec_, end_of_step));
      AddHeight();
    }
    KeepPose();
    result->height_range = highest_ - lowest_;
    result->wheel_error = std::sqrt(wheel_squares_ / std::max(1.0, wheel_count_));
    return Status();
  }

 private:
  Status SendSpeeds(const gap::WheelSpeeds::Pair& speeds) {
    for (const GapWorld::Wheel& wheel : world_.wheels) {
      const double speed = wheel.is_left ? speeds.left : speeds.right;
      SUREFOOT_TRY(simulation_->Apply(
          sim::JointCommand{wheel.joint, 0, physics::ControlMode::kVelocity, speed}));
    }
    return Status();
  }

  /// Accumulates the difference between commanded and actual wheel speeds: motors may be too
  /// weak.
  void AddWheelError(const gap::WheelSpeeds::Pair& speeds) {
    for (const GapWorld::Wheel& wheel : world_.wheels) {
      const double commanded = wheel.is_left ? speeds.left : speeds.right;
      const double error = simulation_->state().v[static_cast<std::size_t>(wheel.v)] - commanded;
      wheel_squares_ += error * error;
      wheel_count_ += 1.0;
    }
  }

  /// Tracks the height of the base link, which shows robots that climb or tip over.
  void AddHeight() {
    const double height =
        simulation_->state().X_WL[static_cast<std::size_t>(world_.base_link)].p.z();
    highest_ = std::max(highest_, height);
    lowest_ = std::min(lowest_, height);
  }

  /// Samples the pose of the base link.
  void KeepPose() {
    const RigidTransform& X_WL =
        simulation_->state().X_WL[static_cast<std::size_t>(world_.base_link)];
    std::vector<PlanarPose>& poses = result_->track.X_WC;
    const double before = poses.empty() ? 0.0 : poses.back().yaw;
    poses.push_back({X_WL.p.x(), X_WL.p.y(), gap::NearestTurn(gap::YawOf(X_WL.q), before)});
  }

  /// Subscribes to the IMU of the robot.
  void Listen() {
    const std::string scope = graph::TopicName("/" + world_.robot, "");
    subscription_ = simulation_->graph().SubscribeAll(
        [this](const graph::Delivery& delivery) {
          if (const Imu* imu = delivery.As<Imu>()) KeepImu(*imu);
        },
        [this, scope](const graph::Topic& topic) {
          if (topic.type != &Imu::type() || !topic.name.starts_with(scope)) return false;
          // Some have a second topic for the same samples.
          return !std::exchange(listening_, true);
        });
  }

  /// Stores a message that lies in the compared interval.
  void KeepImu(const Imu& message) {
    const double time =
        message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec - kGapLead + spec_.from;
    if (time < spec_.from || time > spec_.to) return;
    gap::Append(message, time, &result_->imu);
  }

  const GapWorld& world_;
  const GapDriveSpec& spec_;
  sim::Simulation* simulation_;
  GapDriveResult* result_ = nullptr;
  graph::Subscription subscription_;
  bool listening_ = false;
  double wheel_squares_ = 0.0;
  double wheel_count_ = 0.0;
  double highest_ = -std::numeric_limits<double>::infinity();
  double lowest_ = std::numeric_limits<double>::infinity();
};

/// Indices of the joints that exist.
std::vector<int> FindJoints(const world::Model& model, const std::vector<std::string>& names) {
  std::vector<int> joints;
  for (const std::string& name : names) {
    if (const int joint = model.FindJoint(name); joint >= 0) joints.push_back(joint);
  }
  return joints;
}

/// True for a model with all wheels of the robot.
bool HasWheels(const world::Model& model, const GapRobot& robot) {
  return FindJoints(model, robot.left).size() == robot.left.size() &&
         FindJoints(model, robot.right).size() == robot.right.size();
}

/// Index of the instance with the robot's wheels; it is added when there is none.
Result<std::size_t> PlaceRobot(const Parts& parts, const GapRobot& robot, world::WorldSpec* spec,
                               Problems* problems) {
  for (std::size_t i = 0; i < spec->models.size(); ++i) {
    if (HasWheels(*spec->models[i].model, robot)) return i;
  }
  std::shared_ptr<const world::Model> model = SUREFOOT_TRY(LoadModel(parts, robot.model, problems));
  if (!HasWheels(*model, robot)) {
    return Error{"the model '" + robot.model + "' has no joints " + robot.left.front() + ", ..."};
  }
  world::ModelInstance instance;
  instance.name = robot.name;
  instance.X_WM.p.z() = -LowestPoint(*model);
  instance.model = model;
  spec->models.push_back(std::move(instance));
  return spec->models.size() - 1;
}

/// Appends the files that a description includes.
void AddFiles(const Parts& parts, const std::string& description, std::vector<std::string>* files) {
  Problems known;
  const Result<std::vector<std::string>> more = FilesOf(parts, description, &known);
  if (more.ok()) files->insert(files->end(), more->begin(), more->end());
}

/// A copy of the model without speed limits of its wheels.
std::shared_ptr<const world::Model> WithFreeSpeeds(const world::Model& model,
                                                   const GapRobot& robot) {
  auto free = std::make_shared<world::Model>(model);
  for (const auto* side : {&robot.left, &robot.right}) {
    for (int joint : FindJoints(model, *side)) {
      free->joints[static_cast<std::size_t>(joint)].axes[0].velocity = world::kInfinity;
    }
  }
  // Initial commands of the world's file would drive the robot away.
  free->initial_commands.clear();
  return free;
}

/// Assigns the ground to all surfaces of static models.
void CoverWith(const std::string& ground, const std::vector<bool>& is_static,
               world::WorldSpec* spec) {
  for (std::size_t i = 0; i < spec->models.size(); ++i) {
    if (!is_static[i]) continue;
    auto covered = std::make_shared<world::Model>(*spec->models[i].model);
    for (world::Link& link : covered->links) {
      for (world::Collision& collision : link.collisions) collision.surface.name = ground;
    }
    spec->models[i].model = std::move(covered);
  }
}

/// For each model, whether none of its links can move.
std::vector<bool> StaticModels(const world::World& world) {
  std::vector<bool> all(world.spec().models.size(), true);
  for (int link = 0; link < world.link_count(); ++link) {
    if (!world.IsStatic(link)) all[static_cast<std::size_t>(world.model_of_link(link))] = false;
  }
  return all;
}

/// Adds the ground's material to the world, from its file or with given parameters.
Status PutGround(const Parts& parts, const GapGround& ground, const std::string& file,
                 world::WorldSpec* spec, Problems* problems) {
  auto& grounds = spec->grounds;
  if (ground.hard) {
    std::erase_if(grounds, [&](const world::GroundMaterial& g) { return g.name == ground.name; });
    world::GroundMaterial material;
    material.name = ground.name;
    material.hard = *ground.hard;
    grounds.push_back(std::move(material));
    return Status();
  }
  const formats::UriResolver resolver = formats::UriResolver::FromEnvironment(parts.data_folders);
  formats::AddGrounds(resolver, file, spec, problems);
  for (const world::GroundMaterial& known : grounds) {
    if (known.name == ground.name) return Status();
  }
  return Error{"no ground '" + ground.name + "': no file grounds/" + ground.name +
               ".xml beside the world or in the data folders"};
}

/// Finds joints and base link, whose indices exist only in the complete world.
void FindRobotIn(const GapRobot& robot, int instance, GapWorld* result) {
  result->wheels.clear();
  for (const auto* side : {&robot.left, &robot.right}) {
    for (const std::string& name : *side) {
      const std::string joint = result->robot + "::" + name;
      const int id = result->world->FindJoint(joint);
      result->wheels.push_back({joint, result->world->joint(id).v, side == &robot.left});
    }
  }
  result->base_link = world::BaseLink(*result->world, instance);
}

}  // namespace

gap::WheelSpeeds::Pair CommandedSpeeds(const GapDriveSpec& spec, double moment) {
  if (moment >= spec.from) return spec.wheels.At(moment);
  const double since_stand = moment - (spec.from - kHold - kSpeedUp);
  const double part = std::clamp(since_stand / kSpeedUp, 0.0, 1.0);
  const gap::WheelSpeeds::Pair first = spec.wheels.At(spec.from);
  return {part * first.left, part * first.right};
}

Result<GapDriveResult> SimulateDrive(const Parts& parts, const std::string& engine,
                                     const GapWorld& world, const GapDriveSpec& spec) {
  LockedSimulation simulation =
      SUREFOOT_TRY(LockedSimulation::Make(parts, engine, world.world, spec.seed));
  GapDriveResult result;
  SUREFOOT_TRY(Drive(world, spec, simulation.get()).Run(&result));
  if (spec.with_imu && result.imu.time.empty()) {
    return Error{"the robot '" + world.robot + "' in " + world.file +
                 " has no IMU; leave --world out or give it one"};
  }
  return result;
}

Result<GapRobot> FindGapRobot(const std::string& name) {
  GapRobot robot;
  robot.left = {"front_left_wheel", "rear_left_wheel"};
  robot.right = {"front_right_wheel", "rear_right_wheel"};
  if (name == "husky" || name == "husky_75") {
    robot.name = "husky";
    robot.model = "husky_75";
    robot.ground = "drive_husky";
    return robot;
  }
  if (name == "warthog") {
    robot.name = "warthog";
    robot.model = "warthog";
    robot.ground = "drive_warthog";
    return robot;
  }
  return Error{"no robot '" + name + "' has no known recordings; --model accepts husky, warthog"};
}

Result<GapWorld> MakeGapWorld(const Parts& parts, const std::string& file, const GapRobot& robot,
                              Problems* problems, const GapGround& ground) {
  std::shared_ptr<const world::World> plain = SUREFOOT_TRY(LoadWorld(parts, file, problems));
  world::WorldSpec spec = plain->spec();
  const std::size_t place = SUREFOOT_TRY(PlaceRobot(parts, robot, &spec, problems));
  world::ModelInstance& instance = spec.models[place];
  instance.model = WithFreeSpeeds(*instance.model, robot);
  GapWorld result;
  result.file = file;
  AddFiles(parts, file, &result.files);
  if (place >= plain->spec().models.size()) AddFiles(parts, robot.model, &result.files);
  result.robot = instance.name;
  result.model = instance.model->name;
  spec.wheel_contact = ground.contact;
  const std::vector<int> left = FindJoints(*instance.model, robot.left);
  const std::vector<int> right = FindJoints(*instance.model, robot.right);
  result.geometry.track = world::TrackOf(*instance.model, left, right);
  result.geometry.radius = world::WheelRadius(*instance.model, left.front()).value_or(0.0);
  if (!(result.geometry.track > 0.0 && result.geometry.radius > 0.0)) {
    return Error{file + ": the wheels of '" + result.robot + "' have no radius or no track"};
  }
  result.world = SUREFOOT_TRY(Within(file, world::MakeWorld(std::move(spec), problems)));
  FindRobotIn(robot, static_cast<int>(place), &result);
  const bool is_plain = ground.contact == world::WheelContact::kEngine && ground.name.empty();
  return is_plain ? Result<GapWorld>(std::move(result)) : OnGround(parts, result, ground, problems);
}

Result<GapWorld> OnGround(const Parts& parts, const GapWorld& world, const GapGround& ground,
                          Problems* problems) {
  GapWorld result = world;
  world::WorldSpec spec = world.world->spec();
  spec.wheel_contact = ground.contact;
  if (!ground.name.empty()) {
    CoverWith(ground.name, StaticModels(*world.world), &spec);
    SUREFOOT_TRY(PutGround(parts, ground, world.file, &spec, problems));
  }
  // Links and joints are unchanged, so their indices remain valid.
  result.world = SUREFOOT_TRY(Within(world.file, world::MakeWorld(std::move(spec), problems)));
  return result;
}

}  // namespace surefoot::experiment
