#include "surefoot/drives/wheels/motion_commands.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "surefoot/base/random.h"
#include "surefoot/drives/joints.h"
#include "surefoot/msgs/std_msgs.h"

// Whole commands ("forward 2") as the robots of the simulator Centurion execute them: a mean motion
// with random deviations that were measured on real robots.

namespace surefoot::drives {
namespace {

constexpr double kMaxSeconds = 1e6;
constexpr double kMaxRate = 1e3;
/// The robot has stopped after so many time constants of coasting.
constexpr double kCoasts = 5.0;
constexpr double kDegree = M_PI / 180.0;

constexpr const char* kAccepted =
    "accepted: 'forward', 'backward', 'left' or 'right' and seconds, or 'stop'";

/// Measured on the robot of the simulator Centurion: regressions over whole commands of s seconds,
/// forward 22.66 s + 1.34 cm, drift 4.38 s + 1.39 deg, turn 237.5 s + 19.3 deg, with standard
/// deviations 0.15 cm, 2 deg and 3 deg. The coasting time was fitted to recordings of its drives
/// (docs/reference/drives.md).
MotionSpec Published() {
  MotionSpec spec;
  spec.forward = {0.2266, 0.0134, 0.0015, 0.0};
  spec.drift = {-4.38 * kDegree, -1.39 * kDegree, 2.0 * kDegree, 0.0};
  spec.turn = {237.5 * kDegree, 19.3 * kDegree, 3.0 * kDegree, 0.0};
  spec.coast = 0.06;
  return spec;
}

MotionLine ReadLine(const world::ElementReader& element, const MotionLine& usual) {
  MotionLine line;
  line.rate = element.Number("rate", usual.rate, -kMaxRate, kMaxRate);
  line.offset = element.Number("offset", usual.offset, -kMaxRate, kMaxRate);
  line.stddev =
      element.Number(element.WithOldName("stddev", "deviation"), usual.stddev, 0.0, kMaxRate);
  line.rate_stddev = element.Number(element.WithOldName("rate_stddev", "rate_deviation"),
                                    usual.rate_stddev, 0.0, kMaxRate);
  element.WarnMisspelt();
  return line;
}

}  // namespace

MotionSpec ReadMotion(const world::ElementReader& element) {
  const std::string preset = element.Choice("preset", {"none", "centurion_published"}, "none");
  const MotionSpec usual = preset == "none" ? MotionSpec() : Published();
  MotionSpec spec;
  spec.forward = ReadLine(element.Child("forward"), usual.forward);
  spec.drift = ReadLine(element.Child("drift"), usual.drift);
  spec.turn = ReadLine(element.Child("turn"), usual.turn);
  spec.coast = element.Number("coast", usual.coast, 0.0, kMaxSeconds);
  spec.settle = element.Number("settle", usual.settle, 1e-3, kMaxSeconds);
  if (preset == "none" && !(element.Has("forward/rate") && element.Has("turn/rate"))) {
    element.Error("preset", "a motion needs a preset, or the rates of 'forward' and 'turn'", "",
                  "write <preset>centurion_published</preset>, or <forward><rate>metres per "
                  "second</rate></forward> and <turn><rate>radians per second</rate></turn>");
  }
  element.WarnMisspelt();
  return spec;
}

MotionCommands::MotionCommands(const DriveArgs& args)
    : spec_(ReadMotion(args.element.Child("motion"))),
      seed_(args.seed),
      name_(args.scope + "/motion/" + args.element.Text("name")) {
  for (const std::string& topic : TopicNames(args, "motion_topic", "motion")) {
    input_.Listen<msgs::std_msgs::String>(
        args, "motion_topic", topic,
        [this](const msgs::std_msgs::String& message, SimTimeNs time_ns) {
          return Take(message.data, time_ns);
        });
  }
}

std::string MotionCommands::Take(const std::string& text, SimTimeNs time_ns) {
  std::istringstream in(text);
  std::string word;
  std::string number;
  std::string more;
  in >> word >> number >> more;
  if (word == "turn") {
    word = number;
    number = more;
    more.clear();
    in >> more;
  }
  constexpr const char* kWords[] = {"stop", "forward", "backward", "left", "right"};
  const auto* found = std::find(std::begin(kWords), std::end(kWords), word);
  if (found == std::end(kWords) || !more.empty()) {
    return "unknown motion '" + text.substr(0, 60) + "'; " + kAccepted;
  }
  const auto kind = static_cast<Kind>(found - std::begin(kWords));
  double seconds = kind == Kind::kNone ? 0.0 : kMaxSeconds;
  if (!number.empty()) {
    char* end = nullptr;
    seconds = std::strtod(number.c_str(), &end);
    if (*end != '\0' || !(seconds >= 0.0 && seconds <= kMaxSeconds)) {
      return "'" + number.substr(0, 30) + "' is not a time from 0 to 1e6 s; " + kAccepted;
    }
  }
  kind_ = seconds > 0.0 ? kind : Kind::kNone;
  start_ns_ = time_ns;
  seconds_ = seconds;
  RandomStream random(seed_, name_, ++number_);
  const bool turns = kind == Kind::kLeft || kind == Kind::kRight;
  const MotionLine& line = turns ? spec_.turn : spec_.forward;
  rate_ = line.rate + line.rate_stddev * random.Normal();
  offset_ = line.offset + line.stddev * random.Normal();
  drift_rate_ = spec_.drift.rate + spec_.drift.rate_stddev * random.Normal();
  drift_offset_ = spec_.drift.offset + spec_.drift.stddev * random.Normal();
  return {};
}

double MotionCommands::Along(double seconds, double rate, double offset) const {
  const double during = std::clamp(seconds, 0.0, seconds_);
  if (spec_.coast == 0.0) return (rate + offset / seconds_) * during;
  const double after = std::clamp(seconds - seconds_, 0.0, kCoasts * spec_.coast);
  return rate * during + offset * std::expm1(-after / spec_.coast) / std::expm1(-kCoasts);
}

double MotionCommands::Way(double seconds) const {
  if (kind_ == Kind::kForward) return Along(seconds, rate_, offset_);
  return kind_ == Kind::kBackward ? -Along(seconds, rate_, offset_) : 0.0;
}

double MotionCommands::Heading(double seconds) const {
  if (kind_ == Kind::kLeft) return Along(seconds, rate_, offset_);
  if (kind_ == Kind::kRight) return -Along(seconds, rate_, offset_);
  const double during = std::clamp(seconds, 0.0, seconds_);
  return drift_rate_ * during + drift_offset_ * std::min(during / spec_.settle, 1.0);
}

bool MotionCommands::Runs(SimTimeNs time_ns) const {
  return kind_ != Kind::kNone && ToSeconds(time_ns - start_ns_) < seconds_ + kCoasts * spec_.coast;
}

PlanarTwist MotionCommands::Over(SimTimeNs time_ns, double step) const {
  if (!Runs(time_ns)) return {};
  const double from = ToSeconds(time_ns - start_ns_);
  const double to = from + step;
  return {(Way(to) - Way(from)) / step, 0.0, (Heading(to) - Heading(from)) / step};
}

const char* MotionCommands::StateAt(SimTimeNs time_ns) const {
  constexpr const char* kStates[] = {"idle", "forward", "backward", "left", "right"};
  return kStates[Runs(time_ns) ? static_cast<int>(kind_) : 0];
}

void MotionCommands::Archive(StateArchive* archive) {
  archive->Items(&input_);
  archive->Choice(&kind_, Kind::kRight);
  archive->Items(&start_ns_, &seconds_, &number_, &rate_, &offset_, &drift_rate_, &drift_offset_);
}

}  // namespace surefoot::drives
