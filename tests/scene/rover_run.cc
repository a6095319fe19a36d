#include "tests/scene/rover_run.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <utility>

#include "surefoot/ground/soil/soil_wheel.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/session/load.h"

namespace surefoot::conformance {
namespace {

constexpr double kDeg = 3.14159265358979323846 / 180.0;

Result<std::string> WorldText(const Parts& parts) {
  for (const std::string& folder : parts.data_folders) {
    for (const char* place : {"/worlds/rover_slope.sdf", "/rover_slope.sdf"}) {
      std::ifstream file(folder + place);
      std::stringstream text;
      if (file && text << file.rdbuf()) return text.str();
    }
  }
  return Error{"rover_slope.sdf is not among the worlds that come along"};
}

/// Fails if the text does not exist: a test in another world would show nothing.
Status Replace(const std::string& from, const std::string& to, std::string* text) {
  const std::size_t at = text->find(from);
  if (at == std::string::npos) return Error{"rover_slope.sdf has no " + from};
  text->replace(at, from.size(), to);
  return Status();
}

double SlipOf(double tread, double speed) {
  return tread >= speed ? (tread - speed) / tread : tread / speed - 1.0;
}

}  // namespace

std::string RoverWheel(int wheel, const std::string& part) {
  const char* const axles[] = {"front", "middle", "rear"};
  return std::string("rover::") + axles[wheel / 2] + (wheel % 2 == 0 ? "_left_" : "_right_") + part;
}

std::optional<double> SlipByIntegrals(const world::Soil& soil, const std::vector<double>& loads,
                                      double slope_deg) {
  const ground::SoilWheel wheel{RoverRun::kRadius, 0.12, 14.6e3, 0, 0.0};
  ground::SoilOptions options;
  options.gravity = RoverRun::kGravity;
  const auto contact = ground::SoilContact::Make(soil, wheel, options);
  if (!contact.ok()) return std::nullopt;
  const double needed = RoverRun::kMass * RoverRun::kGravity * std::sin(slope_deg * kDeg);
  const auto pulls_enough = [&](double slip) {
    double pull = 0.0;
    for (const double load : loads) {
      const auto at = contact.value().AtLoad(load, ground::TreadSlipOf(slip, 0.0));
      pull += at.ok() ? at.value().fx : 0.0;
    }
    return pull > needed;
  };
  double low = -0.9;
  double high = 0.999;
  if (pulls_enough(low) || !pulls_enough(high)) return std::nullopt;
  while (high - low > 1e-6) {
    const double middle = 0.5 * (low + high);
    (pulls_enough(middle) ? high : low) = middle;
  }
  return high;
}

Result<RoverRun> RoverRun::Open(const Parts& parts, const RoverPlace& place) {
  Result<std::string> text = WorldText(parts);
  if (!text.ok()) return text.error();
  char gravity[100];
  std::snprintf(gravity, sizeof gravity, "<gravity>%.17g 0 %.17g</gravity>",
                -kGravity * std::sin(place.slope_deg * kDeg),
                -kGravity * std::cos(place.slope_deg * kDeg));
  Status status = Replace("<gravity>0 0 -3.71</gravity>", gravity, &text.value());
  if (status.ok()) {
    status = Replace("<surefoot:surface name=\"drift\"/>",
                     "<surefoot:surface name=\"" + place.soil + "\"/>", &text.value());
  }
  if (!status.ok()) return status.error();
  const Result<TextFile> file = TextFile::Write(text.value());
  if (!file.ok()) return file.error();
  SessionOptions options;
  options.engine = place.engine;
  options.step = place.step;
  Result<std::unique_ptr<Session>> session = Session::Open(parts, file.value().path(), options);
  if (!session.ok()) return session.error();
  return RoverRun(std::move(session).value());
}

Status RoverRun::Drive(double x, double y, double turn, double seconds) {
  msgs::geometry_msgs::Twist twist;
  twist.linear.x = x;
  twist.linear.y = y;
  twist.angular.z = turn;
  for (double left = seconds; left > 1e-9; left -= 1.0) {
    Status status = session_->Publish("/rover/cmd_vel", twist);
    if (status.ok()) status = session_->RunFor(std::min(left, 1.0));
    if (!status.ok()) return status;
  }
  return Status();
}

RigidTransform RoverRun::Pose() const { return session_->LinkPose("rover::base_link").value(); }

double RoverRun::Speed() const {
  const Vector3d forward_W = Pose().q * Vector3d::UnitX();
  return forward_W.dot(session_->LinkVelocity("rover::base_link").value().v);
}

double RoverRun::Tread() const {
  double sum = 0.0;
  for (int i = 0; i < 6; ++i) {
    sum += kRadius * session_->JointVelocity(RoverWheel(i, "drive")).value();
  }
  return sum / 6.0;
}

double RoverRun::Slip() const { return SlipOf(Tread(), Speed()); }

std::vector<double> RoverRun::Loads() const {
  std::vector<double> loads(6, 0.0);
  const world::World& world = session_->world();
  for (const auto& touch : session_->simulation().machine().ground().touches()) {
    const auto wheel = static_cast<std::size_t>(touch.wheel);
    const std::string name = world.LinkName(world.wheels()[wheel].link);
    for (int i = 0; i < 6; ++i) {
      if (name == RoverWheel(i, "wheel_link"))
        loads[static_cast<std::size_t>(i)] = touch.force.load;
    }
  }
  return loads;
}

Result<std::optional<double>> RoverRun::SteadySlip(double speed, double max_seconds) {
  double last = 10.0;
  double seconds = 0.0;
  while (seconds < max_seconds) {
    double way = 0.0;
    double rolled = 0.0;
    for (int i = 0; i < 20; ++i, seconds += 1.0) {
      const Status status = Drive(speed, 0.0, 0.0, 1.0);
      if (!status.ok()) return status.error();
      way += Speed();
      rolled += Tread();
    }
    const double slip = SlipOf(rolled, way);
    const bool settled = std::abs(slip - last) < 0.0005;
    last = slip;
    if (settled) break;
  }
  if (last > 0.99) return std::optional<double>();
  return std::optional<double>(last);
}

}  // namespace surefoot::conformance
