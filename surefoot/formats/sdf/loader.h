#pragma once

/// From files to one tree of nodes: opens files within the permitted folders, checks them against
/// the schema, upgrades old versions and replaces includes.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/formats/format.h"
#include "surefoot/formats/sdf/node.h"

namespace surefoot::formats {

/// The placeholder for a model file in another format.
constexpr const char* kForeign = "surefoot:foreign";

/// Reads a file and all its includes, upgraded to the newest version of SDF. A model in another
/// format (URDF) becomes an otherwise empty model with <surefoot:foreign path="..."/>. Each file
/// is read once, however often it is included. Used for one load.
class SdfLoader {
 public:
  explicit SdfLoader(const ReadContext& context) : context_(context) {}

  /// The root element with includes replaced; its name is empty when the file cannot be read at
  /// all.
  SdfNode Load(const std::string& path);

  const std::vector<SdfSources::File>& files() const { return files_; }

 private:
  /// A file whose own includes have been replaced.
  struct File {
    SdfNode root;
    /// Not SDF; another reader may know the format.
    bool is_foreign = false;
    bool ok = false;
  };

  File* Open(const std::string& path);
  void Parse(const std::string& path, File* file);
  bool ParseText(const std::string& path, SdfNode* root);
  void ExpandIncludes(SdfNode* node);
  /// The nodes that replace an include; empty after reporting.
  std::vector<SdfNode> Included(const SdfNode& include, SdfNode* parent, bool is_first);
  std::vector<SdfNode> Foreign(const SdfNode& include, const std::string& path, SdfNode* parent);
  /// Renames a model whose name is already in use in the world. `names` counts the names so far.
  void MakeNameUnique(const SdfNode& place, std::map<std::string, int>* names,
                      SdfNode* model) const;
  const File* OpenIncluded(const SdfNode& include, std::string* path);
  void PlaceMerged(SdfNode* model) const;
  Source SourceOf(const SdfNode& node) const;
  bool TooMany(const Source& source);

  const ReadContext& context_;
  std::vector<SdfSources::File> files_;
  std::map<std::string, File> opened_;
  /// The result for each URI and the file that contains it: a path or an error, so that a missing
  /// file is searched and reported once.
  std::map<std::pair<int, std::string>, Result<std::string>> resolved_;
  /// The chain of includes being read, outermost first.
  std::vector<std::string> stack_;
  long long node_count_ = 0;
};

}  // namespace surefoot::formats
