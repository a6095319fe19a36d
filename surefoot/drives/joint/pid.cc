#include "surefoot/drives/joint/pid.h"

#include <algorithm>
#include <cmath>

namespace surefoot::drives {
namespace {

/// So that no product of a gain and an error overflows.
constexpr double kMostGain = 1e12;

void CheckOrder(const world::ElementReader& element, const char* name, double* least,
                double* most) {
  if (*least <= *most) return;
  element.Error(name, "the lower bound is above the upper one");
  *least = -world::kInfinity;
  *most = world::kInfinity;
}

}  // namespace

PidSpec ReadPid(const world::ElementReader& element) {
  PidSpec spec;
  spec.p = element.Number("p", spec.p, 0.0, kMostGain);
  spec.i = element.Number("i", spec.i, 0.0, kMostGain);
  spec.d = element.Number("d", spec.d, 0.0, kMostGain);
  spec.i_min = element.Number("i_min", spec.i_min);
  spec.i_max = element.Number("i_max", spec.i_max);
  spec.cmd_min = element.Number("cmd_min", spec.cmd_min);
  spec.cmd_max = element.Number("cmd_max", spec.cmd_max);
  spec.cmd_offset = element.Number("cmd_offset", spec.cmd_offset, -kMostGain, kMostGain);
  CheckOrder(element, "i_min", &spec.i_min, &spec.i_max);
  CheckOrder(element, "cmd_min", &spec.cmd_min, &spec.cmd_max);
  element.WarnMisspelt({"p", "i", "d", "i_min", "i_max", "cmd_min", "cmd_max", "cmd_offset"});
  return spec;
}

double Pid::Update(double error, double error_rate, double dt) {
  integral_part_ = std::clamp(integral_part_ + spec_.i * error * dt, spec_.i_min, spec_.i_max);
  const double output = spec_.p * error + integral_part_ + spec_.d * error_rate + spec_.cmd_offset;
  return std::clamp(output, spec_.cmd_min, spec_.cmd_max);
}

}  // namespace surefoot::drives
