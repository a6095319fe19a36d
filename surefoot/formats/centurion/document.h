#pragma once

/// A Centurion file as plain data, in the file's own terms and units: ReadDocument() checks the
/// XML, BuildWorld() converts the result. They are separate steps, so a file with errors never
/// reaches the builder. Positions are in metres from the south-west corner of the arena, x east and
/// y north; angles are in degrees, counter-clockwise from x. Private to this folder.

#include <string>
#include <vector>

#include "surefoot/world/world_spec.h"

namespace tinyxml2 {
class XMLElement;
}

namespace surefoot::formats::centurion {

/// The outline of an obstacle or of a robot, seen from above. Only the members of `kind` are used.
struct Shape {
  enum class Kind { kNone, kRectangle, kCircle, kLine } kind = Kind::kNone;
  /// Centre, or the start of a line (m).
  double x = 0.0;
  double y = 0.0;
  /// Rectangle: half side lengths (m) and rotation about the centre.
  double half_x = 0.0;
  double half_y = 0.0;
  double rotation_deg = 0.0;
  /// Circle (m).
  double radius = 0.0;
  /// End of a line (m).
  double end_x = 0.0;
  double end_y = 0.0;
  Source source;
};

/// Start pose of one robot (m, degrees).
struct AgentPlace {
  double x = 0.0;
  double y = 0.0;
  double angle_deg = 0.0;
};

/// One range sensor. The three types map to the presets ideal_beam, centurion_hc-sr04 and
/// centurion_gp2y0a41sk0f.
struct AgentSensor {
  enum class Type { kIdealBeam, kUltrasonic, kInfrared } type = Type::kIdealBeam;
  /// Viewing direction relative to the robot's heading.
  double direction_deg = 0.0;
  /// Time between two readings (s): the inverse of the update rate.
  double epoch = 0.1;
  Source source;
};

/// Robots that share their shape, sensors and actuator.
struct AgentGroup {
  int count = 1;
  /// True for <all_agents>: BuildWorld() chooses the places. False: `places` has one for each
  /// robot.
  bool random = false;
  std::vector<AgentPlace> places;
  Shape shape;
  std::vector<AgentSensor> sensors;
  /// IDEAL_TWO_WHEEL: commands are executed without spread and without drift.
  bool ideal_wheels = false;
  Source source;
};

/// A mark on the ground with a direction; (0, 1) is north. Kept, but not simulated.
struct Beacon {
  double x = 0.0;
  double y = 0.0;
  double vector_x = 0.0;
  double vector_y = 0.0;
  Source source;
};

/// The whole file. Elements that only concern Centurion's own program (log files, grid size, total
/// time) are checked and not stored.
struct Document {
  /// <rand_seed> plus 1e15, because the file accepts negative seeds and random streams do not.
  unsigned long long seed = 0;
  /// Size of the arena (m).
  double size_x = 1.0;
  double size_y = 1.0;
  /// Step of the simulation (s).
  double epoch = 0.01;
  bool walls = false;
  std::vector<Shape> objects;
  std::vector<AgentGroup> groups;
  std::vector<Beacon> beacons;
};

/// Reads <centurion_config>. Every problem goes to `problems`, with file and line; reading
/// continues after an error so that one run reports all of them. The result is valid only without
/// errors.
Document ReadDocument(const tinyxml2::XMLElement& root, const std::string& path,
                      Problems* problems);

/// Adds the arena, its obstacles and its robots to `spec`. Random places come from the document's
/// seed alone, so a file always gives the same world. Reports groups that do not fit into the
/// arena.
void BuildWorld(const Document& document, const std::string& path, Problems* problems,
                world::WorldSpec* spec);

}  // namespace surefoot::formats::centurion
