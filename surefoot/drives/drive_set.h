#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/drives/controller_info.h"
#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// A drive in lists of the command line, the services and the page.
struct DriveStatus {
  std::string name;
  std::string type;
  bool engaged = false;
  RefusedMessages refused;
};

/// All drives of a world, in a fixed order. A drive controls its joints from the start, unless the
/// file has an initial command for one of them. A direct command to a joint disengages the drive,
/// and the next command to the drive engages it again. A drive that was only derived from a model
/// (plugins/) waits for its first command. Several controllers of ros2_control may have the same
/// joints; the first one is active at the start.
class DriveSet {
 public:
  DriveSet(const world::World& world, const DriveRegistry& registry, std::uint64_t seed,
           graph::Graph* graph, Problems* problems);
  ~DriveSet();

  /// Call before each step.
  void Update(const DriveView& view, physics::Inputs* inputs);
  /// Call after each step.
  void Publish(const DriveView& view, graph::Graph* graph);
  /// Call when the motor of this velocity coordinate got a direct command.
  void OnDirectCommand(int v);

  bool empty() const { return running_.empty(); }
  std::vector<DriveStatus> Statuses() const;

  /// All drives as controllers, in their order.
  std::vector<ControllerInfo> Controllers() const;
  /// The types of controllers that this set can have, sorted.
  static std::vector<std::string> ControllerTypes(const DriveRegistry& registry);
  /// Starts or ends the control of a drive over its joints, and its messages. No other active drive
  /// may command the joints. Returns the motors that have no controller now.
  std::vector<int> SetActive(const std::string& model, const std::string& name, bool active,
                             const DriveView& view);
  /// The same for a set that is built for a run in progress: the drive's state is kept.
  void MarkActive(const std::string& model, const std::string& name, bool active);
  /// The trajectory of a drive; nullptr if there is none, or if the drive follows none.
  const TrajectoryFollower* FindTrajectory(const std::string& model, const std::string& name) const;
  /// Whether there is such a drive and it is active as a controller.
  bool IsActive(const std::string& model, const std::string& name) const;
  /// Messages that the drive rejected.
  RefusedMessages RefusedBy(const std::string& model, const std::string& name) const;

  /// Takes over the state of drives of an earlier world, by name, for the models in `same_models`.
  void CarryOver(const DriveSet& from, const std::vector<std::string>& same_models);
  void Archive(StateArchive* archive);

 private:
  struct Running;

  Running* Find(const std::string& model, const std::string& name) const;
  /// `is_first`: this is the first instance of its model.
  void AddModel(int model, const DriveRegistry& registry, std::uint64_t seed, graph::Graph* graph,
                bool is_first, Problems* problems);
  /// Adds a drive, unless there is an error. `owner`: the drive of each velocity coordinate.
  void AddDrive(int model, const world::Element& element, const DriveRegistry& registry,
                std::uint64_t seed, graph::Graph* graph, std::vector<std::string>* owner,
                Problems* problems);

  const world::World& world_;
  std::vector<std::unique_ptr<Running>> running_;
};

}  // namespace surefoot::drives
