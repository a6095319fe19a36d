#pragma once

/// What a file of Centurion says, as plain data. Private to this folder.

#include <string>
#include <vector>

#include "surefoot/world/world_spec.h"

namespace tinyxml2 {
class XMLElement;
}

namespace surefoot::formats::centurion {

struct Shape {
  enum class Kind { kNone, kRectangle, kCircle, kLine } kind = Kind::kNone;
  /// Centre, or the start of a line (m).
  double x = 0.0;
  double y = 0.0;
  /// Of rectangles: half sides, and degrees counter-clockwise.
  double half_x = 0.0;
  double half_y = 0.0;
  double rotation_deg = 0.0;
  double radius = 0.0;
  /// End of a line.
  double end_x = 0.0;
  double end_y = 0.0;
  Source source;
};

struct AgentPlace {
  double x = 0.0;
  double y = 0.0;
  double angle_deg = 0.0;
};

struct AgentSensor {
  enum class Type { kIdealBeam, kUltrasonic, kInfrared } type = Type::kIdealBeam;
  double direction_deg = 0.0;
  double epoch = 0.1;
  Source source;
};

struct AgentGroup {
  int count = 1;
  bool random = false;
  std::vector<AgentPlace> places;
  Shape shape;
  std::vector<AgentSensor> sensors;
  bool ideal_wheels = false;
  Source source;
};

struct Beacon {
  double x = 0.0;
  double y = 0.0;
  double vector_x = 0.0;
  double vector_y = 0.0;
  Source source;
};

struct Document {
  unsigned long long seed = 0;
  double size_x = 1.0;
  double size_y = 1.0;
  double epoch = 0.01;
  bool walls = false;
  std::vector<Shape> objects;
  std::vector<AgentGroup> groups;
  std::vector<Beacon> beacons;
};

/// Reads <centurion_config>. Every finding goes to `problems`, with file and line.
Document ReadDocument(const tinyxml2::XMLElement& root, const std::string& path,
                      Problems* problems);

/// The arena, its obstacles and its robots. Reports robots for which there is no room.
void BuildWorld(const Document& document, const std::string& path, Problems* problems,
                world::WorldSpec* spec);

}  // namespace surefoot::formats::centurion
