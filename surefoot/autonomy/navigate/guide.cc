#include "surefoot/autonomy/navigate/guide.h"

#include <cmath>
#include <cstring>

#include "surefoot/autonomy/navigate/survey.h"
#include "surefoot/base/try.h"
#include "surefoot/graph/graph.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/world/parse.h"

// The guide connects sensors, localisation, map and planner of a rover as its on-board software
// would: by topics, at fixed periods of simulated time.

namespace surefoot::navigate {
namespace {

using estimate::Pose2;

/// Heading of the x axis in the horizontal plane (rad), valid for an inclined vehicle.
double YawOf(const Quaterniond& q) {
  const Vector3d x = q * Vector3d::UnitX();
  return std::atan2(x.y(), x.x());
}

}  // namespace

Result<std::unique_ptr<Guide>> Guide::Make(const Settings& settings, Session* session) {
  std::unique_ptr<Guide> guide(new Guide(settings, session));
  SUREFOOT_TRY(guide->Prepare());
  return guide;
}

/// Finds the robot in the world and checks the settings against it, so that a mistake is reported
/// before the first step.
Status Guide::Prepare() {
  const world::World& world = session_->world();
  const int model = world.FindModel(settings_.model);
  if (model < 0) {
    std::vector<std::string> names;
    for (const world::ModelInstance& one : world.spec().models) names.push_back(one.name);
    return Error{"unknown model '" + settings_.model + "'; " +
                 world::NameAdvice(settings_.model, names)};
  }
  base_link_ = world.layout(model).links.first;
  Status status = FindLidar();
  if (status.ok()) status = PredictSlip();
  if (status.ok()) status = MakeNavigator();
  if (!status.ok()) return status;
  localizer_ = std::make_unique<Localizer>(settings_.localization, settings_.errors, TruePose());
  ground_z_ = BasePose().p.z();
  command_due_ns_ = status_due_ns_ = session_->simulation().time_ns();
  Listen();
  return Advertise();
}

/// Advertises its topics at the start, so that others can subscribe before the first message.
Status Guide::Advertise() {
  graph::Graph& graph = session_->simulation().graph();
  SUREFOOT_TRY(
      graph.Advertise(Topic("navigation/status"), msgs::surefoot_msgs::NavigationStatus::type()));
  SUREFOOT_TRY(
      graph.Advertise(Topic("navigation/path"), msgs::nav_msgs::Path::type(), {.latched = true}));
  return Status();
}

/// Finds the first LIDAR of the model and its pose. Without SLAM, and with known rocks, none is
/// needed.
Status Guide::FindLidar() {
  const world::World& world = session_->world();
  const world::ModelLayout& layout = world.layout(world.FindModel(settings_.model));
  for (int i = 0; i < layout.links.count; ++i) {
    const int link = layout.links.first + i;
    for (const world::Sensor& sensor : world.link(link).sensors) {
      const bool is_lidar = sensor.type.find("lidar") != std::string::npos ||
                            sensor.type.find("ray") != std::string::npos;
      if (!is_lidar || lidar_link_ >= 0) continue;
      lidar_link_ = link;
      X_LS_ = sensor.X_LS;
    }
  }
  if (lidar_link_ >= 0 ||
      (settings_.rocks_known && settings_.localization != Localization::kSlam)) {
    return Status();
  }
  return Error{"the model '" + settings_.model +
               "' has no LIDAR to find rocks with; give it one, or write `rocks: known`"};
}

// The prediction uses the vehicle's nominal data and the soil's parameters, as a rover's planner
// would; the simulated wheels may behave differently.
Status Guide::PredictSlip() {
  if (settings_.soil.empty()) return Status();
  const world::World& world = session_->world();
  const int ground = world.FindGround(settings_.soil);
  std::vector<std::string> soils;
  for (const world::GroundMaterial& one : world.spec().grounds) {
    if (one.has_soil) soils.push_back(one.name);
  }
  if (ground < 0 || !world.spec().grounds[static_cast<std::size_t>(ground)].has_soil) {
    return Error{"the world has no soil '" + settings_.soil + "'; " +
                 world::NameAdvice(settings_.soil, soils)};
  }
  rover::SlopeVehicleSpec vehicle = settings_.vehicle;
  vehicle.gravity = session_->simulation().machine().inputs().gravity_W.norm();
  Result<rover::SlipPrediction> made = rover::SlipPrediction::Make(
      vehicle, world.spec().grounds[static_cast<std::size_t>(ground)].soil);
  if (!made.ok()) return made.error().Within("slip prediction");
  slip_ = std::make_unique<rover::SlipPrediction>(std::move(made).value());
  return Status();
}

/// The map has a border of the area in the settings; rocks and slopes enter it only as the robot
/// detects them, unless the settings say that the map is known.
Status Guide::MakeNavigator() {
  const sim::Simulation& simulation = session_->simulation();
  plan::Grid grid;
  grid.origin = settings_.low;
  grid.cell = settings_.cell;
  grid.cols = static_cast<int>(std::ceil((settings_.high.x() - settings_.low.x()) / grid.cell));
  grid.rows = static_cast<int>(std::ceil((settings_.high.y() - settings_.low.y()) / grid.cell));
  plan::HazardMap map(grid, settings_.hazards);
  if (settings_.heights_known) {
    map.SetHeights(SUREFOOT_TRY(
        SurveyHeights(simulation.world(), simulation.state(), settings_.rock_name, grid)));
  }
  navigator_ = std::make_unique<plan::Navigator>(map, settings_.rules, slip_.get());
  if (!settings_.rocks_known) return Status();
  navigator_->Know(
      SUREFOOT_TRY(SurveyRocks(simulation.world(), simulation.state(), settings_.rock_name)));
  return Status();
}

std::string Guide::Topic(const std::string& name) const {
  return graph::TopicName("/" + settings_.model, name);
}

/// All measurements come by topics, as on a real robot: the guide must not read the simulation's
/// state, except for comparison in its status.
void Guide::Listen() {
  const auto listen = [this]<typename T>(const std::string& topic, const T&) {
    subscriptions_.push_back(
        session_->Subscribe<T>(Topic(topic), [this](const T& message) { Take(message); }));
  };
  listen(settings_.odom_topic, msgs::nav_msgs::Odometry());
  listen(settings_.imu_topic, msgs::sensor_msgs::Imu());
  listen(settings_.wheels_topic, msgs::surefoot_msgs::WheelGrounds());
  if (lidar_link_ >= 0) listen(settings_.lidar_topic, msgs::sensor_msgs::PointCloud2());
}

/// Integrates the yaw rate between two messages (rectangle rule): the IMU's rate is far above that
/// of turns.
void Guide::Take(const msgs::sensor_msgs::Imu& imu) {
  const SimTimeNs time_ns = msgs::FromTime(imu.header.stamp);
  if (imu_time_ns_ >= 0) turned_ += imu.angular_velocity.z * ToSeconds(time_ns - imu_time_ns_);
  imu_time_ns_ = time_ns;
}

/// Distance from the wheels, rotation from the gyroscope if there is one: skid and slip affect the
/// wheels' rotation most.
void Guide::Take(const msgs::nav_msgs::Odometry& odometry) {
  const auto& pose = odometry.pose.pose;
  const Quaterniond q(pose.orientation.w, pose.orientation.x, pose.orientation.y,
                      pose.orientation.z);
  const Pose2 now(pose.position.x, pose.position.y, YawOf(q));
  if (has_odometry_) {
    estimate::Increment increment = estimate::Between(odometry_, now);
    if (imu_time_ns_ >= 0) increment.turn = turned_;
    localizer_->Move(increment);
  }
  has_odometry_ = true;
  odometry_ = now;
  turned_ = 0.0;
}

/// Means over the wheels that touch the ground, for the comparison of predicted with actual slip
/// and power.
void Guide::Take(const msgs::surefoot_msgs::WheelGrounds& message) {
  double slip = 0.0, power = 0.0, height = 0.0;
  int touching = 0;
  for (const msgs::surefoot_msgs::WheelGround& wheel : message.wheels) {
    power += wheel.power;
    if (!wheel.touching) continue;
    slip += wheel.slip;
    height += wheel.position.z;
    ++touching;
  }
  if (touching == 0) return;
  ground_z_ = height / touching;
  const double slope = Slope();
  slip_sum_ += slip / touching;
  power_sum_ += power;
  slope_sum_ += slope;
  ++count_;
  if (slip_ == nullptr) return;
  const auto predicted = slip_->At(slope);
  // A slope beyond the limit cannot be climbed: the wheels slip in place, slip is 1.
  predicted_slip_sum_ += predicted ? predicted->slip : 1.0;
  predicted_power_sum_ += predicted ? predicted->work * command_.speed : 0.0;
}

/// Finds rocks in a scan, in a frame at the vehicle with its heading, but level. The true
/// inclination is used for that, because accelerometers measure it well.
void Guide::Take(const msgs::sensor_msgs::PointCloud2& cloud) {
  const RigidTransform X_WB = BasePose();
  const RigidTransform X_WS =
      session_->simulation().state().X_WL[static_cast<std::size_t>(lidar_link_)] * X_LS_;
  const Quaterniond q_WV(Eigen::AngleAxisd(YawOf(X_WB.q), Vector3d::UnitZ()));
  const Vector3d p_WV(X_WB.p.x(), X_WB.p.y(), ground_z_);
  const RigidTransform X_VS(q_WV.conjugate() * X_WS.q, q_WV.conjugate() * (X_WS.p - p_WV));
  std::vector<Eigen::Vector3f> points_V;
  for (const Eigen::Vector3f& point : PointsOf(cloud)) {
    const Vector3d p_V = X_VS * point.cast<double>();
    if (p_V.head<2>().norm() > settings_.min_detection_range) points_V.push_back(p_V.cast<float>());
  }
  const std::vector<estimate::SeenRock> seen = estimate::FindRocks(points_V, settings_.finder);
  std::vector<plan::Rock> rocks = localizer_->Look(seen);
  if (settings_.localization == Localization::kTruth) {
    for (std::size_t i = 0; i < seen.size(); ++i) {
      rocks[i].center = estimate::Sight(TruePose(), seen[i].middle);
    }
  }
  navigator_->See(rocks);
}

RigidTransform Guide::BasePose() const {
  return session_->simulation().state().X_WL[static_cast<std::size_t>(base_link_)];
}

Pose2 Guide::TruePose() const {
  const RigidTransform X_WB = BasePose();
  return {X_WB.p.x(), X_WB.p.y(), YawOf(X_WB.q)};
}

Pose2 Guide::Pose() const {
  return settings_.localization == Localization::kTruth ? TruePose() : localizer_->pose();
}

double Guide::Slope() const { return std::asin((BasePose().q * Vector3d::UnitX()).z()); }

using estimate::Pose2;

/// Decides at a fixed period of simulated time, independent of the step, so that a run does not
/// change with the step.
Status Guide::Update() {
  const SimTimeNs now = session_->simulation().time_ns();
  if (done_ || now < command_due_ns_) return Status();
  command_due_ns_ = now + ToNanoseconds(settings_.period);
  command_ = navigator_->Step(Pose());
  done_ = command_.phase == "arrived" || command_.phase == "stuck";
  Status status = PublishCommand();
  if (status.ok() && navigator_->plans() != published_plans_) status = PublishPath();
  if (status.ok() && (done_ || now >= status_due_ns_)) {
    status_due_ns_ = now + ToNanoseconds(settings_.status_period);
    status = PublishStatus();
  }
  return status;
}

/// Speed (m/s) and turn rate (rad/s) of the base.
Status Guide::PublishCommand() {
  msgs::geometry_msgs::Twist twist;
  twist.linear.x = command_.speed;
  twist.angular.z = command_.turn;
  return session_->Publish(Topic(settings_.cmd_topic), twist);
}

/// The status has estimated and true values side by side: it is for people and reports, not for the
/// navigation.
Status Guide::PublishStatus() {
  const Pose2 pose = Pose();
  msgs::surefoot_msgs::NavigationStatus status;
  status.header.stamp = msgs::ToTime(session_->simulation().time_ns());
  status.header.frame_id = "world";
  status.phase = command_.phase;
  status.distance = (settings_.rules.target - pose.head<2>()).norm();
  status.distance_remaining = command_.distance_remaining;
  status.x = pose[0];
  status.y = pose[1];
  status.yaw = pose[2];
  status.pose_error = (pose - TruePose()).head<2>().norm();
  status.rocks = static_cast<std::uint32_t>(navigator_->rocks());
  status.plans = static_cast<std::uint32_t>(navigator_->plans());
  const double count = count_ > 0 ? count_ : 1;
  status.slope = slope_sum_ / count;
  status.slip = slip_sum_ / count;
  status.power = power_sum_ / count;
  status.predicted_slip = predicted_slip_sum_ / count;
  status.predicted_power = predicted_power_sum_ / count;
  slip_sum_ = power_sum_ = slope_sum_ = predicted_slip_sum_ = predicted_power_sum_ = 0.0;
  count_ = 0;
  return session_->Publish(Topic("navigation/status"), status);
}

/// Published only when the plan has changed: a path has up to thousands of points.
Status Guide::PublishPath() {
  published_plans_ = navigator_->plans();
  msgs::nav_msgs::Path path;
  path.header.stamp = msgs::ToTime(session_->simulation().time_ns());
  path.header.frame_id = "world";
  for (const Eigen::Vector2d& point : navigator_->path().points) {
    msgs::geometry_msgs::PoseStamped pose;
    pose.header = path.header;
    pose.pose = msgs::ToPose(RigidTransform(Vector3d(point.x(), point.y(), 0.0)));
    path.poses.push_back(pose);
  }
  return session_->Publish(Topic("navigation/path"), path);
}

namespace {

/// sensor_msgs/PointField::FLOAT32.
constexpr std::uint8_t kFloat32 = 7;

/// Offset of a field of 32-bit floats in a point; -1 if the cloud lacks it.
int OffsetOf(const msgs::sensor_msgs::PointCloud2& cloud, const char* name) {
  for (const msgs::sensor_msgs::PointField& field : cloud.fields) {
    if (field.name == name && field.datatype == kFloat32) return static_cast<int>(field.offset);
  }
  return -1;
}

}  // namespace

/// Points of a cloud in the sensor's frame, without those that are not finite (rays without a hit).
/// Empty if the cloud has no x, y or z.
std::vector<Eigen::Vector3f> PointsOf(const msgs::sensor_msgs::PointCloud2& cloud) {
  std::vector<Eigen::Vector3f> points;
  const int offsets[3] = {OffsetOf(cloud, "x"), OffsetOf(cloud, "y"), OffsetOf(cloud, "z")};
  for (const int offset : offsets) {
    if (offset < 0 || static_cast<std::size_t>(offset) + sizeof(float) > cloud.point_step)
      return {};
  }
  if (cloud.is_bigendian || cloud.point_step == 0) return {};
  points.reserve(cloud.data.size() / cloud.point_step);
  for (std::size_t at = 0; at + cloud.point_step <= cloud.data.size(); at += cloud.point_step) {
    Eigen::Vector3f point;
    for (int k = 0; k < 3; ++k) {
      std::memcpy(&point[k], cloud.data.data() + at + offsets[k], sizeof(float));
    }
    if (point.allFinite()) points.push_back(point);
  }
  return points;
}

}  // namespace surefoot::navigate
