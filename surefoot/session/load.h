#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot {

/// What follows reads descriptions. `scope`: the files that a description and all that it names may
/// be in; the default is any, for descriptions of the machine's owner. What is outside counts as
/// not found. A text (LoadTextForSpawn) is in its scope itself.

/// Reads a world or model file and checks it. Every finding goes to `problems`. A model by itself
/// gets a flat floor, with the sun above: what is below the floor is lifted onto it, and a free
/// model that its file gives no height stands on it. `keyframe`: the named state that the models
/// which have it start in; "" for their usual start. `contact`: who computes the contact of all
/// wheels (world/ground.h); "": as the files say.
Result<std::shared_ptr<const world::World>> LoadWorld(const Parts& parts, const std::string& file,
                                                      Problems* problems,
                                                      const std::string& keyframe = "",
                                                      const std::string& contact = "",
                                                      const FileScope& scope = {});

/// The same for Session::FromWorld, which builds drives, sensors and events itself: they are not
/// checked here.
Result<std::shared_ptr<const world::World>> LoadForSession(
    const Parts& parts, const std::string& file, Problems* problems,
    const std::string& keyframe = "", const std::string& contact = "", const FileScope& scope = {});

/// Builds drives, sensors and events of a world that is not run, to find what is wrong with them.
void CheckDevices(const Parts& parts, const world::World& world, Problems* problems);

/// "cannot load 'FILE':" and what was found.
Error LoadError(const std::string& file, const Problems& problems);

/// Reads a file, or a folder, URI or file of ours that is named, as it is: not checked, and a model
/// by itself is not put on a floor.
formats::ReadResult ReadDescription(const Parts& parts, const std::string& file, Problems* problems,
                                    const FileScope& scope = {});

/// The files that a description is read from: itself, models, meshes, pictures. Sorted.
Result<std::vector<std::string>> FilesOf(const Parts& parts, const std::string& file,
                                         Problems* problems, const FileScope& scope = {});

/// A model, and what its surfaces are made of.
struct LoadedModel {
  std::shared_ptr<const world::Model> model;
  std::vector<world::GroundMaterial> grounds;
};

/// Reads a model file (or a folder or URI that names one) for spawning. A world file with exactly
/// one movable model gives that one, and all its grounds.
Result<LoadedModel> LoadForSpawn(const Parts& parts, const std::string& file, Problems* problems,
                                 const FileScope& scope = {});
/// The same of a model that is given as text, in any format.
Result<LoadedModel> LoadTextForSpawn(const Parts& parts, const std::string& text,
                                     Problems* problems, const FileScope& scope = {});
/// The model alone.
Result<std::shared_ptr<const world::Model>> LoadModel(const Parts& parts, const std::string& file,
                                                      Problems* problems,
                                                      const FileScope& scope = {});

/// Lets every model that has a keyframe of this name start in it: joints, commands, and the pose of
/// its first link where the keyframe tells it. An error lists the names that there are.
Status StartInKeyframe(const std::string& name, world::WorldSpec* spec);

/// A text as a file of its own, which goes away with it.
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
/// model's frame; 0 when it has none.
double LowestPoint(const world::Model& model);

}  // namespace surefoot
