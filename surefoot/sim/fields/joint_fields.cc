#include "surefoot/sim/fields/fields.h"

namespace surefoot::sim {
namespace {

struct Units {
  const char* position;
  const char* velocity;
  const char* effort;
  const char* damping;
  const char* stiffness;
};
constexpr Units kTurning = {"rad", "rad/s", "N m", "N m s/rad", "N m/rad"};
constexpr Units kSliding = {"m", "m/s", "N", "N s/m", "N/m"};

void AddAxis(const std::string& prefix, const std::string& suffix, const Units& units,
             bool has_stops, world::JointAxis* axis, Fields* fields) {
  constexpr double kInf = world::kInfinity;
  constexpr Limits kAny = {0.0, 1e12};
  fields->Number({prefix + "damping", "Damping" + suffix, "Friction", units.damping}, kAny,
                 &axis->damping);
  fields->Number({prefix + "friction", "Dry friction" + suffix, "Friction", units.effort}, kAny,
                 &axis->friction);
  if (has_stops) {
    fields->Number({prefix + "lower", "Lower stop" + suffix, "Limits", units.position},
                   {-kInf, 1e6}, &axis->lower);
    fields->Number({prefix + "upper", "Upper stop" + suffix, "Limits", units.position},
                   {-1e6, kInf}, &axis->upper);
  }
  fields->Number({prefix + "effort", "Largest effort" + suffix, "Limits", units.effort},
                 {0.0, kInf}, &axis->effort);
  fields->Number({prefix + "velocity", "Largest speed" + suffix, "Limits", units.velocity},
                 {0.0, kInf}, &axis->velocity);
  fields->Number({prefix + "spring_stiffness", "Stiffness" + suffix, "Spring", units.stiffness},
                 kAny, &axis->spring_stiffness);
  fields->Number({prefix + "spring_reference", "Rest position" + suffix, "Spring", units.position},
                 {-1e6, 1e6}, &axis->spring_reference);
}

}  // namespace

void AddJointFields(world::Joint* joint, Fields* fields) {
  const int count = world::LimitedAxisCount(joint->type);
  const bool slides = joint->type == world::JointType::kPrismatic;
  for (int i = 0; i < count && i < 2; ++i) {
    const bool first = i == 0;
    const bool has_stops = joint->type != world::JointType::kContinuous;
    const bool plane = joint->type == world::JointType::kPlanar;
    AddAxis(first ? "" : "axis2.", count > 1 ? (first ? ", axis 1" : ", axis 2") : "",
            slides || plane ? kSliding : kTurning, has_stops, &joint->axes[i], fields);
  }
}

}  // namespace surefoot::sim
