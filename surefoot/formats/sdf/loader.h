#pragma once

/// From files to one tree: opens them safely, checks them and puts included models in place.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/formats/format.h"
#include "surefoot/formats/sdf/node.h"

namespace surefoot::formats {

/// The element that names a model file in another format.
constexpr const char* kForeign = "surefoot:foreign";

/// Reads a file and all it includes, each in the words of the newest SDF. A model in another format
/// (URDF) is left as <surefoot:foreign path="..."/> in an otherwise empty model.
class SdfLoader {
 public:
  explicit SdfLoader(const ReadContext& context) : context_(context) {}

  /// The root element with includes in place; without a name when the file cannot be read at all.
  SdfNode Load(const std::string& path);

  const std::vector<SdfSources::File>& files() const { return files_; }

 private:
  /// A file with its own includes in place.
  struct File {
    SdfNode root;
    /// Not SDF but something that another reader may know.
    bool is_foreign = false;
    bool ok = false;
  };

  File* Open(const std::string& path);
  void Parse(const std::string& path, File* file);
  bool ParseText(const std::string& path, SdfNode* root);
  void ExpandIncludes(SdfNode* node);
  /// What takes the place of an include; nothing after reporting.
  std::vector<SdfNode> Included(const SdfNode& include, SdfNode* parent, bool is_first);
  std::vector<SdfNode> Foreign(const SdfNode& include, const std::string& path, SdfNode* parent);
  /// Two models of one name in a world: the second gets another. `names` counts those so far.
  void GiveFreeName(const SdfNode& place, std::map<std::string, int>* names, SdfNode* model) const;
  const File* OpenIncluded(const SdfNode& include, std::string* path);
  void PlaceMerged(SdfNode* model) const;
  Source SourceOf(const SdfNode& node) const;
  bool TooMany(const Source& source);

  const ReadContext& context_;
  std::vector<SdfSources::File> files_;
  std::map<std::string, File> opened_;
  /// Addresses by the file that names them: the path, or why there is none.
  std::map<std::pair<int, std::string>, Result<std::string>> resolved_;
  /// Files that are being read, outermost first.
  std::vector<std::string> stack_;
  long long node_count_ = 0;
};

}  // namespace surefoot::formats
