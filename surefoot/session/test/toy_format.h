#pragma once

/// A minimal file format, and Parts made of it and the fake engine: what a session needs, without a
/// real format or engine. One word per line, with a name and a position where they apply:
///
///   model            the file holds a model, not a world
///   ball NAME X Y Z  also: floor, robot, pendulum
///   warning TEXT     also: error

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "surefoot/record/test/record_test_util.h"
#include "surefoot/session/parts.h"
#include "surefoot/sim/test/small_world.h"

namespace surefoot::test {

inline bool ReadToy(const std::string& path, const formats::ReadContext& context,
                    world::WorldSpec* spec, bool* is_model) {
  // The same description for the same word, as files share what they include.
  std::map<std::string, std::shared_ptr<const world::Model>> models = {
      {"ball", sim::test::Ball()},
      {"floor", sim::test::Floor()},
      {"robot", sim::test::Robot()},
      {"pendulum", sim::test::Pendulum()}};
  std::ifstream file(path);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line);
    std::string word, rest;
    words >> word;
    if (word == "model") {
      *is_model = true;
    } else if (models.count(word) > 0) {
      world::ModelInstance instance;
      instance.model = models[word];
      words >> instance.name >> instance.X_WM.p.x() >> instance.X_WM.p.y() >> instance.X_WM.p.z();
      spec->models.push_back(std::move(instance));
    } else if (word == "warning") {
      context.problems->Warning(Source{path, number, word}, line);
    } else if (word == "error") {
      context.problems->Error(Source{path, number, word}, line);
    }
  }
  spec->gravity_W = Vector3d::Zero();
  return true;
}

inline Parts ToyParts() {
  Parts parts;
  formats::Format toy;
  toy.help = "a toy";
  toy.endings = {"toy"};
  toy.read = ReadToy;
  parts.formats.Add("toy", toy);
  parts.engines.Add("fake", sim::test::FakeFactory());
  parts.engines.Add("feeble", sim::test::FeebleFactory());
  return parts;
}

inline std::string WriteText(const record::TempDir& dir, const std::string& name,
                             const std::string& text) {
  const std::string path = dir.File(name);
  std::ofstream(path) << text;
  return path;
}

/// A world with one of each.
inline std::string WriteWorld(const record::TempDir& dir) {
  return WriteText(dir, "small.toy",
                   "floor floor 0 0 0\nball ball 0 0 5\nrobot robot 1 0 0\n"
                   "pendulum pendulum 0 3 0\n");
}

}  // namespace surefoot::test
