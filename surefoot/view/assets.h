#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/world/geometry.h"

namespace surefoot::view {

/// Of numbers in scenes: nine tell all that is drawn.
constexpr int kDrawnDigits = 9;

/// A file for viewers; its name is a hash of its content.
struct Asset {
  /// "assets/9c41d0….mesh".
  std::string name;
  std::string content_type;
  std::shared_ptr<const Bytes> bytes;
};

/// The files that scenes refer to. What was made once is kept while scenes use it, so that a scene
/// after an edit costs little.
class Assets {
 public:
  /// Their names.
  std::string Mesh(const std::shared_ptr<const TriMesh>& mesh);
  std::string Heights(const std::shared_ptr<const HeightField>& field);
  /// Empty when the picture cannot be read.
  std::string Texture(const std::string& path);
  /// A text that refers to what was used since `mark`.
  std::size_t mark() const { return used_.size(); }
  std::string Json(const std::string& text, std::size_t mark);
  std::string Png(const std::string& bytes);
  /// What something was found to be called before, or nullptr; and what it is called. `key` lives.
  const std::string* Find(const std::shared_ptr<const void>& key, int variant);
  void Remember(const std::shared_ptr<const void>& key, int variant, const std::string& name);

  struct Changes {
    std::vector<Asset> added;
    std::vector<std::string> removed;
  };
  /// Ends a scene. What neither it nor the scene before used is gone.
  Changes EndScene();

 private:
  struct Kept {
    Asset asset;
    std::uint64_t used = 0;
    /// Further files that this one refers to.
    std::vector<std::string> needs;
  };
  struct Known {
    std::shared_ptr<const void> key;
    std::string name;
    std::uint64_t used = 0;
  };

  std::string Add(Bytes bytes, const char* ending, const char* content_type, std::size_t mark);
  void Use(const std::string& name);

  std::uint64_t scene_ = 1;
  std::map<std::string, Kept> files_;
  std::map<std::pair<const void*, int>, Known> known_;
  /// By path.
  std::map<std::string, Known> textures_;
  std::vector<std::string> added_;
  /// All that was used in this scene, in order.
  std::vector<std::string> used_;
};

}  // namespace surefoot::view
