#include "tests/experiment/small_trial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "surefoot/builtin/builtin.h"
#include "surefoot/evaluation/run/run_trial.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/record/test/record_test_util.h"

namespace surefoot::experiment {
namespace {

world::Element Parsed(const std::string& text, const std::string& name, Problems* problems) {
  if (text.empty()) return world::Element();
  return ParseYaml(text, name, problems).value_or(world::Element());
}

std::string WorldFile(const std::string& world, const record::TempDir& dir) {
  if (world.find('<') == std::string::npos) return world;
  const std::string path = dir.File("world.sdf");
  std::ofstream(path) << "<sdf version='1.9'><world name='w'><physics name='p' type='ode'>"
                         "<max_step_size>0.001</max_step_size></physics>"
                         "<gravity>0 0 -9.81</gravity>"
                      << world << "</world></sdf>";
  return path;
}

/// A cube of 0.1 m and 2 kg.
std::string ModelSdf(const std::string& name, const std::string& at, const std::string& joint) {
  return "<model name='" + name + "'><pose>" + at +
         " 0 0 0</pose><link name='link'><inertial><mass>2</mass><inertia><ixx>0.0033</ixx>"
         "<iyy>0.0033</iyy><izz>0.0033</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia>"
         "</inertial><collision name='c'><geometry><box><size>0.1 0.1 0.1</size></box></geometry>"
         "</collision></link>" +
         joint + "</model>";
}

std::string JointSdf(const std::string& name, const std::string& type, const std::string& axis) {
  return "<joint name='" + name + "' type='" + type +
         "'><parent>world</parent><child>link</child><axis><xyz>" + axis + "</xyz></axis></joint>";
}

}  // namespace

TrialResult RunSmall(const SmallTrial& small) {
  const record::TempDir dir;
  Problems problems;
  Trial trial;
  trial.id = "small";
  trial.experiment = "small";
  trial.case_name = "case";
  trial.engine = small.engine;
  trial.seed = small.seed;
  trial.world = WorldFile(small.world, dir);
  trial.folder = small.folder;
  trial.run_folder = small.run_folder;
  trial.duration = small.duration;
  trial.settle = small.settle;
  trial.manoeuvre = Parsed(small.manoeuvre, "manoeuvre.yaml", &problems);
  trial.metrics = Parsed(small.metrics, "metrics.yaml", &problems);
  const world::Element changes = Parsed(small.changes, "changes.yaml", &problems);
  trial.set = ReadChanges(world::ElementReader(changes, &problems));
  trial.pull = ReadPull(world::ElementReader(changes, &problems), Pull());
  const world::Element pass = Parsed(small.pass, "pass.yaml", &problems);
  if (const world::Element* list = pass.Child("pass")) trial.pass = *list;
  if (problems.ok()) return RunTrial(BuiltinParts(), trial);
  TrialResult result;
  result.error = problems.ErrorText();
  return result;
}

double MetricOf(const TrialResult& result, const std::string& name) {
  for (const auto& [known, value] : result.metrics) {
    if (known == name) return value;
  }
  ADD_FAILURE() << "no metric " << name << " " << result.error;
  return std::nan("");
}

std::string FloorSdf() {
  return "<model name='floor'><static>true</static><pose>0 0 -0.05 0 0 0</pose><link name='link'>"
         "<collision name='c'><geometry><box><size>100 100 0.1</size></box></geometry></collision>"
         "</link></model>";
}

std::string WallSdf(const std::string& name, double x, double y) {
  return "<model name='" + name + "'><static>true</static><pose>" + std::to_string(x) + " " +
         std::to_string(y) +
         " 0.5 0 0 0</pose><link name='link'><collision name='c'><geometry><box>"
         "<size>0.2 4 1</size></box></geometry></collision></link></model>";
}

std::string BoxSdf(const std::string& name, double x, double y, double z) {
  return ModelSdf(name, std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z), "");
}

std::string CartSdf(const std::string& axis) {
  return ModelSdf("cart", "0 0 0.5", JointSdf("rail", "prismatic", axis));
}

std::string SpinnerSdf(const std::string& axis) {
  return ModelSdf("spinner", "0 0 0.5", JointSdf("axle", "continuous", axis));
}

}  // namespace surefoot::experiment
