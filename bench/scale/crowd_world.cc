#include "bench/scale/crowd_world.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "surefoot/base/text.h"
#include "surefoot/session/load.h"

namespace surefoot::scale {
namespace {

/// Distance between neighbours (m).
constexpr double kSpacing = 3.0;

std::string FloorText(Kind kind, int side) {
  const double size = kSpacing * (side + 2);
  std::string geometry = "<plane><normal>0 0 1</normal></plane>";
  if (kind == Kind::kGravel) {
    geometry = StrFormat(
        "<heightmap><uri>surefoot:terrain/gravel?seed=31&amp;pieces=%dx%d&amp;resolution=0.02</uri>"
        "<size>%g %g 0.1</size></heightmap>",
        static_cast<int>(size), static_cast<int>(size), size, size);
  }
  return "<model name='ground'><static>true</static><link name='link'><collision name='ground'>"
         "<geometry>" +
         geometry +
         "</geometry><surface><friction><ode><mu>0.8</mu><mu2>0.8</mu2></ode></friction></"
         "surface>" +
         (kind == Kind::kGravel ? "<surefoot:surface name='gravel'/>" : "") +
         "</collision></link></model>\n";
}

std::string BoxText() {
  return "<link name='link'><inertial><mass>2</mass><inertia><ixx>0.012</ixx><iyy>0.016</iyy>"
         "<izz>0.02</izz></inertia></inertial><collision name='box'><geometry><box><size>0.3 0.25 "
         "0.2</size></box></geometry></collision></link>";
}

std::string HuskyCommands(int index) {
  std::string text;
  for (const char* wheel :
       {"front_left_wheel", "rear_left_wheel", "front_right_wheel", "rear_right_wheel"}) {
    const bool left = std::string(wheel).find("left") != std::string::npos;
    const double speed = index % 2 == 0 ? 3.0 : (left ? 2.0 : 3.0);
    text += StrFormat("<surefoot:command joint='%s' axis='0' mode='velocity' value='%g'/>", wheel,
                      speed);
  }
  return text;
}

std::string MemberText(Kind kind, int index, double x, double y) {
  const std::string name = StrFormat("one%d", index);
  if (kind == Kind::kBoxes) {
    return "<model name='" + name + "'>" +
           StrFormat("<pose>%g %g %g 0.2 0.3 0</pose>", x, y, 0.5 + 0.01 * index) + BoxText() +
           "</model>\n";
  }
  const double height = kind == Kind::kQuadrupeds ? 0.3 : kind == Kind::kGravel ? 0.2 : 0.133;
  const std::string pose =
      StrFormat("<name>%s</name><pose>%g %g %g 0 0 0</pose>", name.c_str(), x, y, height);
  if (kind == Kind::kQuadrupeds) {
    return "<include><uri>model://quadruped</uri>" + pose + "</include>\n";
  }
  return "<include><uri>model://husky</uri>" + pose + HuskyCommands(index) + "</include>\n";
}

}  // namespace

const char* KindName(Kind kind) {
  switch (kind) {
    case Kind::kFlat:
      return "flat";
    case Kind::kGravel:
      return "gravel";
    case Kind::kQuadrupeds:
      return "quadrupeds";
    case Kind::kBoxes:
      return "boxes";
  }
  return "";
}

Result<std::shared_ptr<const world::World>> MakeCrowd(const Parts& parts, Kind kind, int count,
                                                      const std::string& contact) {
  const int side = static_cast<int>(std::ceil(std::sqrt(count)));
  std::string text =
      "<sdf version='1.9' xmlns:surefoot='https://surefoot.org/sdf'><world name='crowd'>"
      "<gravity>0 0 -9.81</gravity>\n" +
      FloorText(kind, side);
  for (int i = 0; i < count; ++i) {
    const double x = kSpacing * (i % side - 0.5 * (side - 1));
    const double y = kSpacing * (i / side - 0.5 * (side - 1));
    text += MemberText(kind, i, x, y);
  }
  text += "</world></sdf>\n";
  const Result<TextFile> file = TextFile::Write(text);
  if (!file.ok()) return file.error();
  Problems problems;
  return LoadWorld(parts, file->path(), &problems, "", contact);
}

LegTargets TrotTargets(int leg, double time) {
  // Diagonal legs lift their feet alternately, twice a second.
  const double phase = 2.0 * 3.14159265358979 * (2.0 * time + (leg % 3 == 0 ? 0.0 : 0.5));
  const double lift = std::max(0.0, std::sin(phase));
  return {0.8 + 0.2 * lift, -1.6 - 0.4 * lift};
}

Status Command(Kind kind, sim::Simulation* simulation) {
  if (kind != Kind::kQuadrupeds || simulation->step_count() % kCommandSteps != 0) return Status();
  const double time = ToSeconds(simulation->time_ns());
  for (int model = 1; model < simulation->world().model_count(); ++model) {
    for (std::size_t leg = 0; leg < kLegs.size(); ++leg) {
      const LegTargets targets = TrotTargets(static_cast<int>(leg), time);
      const std::string prefix = simulation->world().instance(model).name + "::" + kLegs[leg] + "_";
      const auto command_joint = [&](const char* joint, double target) {
        sim::JointCommand command;
        command.joint = prefix + joint;
        command.mode = physics::ControlMode::kPosition;
        command.target = target;
        return simulation->Apply(command);
      };
      Status status = command_joint("hip", targets.hip);
      if (status.ok()) status = command_joint("knee", targets.knee);
      if (!status.ok()) return status;
    }
  }
  return Status();
}

}  // namespace surefoot::scale
