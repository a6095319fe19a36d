#include "tests/sensors/sensor_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "surefoot/builtin/builtin.h"
#include "surefoot/session/load.h"

namespace surefoot::sensor_tests {
namespace {

const Parts& AllParts() {
  static const Parts parts = BuiltinParts();
  return parts;
}

std::string Wheel(const std::string& name, double y) {
  return "<link name='" + name + "_wheel'><pose>0 " + std::to_string(y) +
         " 0.1 -1.5707963267948966 0 0</pose><inertial><mass>0.5</mass><inertia><ixx>0.0014</ixx>"
         "<iyy>0.0014</iyy><izz>0.0025</izz></inertia></inertial><collision name='c'><geometry>"
         "<cylinder><radius>0.1</radius><length>0.04</length></cylinder></geometry></collision>"
         "<visual name='v'><geometry><cylinder><radius>0.1</radius><length>0.04</length></cylinder>"
         "</geometry></visual></link>";
}

std::string WheelJoint(const std::string& name, const std::string& inside) {
  return "<joint name='" + name + "' type='revolute'><parent>base</parent><child>" + name +
         "_wheel</child><axis><xyz>0 0 1</xyz><limit><effort>20</effort></limit></axis>" + inside +
         "</joint>";
}

std::string Command(const std::string& joint, double speed) {
  return "<surefoot:command joint='" + joint + "' mode='velocity' value='" + std::to_string(speed) +
         "'/>";
}

}  // namespace

Result<std::shared_ptr<const world::World>> ReadWorld(const std::string& sdf, Problems* problems) {
  const std::string file = testing::TempDir() + "sensor_world_" +
                           testing::UnitTest::GetInstance()->current_test_info()->name() + ".sdf";
  std::string slashless = file;
  const std::size_t name = slashless.rfind("sensor_world_");
  for (std::size_t i = name; i < slashless.size(); ++i) {
    if (slashless[i] == '/') slashless[i] = '_';
  }
  std::ofstream(slashless) << sdf;
  return LoadWorld(AllParts(), slashless, problems);
}

Result<std::unique_ptr<sim::Simulation>> TryRun(const std::shared_ptr<const world::World>& world,
                                                const RunOptions& options) {
  sim::SimulationOptions made;
  made.engine = *AllParts().FindEngine(options.engine);
  made.sensors = AllParts().sensors;
  made.drives = AllParts().drives;
  made.referee = AllParts().referee;
  made.seed = options.seed;
  made.step = options.step;
  return sim::Simulation::Make(world, made);
}

std::unique_ptr<sim::Simulation> RunText(const std::string& sdf, const RunOptions& options) {
  Problems problems;
  const auto world = ReadWorld(sdf, &problems);
  EXPECT_TRUE(world.ok()) << problems.ErrorText();
  if (!world.ok()) return nullptr;
  auto simulation = TryRun(*world, options);
  EXPECT_TRUE(simulation.ok()) << simulation.error().message;
  return simulation.ok() ? std::move(simulation).value() : nullptr;
}

std::string World(const std::string& inside) {
  return "<sdf version='1.9' xmlns:surefoot='https://surefoot.org/sdf'>\n<world name='w'>\n"
         "<gravity>0 0 -9.81</gravity>\n" +
         inside + "\n</world></sdf>\n";
}

std::string Floor() {
  return "<model name='floor'><static>true</static><link name='l'><collision name='c'><geometry>"
         "<plane><normal>0 0 1</normal></plane></geometry></collision><visual name='v'><geometry>"
         "<plane><normal>0 0 1</normal><size>50 50</size></plane></geometry></visual></link>"
         "</model>\n";
}

std::string Wall(const std::string& name, const std::string& pose, const std::string& size,
                 const std::string& inside_collision) {
  const std::string geometry = "<geometry><box><size>" + size + "</size></box></geometry>";
  return "<model name='" + name + "'><static>true</static><pose>" + pose +
         "</pose><link name='l'><collision name='c'>" + geometry + inside_collision +
         "</collision><visual name='v'>" + geometry + "</visual></link></model>\n";
}

std::string Robot(const std::string& in_base, double left_speed, double right_speed,
                  const std::string& in_left) {
  return "<model name='robot'>" + Command("left", left_speed) + Command("right", right_speed) +
         "<link name='base'><pose>0 0 0.1 0 0 0</pose><inertial><mass>5</mass><inertia>"
         "<ixx>0.05</ixx><iyy>0.05</iyy><izz>0.08</izz></inertia></inertial>"
         "<collision name='box'><geometry><box><size>0.3 0.3 0.1</size></box></geometry>"
         "</collision><visual name='box'><geometry><box><size>0.3 0.3 0.1</size></box></geometry>"
         "</visual><collision name='front'><pose>0.12 0 -0.045 0 0 0</pose><geometry><sphere>"
         "<radius>0.05</radius></sphere></geometry><surface><friction><ode><mu>0</mu><mu2>0</mu2>"
         "</ode></friction></surface></collision><collision name='rear'>"
         "<pose>-0.12 0 -0.045 0 0 0</pose><geometry><sphere><radius>0.05</radius></sphere>"
         "</geometry><surface><friction><ode><mu>0</mu><mu2>0</mu2></ode></friction></surface>"
         "</collision>\n" +
         in_base + "\n</link>" + Wheel("left", 0.2) + Wheel("right", -0.2) +
         WheelJoint("left", in_left) + WheelJoint("right", "") + "</model>\n";
}

void Advance(sim::Simulation* simulation, double seconds) {
  const auto steps = std::llround(seconds / simulation->step_size());
  for (long long i = 0; i < steps; ++i) {
    const Status status = simulation->Step();
    ASSERT_TRUE(status.ok()) << status.error().message;
  }
}

Listener::Listener(sim::Simulation* simulation)
    : subscription_(simulation->graph().SubscribeAll([this](const graph::Delivery& delivery) {
        all_.push_back(Heard{delivery.topic().name, delivery.time_ns(), delivery.cdr()});
      })) {}

void Listener::Damaged(const std::string& topic) {
  ADD_FAILURE() << "a message of " << topic << " cannot be read";
}

}  // namespace surefoot::sensor_tests
