#pragma once

#include <map>
#include <string>
#include <vector>

#include "surefoot/formats/write.h"

namespace surefoot::formats {

/// How a file that is being written names meshes, pictures and height maps, and which of them have
/// to be made beside it.
class AssetFiles {
 public:
  AssetFiles(const world::WorldSpec& spec, const WriteContext& context);

  /// The address of a file that exists.
  std::string UriOf(const std::string& path);

  /// The address of a mesh or height map that no file holds, which is made in NAME_files/.
  std::string UriOf(const TriMesh& mesh);
  std::string UriOf(const HeightField& field);

  /// The files to be made.
  const std::vector<WrittenFile>& files() const { return files_; }

 private:
  std::string RelativeUri(const std::string& path) const;
  std::string NewFile(const std::string& name, std::string content);
  void Copy(const std::string& path);

  std::string folder_;
  /// NAME_files, absolute.
  std::string files_folder_;
  bool copy_ = false;
  /// Folder that all copied files have in common: what is below it keeps its place, so that files
  /// that name each other still find each other.
  std::string common_folder_;
  std::map<std::string, std::string> copied_;
  std::map<const void*, std::string> made_;
  int made_count_ = 0;
  std::vector<WrittenFile> files_;
};

}  // namespace surefoot::formats
