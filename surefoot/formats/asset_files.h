#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "surefoot/formats/write.h"

namespace surefoot::formats {

/// The URIs by which a file that is being written refers to meshes, images and height maps, and
/// the files that must be created beside it.
class AssetFiles {
 public:
  AssetFiles(const world::WorldSpec& spec, const WriteContext& context);

  /// The URI of an existing file, or of its copy.
  std::string UriOf(const std::string& path);

  /// The URI of a mesh or height map without a file; it will be created in NAME_files/.
  std::string UriOf(const TriMesh& mesh);
  std::string UriOf(const HeightField& field);

  /// The files to create.
  const std::vector<WrittenFile>& files() const { return files_; }

 private:
  std::string UriTo(const std::string& path) const;
  std::string NewFile(const std::string& name, std::string content);
  void Copy(const std::string& path);

  std::function<std::string(const std::string&)> uri_of_;
  std::string folder_;
  /// The folder NAME_files, as an absolute path.
  std::string files_folder_;
  bool copy_ = false;
  /// The deepest folder that contains all copied files. Paths below it are kept, so that files
  /// which refer to each other (an OBJ and its textures) still do.
  std::string common_folder_;
  std::map<std::string, std::string> copied_;
  std::map<const void*, std::string> made_;
  int made_count_ = 0;
  std::vector<WrittenFile> files_;
};

}  // namespace surefoot::formats
