#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// What is told of a drive in lists.
struct DriveStatus {
  std::string name;
  std::string type;
  bool engaged = false;
  RefusedMessages refused;
};

/// All drives of a world, in a fixed order. A drive has its joints from the start unless one of
/// them has a command of its own in the file; a direct joint command takes them away, the next
/// command to the drive brings them back. A drive that is only proposed (plugins/) does nothing
/// before its first command.
class DriveSet {
 public:
  DriveSet(const world::World& world, const DriveRegistry& registry, std::uint64_t seed,
           graph::Graph* graph, Problems* problems);
  ~DriveSet();

  /// Before physics.
  void Update(const DriveView& view, physics::Inputs* inputs);
  /// After physics.
  void Publish(const DriveView& view, graph::Graph* graph);
  /// A direct command to the motor of this velocity coordinate.
  void OnDirectCommand(int v);

  bool empty() const { return running_.empty(); }
  std::vector<DriveStatus> Statuses() const;

  void CarryOver(const DriveSet& from, const std::vector<std::string>& same_models);
  void Archive(StateArchive* archive);

 private:
  struct Running;

  /// `is_first`: no other instance of this description came before.
  void AddModel(int model, const DriveRegistry& registry, std::uint64_t seed, graph::Graph* graph,
                bool is_first, Problems* problems);
  /// Left out when there is an error. `owner`: which drive has a velocity coordinate.
  void AddDrive(int model, const world::Element& element, const DriveRegistry& registry,
                std::uint64_t seed, graph::Graph* graph, std::vector<std::string>* owner,
                Problems* problems);

  const world::World& world_;
  std::vector<std::unique_ptr<Running>> running_;
};

}  // namespace surefoot::drives
