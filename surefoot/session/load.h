#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot {

/// The following functions read descriptions. `scope` restricts the files that a description and
/// everything it refers to may be in; the default is unrestricted, for descriptions from the
/// machine's owner. Files outside are reported as not found, so nothing about them is revealed. A
/// text (LoadTextForSpawn) is within its own scope.

/// Reads and validates a world or model file. All problems are added to `problems`. A single model
/// gets a flat floor and a sun: it is lifted if it is below the floor, and a free model without a
/// height in its file is placed on it. `keyframe`: the named state in which models that have it
/// start; "" for the usual start. `contact`: the contact model of all wheels (world/ground.h); ""
/// for that of the files.
Result<std::shared_ptr<const world::World>> LoadWorld(const Parts& parts, const std::string& file,
                                                      Problems* problems,
                                                      const std::string& keyframe = "",
                                                      const std::string& contact = "",
                                                      const FileScope& scope = {});

/// The same for Session::FromWorld, which builds drives, sensors and events itself: they are not
/// validated here. `ros_parameters`: a file of controllers (ros_parameters.h); "" for none.
Result<std::shared_ptr<const world::World>> LoadForSession(
    const Parts& parts, const std::string& file, Problems* problems,
    const std::string& keyframe = "", const std::string& contact = "", const FileScope& scope = {},
    const std::string& ros_parameters = "");

/// Builds drives, sensors and events of a world that will not run, to find problems with them.
void CheckDevices(const Parts& parts, const world::World& world, Problems* problems);

/// "cannot load 'FILE':", followed by the problems.
Error LoadError(const std::string& file, const Problems& problems);

/// Reads a file, or a folder, URI or installed file by its name, without validation and without a
/// floor for single models.
formats::ReadResult ReadDescription(const Parts& parts, const std::string& file, Problems* problems,
                                    const FileScope& scope = {});

/// All files of a description: itself, models, meshes, pictures. Sorted.
Result<std::vector<std::string>> FilesOf(const Parts& parts, const std::string& file,
                                         Problems* problems, const FileScope& scope = {});

/// A model with the grounds of its surfaces.
struct LoadedModel {
  std::shared_ptr<const world::Model> model;
  std::vector<world::GroundMaterial> grounds;
};

/// Reads a model file (or a folder or URI of one) for spawning. For a world file with exactly one
/// movable model, returns that model with all grounds of the file.
Result<LoadedModel> LoadForSpawn(const Parts& parts, const std::string& file, Problems* problems,
                                 const FileScope& scope = {});
/// The same for a model given as text, in any format.
Result<LoadedModel> LoadTextForSpawn(const Parts& parts, const std::string& text,
                                     Problems* problems, const FileScope& scope = {});
/// Only the model.
Result<std::shared_ptr<const world::Model>> LoadModel(const Parts& parts, const std::string& file,
                                                      Problems* problems,
                                                      const FileScope& scope = {});

/// Lets every model that has a keyframe with this name start in it: joints, commands, and the pose
/// of its first link if the keyframe contains it. The error lists the available names.
Status StartInKeyframe(const std::string& name, world::WorldSpec* spec);

/// A temporary file with a text; deleted with the object.
class TextFile {
 public:
  static Result<TextFile> Write(const std::string& text);
  ~TextFile();
  TextFile(TextFile&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  TextFile& operator=(TextFile&&) = delete;
  const std::string& path() const { return path_; }

 private:
  explicit TextFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

/// Lowest z of the model's collision shapes with all joints at their initial positions, in the
/// model's frame; 0 if it has none.
double LowestPoint(const world::Model& model);

}  // namespace surefoot
