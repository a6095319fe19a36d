#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/world/geometry.h"

namespace surefoot::view {

/// Significant digits of numbers in scenes: enough to restore every float, which is what viewers
/// draw with.
constexpr int kDrawnDigits = 9;

/// A file for viewers. Its name is a hash of its content, so viewers may cache it for ever.
struct Asset {
  /// "assets/9c41d0….mesh".
  std::string name;
  std::string content_type;
  std::shared_ptr<const Bytes> bytes;
};

/// The files that scenes refer to. A file is made once and kept while scenes use it, so a scene
/// after an edit costs little. For one thread. One scene is built like this:
///
///   Assets assets;
///   std::string json = SceneJson(simulation, context, &assets);
///   Assets::Changes changes = assets.EndScene();  // What to add to and remove from the server.
class Assets {
 public:
  /// Each returns the name of the file, and makes the file if necessary.
  std::string Mesh(const std::shared_ptr<const TriMesh>& mesh);
  std::string Heights(const std::shared_ptr<const HeightField>& field);
  /// Empty if the picture cannot be read.
  std::string Texture(const std::string& path);
  /// A JSON file that refers to the files used since `mark`; they are kept as long as it is. Take
  /// `mark` before the first of them.
  std::size_t mark() const { return used_.size(); }
  std::string Json(const std::string& text, std::size_t mark);
  std::string Png(const std::string& bytes);
  /// The name remembered for an object, or nullptr; and the call that remembers it. `variant`
  /// separates several files made from one object. The key is kept alive, so its address is not
  /// reused.
  const std::string* Find(const std::shared_ptr<const void>& key, int variant);
  void Remember(const std::shared_ptr<const void>& key, int variant, const std::string& name);

  struct Changes {
    std::vector<Asset> added;
    std::vector<std::string> removed;
  };
  /// Ends a scene. Files that neither this scene nor the one before used are removed; viewers may
  /// still be loading those of the scene before.
  Changes EndScene();

 private:
  struct Kept {
    Asset asset;
    /// Number of the last scene that used the file.
    std::uint64_t used = 0;
    /// Other files that this one refers to.
    std::vector<std::string> needs;
  };
  struct Known {
    std::shared_ptr<const void> key;
    std::string name;
    std::uint64_t used = 0;
  };

  std::string Add(Bytes bytes, const char* ending, const char* content_type, std::size_t mark);
  void Use(const std::string& name);

  /// Number of the present scene.
  std::uint64_t scene_ = 1;
  /// By name, i.e. by content.
  std::map<std::string, Kept> files_;
  std::map<std::pair<const void*, int>, Known> known_;
  /// By path.
  std::map<std::string, Known> textures_;
  std::vector<std::string> added_;
  /// All files used in this scene, in order.
  std::vector<std::string> used_;
};

}  // namespace surefoot::view
