#include "surefoot/evaluation/gap/restarts/gap_close.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/world/wheels/two_sided_drive.h"
#include "surefoot/world/wheels/wheel.h"

namespace surefoot::experiment {
namespace {

/// Number of values tried over the whole range, and then around the best.
constexpr int kCoarse = 7;
constexpr int kFine = 8;
/// The search is limited to this factor below and above the world's value.
constexpr double kWidest = 5.0;
/// More restarts than this per half hardly change a fit, and each costs simulation time.
constexpr std::size_t kMaxPerHalf = 12;

/// Conversion to the scale of the search: logarithmic for factors.
struct Scale {
  bool is_factor = true;
  double To(double value) const { return is_factor ? std::log(value) : value; }
  double From(double place) const { return is_factor ? std::exp(place) : place; }
};

/// Fits parameters on one part of the restarts and scores them on the other.
class Closer {
 public:
  Closer(const RestartStudy& study, const std::function<bool(double, double)>& progress,
         const std::vector<std::string>& only)
      : study_(study),
        parameters_(GapParameters(study.world(), study.led_by_wheels())),
        progress_(progress) {
    std::erase_if(parameters_, [&](const GapParameter& parameter) {
      return !only.empty() && std::find(only.begin(), only.end(), parameter.name) == only.end();
    });
    // Alternating restarts, thinned evenly when there are many.
    const std::size_t pairs = study.count() / 2;
    const std::size_t used = std::min(pairs, kMaxPerHalf);
    for (std::size_t i = 0; i < used; ++i) {
      const std::size_t pair = i * pairs / used;
      train_.push_back(2 * pair);
      test_.push_back(2 * pair + 1);
    }
    requested_ = static_cast<double>(parameters_.size()) * (kCoarse + kFine + 1) + 2.0;
    study_.set_progress([this](double, double) { return progress_ == nullptr || going_; });
  }

  Result<std::vector<VerdictContext::Close>> Run() {
    if (train_.size() < 2) {
      return Error{"--close: " + std::to_string(study_.count()) +
                   " restarts are too few: one half is used for the fit, the other for validation, "
                   "so at least 4 are needed"};
    }
    const double train = SUREFOOT_TRY(Score({}, train_));
    const double test = SUREFOOT_TRY(Score({}, test_));
    std::vector<VerdictContext::Close> all;
    for (const GapParameter& parameter : parameters_) {
      const double fitted = SUREFOOT_TRY(Fit(parameter, train));
      const double judged = SUREFOOT_TRY(Score({{parameter.name, fitted}}, test_));
      const double closes = test > 0.0 ? std::max(0.0, 1.0 - judged / test) : 0.0;
      all.push_back(
          {parameter.name, parameter.label, parameter.unit, parameter.value, fitted, closes});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.closes > b.closes; });
    return all;
  }

 private:
  Result<double> Score(const std::vector<std::pair<std::string, double>>& values,
                       const std::vector<std::size_t>& restarts) {
    const SetWorld set =
        SUREFOOT_TRY(WithParameters(study_.world(), study_.led_by_wheels(), values));
    const double delay = values.empty() ? study_.options().command_delay : set.command_delay;
    const RestartRuns runs = SUREFOOT_TRY(study_.Run(set.world, delay, restarts));
    done_ += 1.0;
    if (progress_ && !progress_(done_, requested_)) going_ = false;
    if (!going_) return Error{"interrupted before the end"};
    return ErrorOf(study_.Compare(runs));
  }

  /// A value with which the simulation fails has an infinite error.
  Result<double> Try(const GapParameter& parameter, double value) {
    const Result<double> score = Score({{parameter.name, value}}, train_);
    if (score.ok() || !going_) return score;
    return std::numeric_limits<double>::infinity();
  }

  Result<double> Fit(const GapParameter& parameter, double now) {
    const Scale scale{parameter.is_factor};
    double low = parameter.low, high = parameter.high;
    if (parameter.is_factor) {
      low = std::max(low, parameter.value / kWidest);
      high = std::min(high, parameter.value * kWidest);
    }
    double a = scale.To(std::min(low, parameter.value));
    double b = scale.To(std::max(high, parameter.value));
    std::map<double, double> tried = {{scale.To(parameter.value), now}};
    for (int i = 0; i < kCoarse; ++i) {
      const double place = a + (b - a) * i / (kCoarse - 1);
      if (tried.contains(place)) continue;
      tried[place] = SUREFOOT_TRY(Try(parameter, scale.From(place)));
    }
    for (int i = 0; i < kFine; ++i) {
      const double place = Next(tried);
      tried[place] = SUREFOOT_TRY(Try(parameter, scale.From(place)));
    }
    return scale.From(Best(tried)->first);
  }

  static std::map<double, double>::const_iterator Best(const std::map<double, double>& tried) {
    return std::min_element(tried.begin(), tried.end(),
                            [](const auto& x, const auto& y) { return x.second < y.second; });
  }

  /// Golden section search (Kiefer, 1953) in the wider of the intervals beside the best value.
  /// Unlike a derivative it does not suffer from the noise of the simulation.
  static double Next(const std::map<double, double>& tried) {
    constexpr double kGolden = 0.381966;
    const auto best = Best(tried);
    const double here = best->first;
    const double left = best == tried.begin() ? here : std::prev(best)->first;
    const double right = std::next(best) == tried.end() ? here : std::next(best)->first;
    return right - here > here - left ? here + kGolden * (right - here)
                                      : here - kGolden * (here - left);
  }

  RestartStudy study_;
  std::vector<GapParameter> parameters_;
  const std::function<bool(double, double)>& progress_;
  std::vector<std::size_t> train_;
  std::vector<std::size_t> test_;
  double done_ = 0.0;
  double requested_ = 0.0;
  bool going_ = true;
};

constexpr const char* kDelay = "command.delay";
constexpr const char* kMass = "robot.mass";
constexpr const char* kGroundName = "set by surefoot gap";

/// A collision shape of the ground: the first static one.
struct Floor {
  int link = 0;
  int collision = 0;
};

/// The static link with shapes that the robot stands on.
std::optional<Floor> FindFloor(const world::World& world) {
  for (int link = 0; link < world.link_count(); ++link) {
    if (world.IsStatic(link) && !world.link(link).collisions.empty()) return Floor{link, 0};
  }
  return std::nullopt;
}

/// The first wheel of the robot; nullptr when it has none.
const world::Wheel* FirstWheel(const RestartWorld& world) {
  const int model = world.world->FindModel(world.robot);
  return FindIf(world.world->wheels(), [&](const world::Wheel& wheel) {
    return world.world->joint(wheel.joint).model == model;
  });
}

/// Ground parameters under the wheels, and who computes the contact.
struct UnderWheels {
  world::HardGround hard;
  world::WheelContact contact = world::WheelContact::kEngine;
};

/// Empty on soil, which has other parameters.
std::optional<UnderWheels> GroundUnder(const RestartWorld& world) {
  const std::optional<Floor> floor = FindFloor(*world.world);
  const world::Wheel* wheel = FirstWheel(world);
  if (!floor || wheel == nullptr) return std::nullopt;
  UnderWheels under;
  under.contact = world.world->ContactOn(wheel->link, floor->link, floor->collision);
  const world::GroundMaterial* material = world.world->GroundOf(floor->link, floor->collision);
  const bool is_soil = under.contact == world::WheelContact::kSoil && material != nullptr &&
                       (material->has_soil || !material->map.empty());
  if (is_soil) return std::nullopt;
  under.hard = world.world->HardGroundUnder(*wheel, floor->link, floor->collision);
  return under;
}

/// A parameter of a hard ground that can be fitted.
struct GroundNumber {
  const char* name;
  const char* label;
  double world::HardGround::*member;
  double low;
  double high;
  bool is_factor;
  /// Also applies when the engine computes the wheel contact.
  bool by_engine;
};
constexpr GroundNumber kGround[] = {
    {"ground.mu", "Ground friction", &world::HardGround::mu, 0.05, 2.0, true, true},
    {"ground.slip_stiffness", "Slip stiffness of the ground", &world::HardGround::slip_stiffness,
     0.2, 200.0, true, false},
    {"ground.rolling_resistance", "Rolling resistance", &world::HardGround::rolling_resistance, 0.0,
     0.3, false, false},
};

const GroundNumber* FindGroundNumber(const std::string& name) {
  return FindIf(kGround, [&](const GroundNumber& number) { return name == number.name; });
}

/// Parameters of a skid-steered or differential drive.
struct DriveNumber {
  const char* name;
  const char* child;
  const char* label;
};
constexpr DriveNumber kDrive[] = {
    {"drive.wheel_separation", world::kWheelSeparation, "Wheel separation in the controller"},
    {"drive.wheel_radius", world::kWheelRadius, "Wheel radius in the controller"},
};

/// Mass of a model, kg.
double MassOf(const world::Model& model) {
  double mass = 0.0;
  for (const world::Link& link : model.links) mass += link.inertia.mass;
  return mass;
}

/// Scales the mass of all links by one factor.
void SetMass(double mass, world::Model* model) {
  const double factor = mass / MassOf(*model);
  for (world::Link& link : model->links) {
    link.inertia.mass *= factor;
    link.inertia.I_BBcm_B *= factor;
  }
}

/// Assigns this ground to everything static. When the engine computes the contact, the friction of
/// both surfaces is set, because the smaller one counts.
void SetGround(const RestartWorld& world, const UnderWheels& under, world::WorldSpec* spec) {
  const bool by_engine = under.contact == world::WheelContact::kEngine;
  for (int i = 0; i < world.world->model_count(); ++i) {
    world::ModelInstance& instance = spec->models[static_cast<std::size_t>(i)];
    auto changed = std::make_shared<world::Model>(*instance.model);
    const int first = world.world->layout(i).links.first;
    for (std::size_t l = 0; l < changed->links.size(); ++l) {
      const int link = first + static_cast<int>(l);
      const bool is_ground = world.world->IsStatic(link);
      const bool is_wheel = instance.name == world.robot && world.world->WheelOf(link) >= 0;
      for (world::Collision& collision : changed->links[l].collisions) {
        if (by_engine && (is_ground || is_wheel)) {
          collision.surface.mu = collision.surface.mu2 = under.hard.mu;
        } else if (!by_engine && is_ground) {
          collision.surface.name = kGroundName;
        }
      }
    }
    instance.model = std::move(changed);
  }
  if (by_engine) return;
  std::erase_if(spec->grounds,
                [](const world::GroundMaterial& ground) { return ground.name == kGroundName; });
  world::GroundMaterial ground;
  ground.name = kGroundName;
  ground.hard = under.hard;
  ground.contact = under.contact;
  spec->grounds.push_back(std::move(ground));
}

/// An error when the name is unknown or the value out of range.
Status CheckValue(const std::string& name, double value,
                  const std::vector<GapParameter>& parameters) {
  for (const GapParameter& parameter : parameters) {
    if (parameter.name != name) continue;
    // Users may set values up to twice beyond the range of the search.
    const double min = parameter.is_factor ? 0.5 * parameter.low : parameter.low;
    if (value >= min && value <= 2.0 * parameter.high) return Status();
    return Error{"--set: " + name + " = " + NumberText(value, 17) + " is not between " +
                 NumberText(min, 17) + " and " + NumberText(2.0 * parameter.high, 17)};
  }
  return Error{"--set: this robot in this world has no '" + name +
               "'; there are: " + Joined(parameters, &GapParameter::name)};
}

}  // namespace

double ErrorOf(const std::vector<gap::Comparison>& comparisons) {
  std::vector<double> squares, counts;
  for (const gap::Comparison& comparison : comparisons) {
    const gap::Quantity& quantity = comparison.quantity;
    if (quantity.name != "position" && quantity.name != "heading") continue;
    const std::vector<std::vector<double>> errors = gap::ErrorsOf(comparison);
    squares.resize(errors.size());
    counts.resize(errors.size());
    for (std::size_t i = 0; i < errors.size(); ++i) {
      for (double error : errors[i]) squares[i] += std::pow(error / quantity.tolerance, 2);
      counts[i] += static_cast<double>(errors[i].size());
    }
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    sum += std::sqrt(squares[i] / std::max(1.0, counts[i]));
  }
  return squares.empty() ? 0.0 : sum / static_cast<double>(squares.size());
}

Result<std::vector<VerdictContext::Close>> WhatCloses(
    const RestartStudy& study, const std::function<bool(double, double)>& progress,
    const std::vector<std::string>& only) {
  return Closer(study, progress, only).Run();
}

std::vector<GapParameter> GapParameters(const RestartWorld& world, bool led_by_wheels) {
  std::vector<GapParameter> parameters;
  if (const std::optional<UnderWheels> under = GroundUnder(world)) {
    for (const GroundNumber& number : kGround) {
      if (under->contact == world::WheelContact::kEngine && !number.by_engine) continue;
      double value = under->hard.*number.member;
      // 0 means "from friction": the tyre model then uses 8 mu.
      if (number.member == &world::HardGround::slip_stiffness && value == 0.0) {
        value = 8.0 * under->hard.mu;
      }
      parameters.push_back(
          {number.name, number.label, "", value, number.low, number.high, number.is_factor});
    }
  }
  const world::Model& model = world.world->model(world.world->FindModel(world.robot));
  if (const int drive = world::FindTwoSidedDrive(model); drive >= 0 && !led_by_wheels) {
    for (const DriveNumber& number : kDrive) {
      const double value = world::TwoSidedNumber(
          model, model.extensions[static_cast<std::size_t>(drive)], number.child);
      if (!(value > 0.0)) continue;
      parameters.push_back({number.name, number.label, "m", value, 0.5 * value, 2.0 * value, true});
    }
  }
  const double mass = MassOf(model);
  if (mass > 0.0) {
    parameters.push_back({kMass, "Mass of the robot", "kg", mass, 0.5 * mass, 2.0 * mass, true});
  }
  parameters.push_back({kDelay, "Delay of commands", "s", 0.0, 0.0, 0.5, false});
  return parameters;
}

Result<SetWorld> WithParameters(const RestartWorld& world, bool led_by_wheels,
                                const std::vector<std::pair<std::string, double>>& values) {
  SetWorld result{world, 0.0};
  if (values.empty()) return result;
  const std::vector<GapParameter> parameters = GapParameters(world, led_by_wheels);
  world::WorldSpec spec = world.world->spec();
  std::optional<UnderWheels> under = GroundUnder(world);
  bool new_ground = false;
  for (const auto& [name, value] : values) {
    SUREFOOT_TRY(CheckValue(name, value, parameters));
    if (name == kDelay) {
      result.command_delay = value;
    } else if (const GroundNumber* number = FindGroundNumber(name)) {
      under->hard.*number->member = value;
      new_ground = true;
    }
  }
  if (new_ground) SetGround(world, *under, &spec);
  world::Model* robot = CopyOfRobot(world.robot, &spec);
  for (const auto& [name, value] : values) {
    if (name == kMass) SetMass(value, robot);
    for (const DriveNumber& number : kDrive) {
      if (name != number.name) continue;
      const int drive = world::FindTwoSidedDrive(*robot);
      world::SetTwoSidedNumber(number.child, value,
                               &robot->extensions[static_cast<std::size_t>(drive)]);
    }
  }
  result.world = SUREFOOT_TRY(InChangedWorld(world, std::move(spec)));
  return result;
}

}  // namespace surefoot::experiment
