#pragma once

/// From files to one tree: opens them safely, checks them and puts included models in place.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/formats/format.h"
#include "surefoot/formats/sdf/node.h"

namespace surefoot::formats {

class SdfSchema;

/// "1.9" as {1, 9}.
struct SdfVersion {
  int major = 0;
  int minor = 0;

  /// From 1.8 on the formats differ only in what they add, so that texts may be mixed.
  bool is_modern() const { return major == 1 && minor >= 8; }
};

/// The element that names a model file in another format.
constexpr const char* kForeign = "surefoot:foreign";

/// An SDF text that libsdformat opens by itself, under a path that exists only in this process.
class SdfSideFile {
 public:
  /// Not ok() when the system has no room for it.
  explicit SdfSideFile(SdfText text);
  ~SdfSideFile();
  SdfSideFile(const SdfSideFile&) = delete;
  SdfSideFile& operator=(const SdfSideFile&) = delete;

  bool ok() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  const SdfText& text() const { return text_; }

 private:
  SdfText text_;
  int descriptor_ = -1;
  std::string path_;
};

/// Reads a file and all it includes. What libsdformat would stumble over (pipes, broken XML,
/// versions that are no numbers, files that include themselves) is reported and never reaches it.
///
/// Included models of SDF 1.8 or later are written in place of their <include>; older ones need
/// libsdformat's conversion and stay <include>s of a side file. A model in another format (URDF)
/// is left as <surefoot:foreign path="..."/> in an otherwise empty model.
class SdfLoader {
 public:
  SdfLoader(const ReadContext& context, const SdfSchema& schema);
  ~SdfLoader();

  /// The root element with includes in place. Usable only when no error was reported.
  SdfNode Load(const std::string& path);

  const std::vector<std::string>& files() const { return files_; }
  const std::vector<std::unique_ptr<SdfSideFile>>& side_files() const { return side_files_; }
  /// Version of the file that Load opened.
  SdfVersion version() const { return version_; }

 private:
  /// A file with its own includes in place.
  struct File {
    SdfNode root;
    SdfVersion version;
    /// Not SDF but something that another reader may know.
    bool is_foreign = false;
    bool ok = false;
    const SdfSideFile* side = nullptr;
  };

  const File* Open(const std::string& path);
  void Parse(const std::string& path, File* file);
  void ExpandIncludes(const SdfVersion& version, SdfNode* node);
  void PutInPlace(const SdfVersion& version, SdfNode* parent, std::size_t* index);
  const File* OpenIncluded(const SdfNode& include, std::string* path);
  void PutForeign(const std::string& path, SdfNode* parent, std::size_t* index);
  void PutSideFile(const SdfNode& include, const File& file, SdfNode* parent, std::size_t* index);
  Source SourceOf(const SdfNode& node) const;

  const ReadContext& context_;
  const SdfSchema& schema_;
  SdfVersion version_;
  std::vector<std::string> files_;
  std::map<std::string, File> opened_;
  /// Files that are being read, outermost first.
  std::vector<std::string> stack_;
  std::vector<std::unique_ptr<SdfSideFile>> side_files_;
  int node_count_ = 0;
};

}  // namespace surefoot::formats
