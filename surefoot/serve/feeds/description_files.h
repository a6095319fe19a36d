#pragma once

#include <map>
#include <string>
#include <vector>

#include "surefoot/formats/write.h"
#include "surefoot/gateways/files.h"

namespace surefoot::serve {

/// How the descriptions of robots refer to meshes.
struct MeshUrls {
  /// Empty: file:///PATH, for programs on this computer. Otherwise "http://host:8080": the meshes
  /// are offered below /files/ there.
  std::string address;
  /// Added to the URLs of files that need a token; empty for none.
  std::string token;
};

/// A robot's URDF with the meshes that it refers to, which are available as long as this object
/// exists. Thread-safe, because each object belongs to one thread at a time and gateways::Files is
/// thread-safe.
class DescriptionFiles {
 public:
  /// `number` differs between descriptions, so that programs do not show an earlier mesh of that
  /// name from their cache.
  DescriptionFiles(const std::string& robot, std::int64_t number, MeshUrls urls,
                   gateways::Files* files);
  ~DescriptionFiles();
  DescriptionFiles(const DescriptionFiles&) = delete;
  DescriptionFiles& operator=(const DescriptionFiles&) = delete;

  /// Returns the URDF; empty after an error, which goes to `problems`.
  std::string Write(const formats::FormatRegistry& registry, const world::WorldSpec& spec,
                    Problems* problems);

 private:
  std::string UrlOf(const std::string& path);
  /// Offers a file, and files that it names in its folder, below /files/.
  std::string Offer(const std::string& path);
  void Put(const std::string& name, gateways::Files::File file);
  void PutMade(const formats::WrittenFile& file);

  MeshUrls urls_;
  gateways::Files* files_;
  /// The folder of meshes that are made, which is temporary with file:// URLs and does not exist
  /// otherwise; and the prefix of names below /files/.
  std::string folder_;
  std::string prefix_;
  bool has_folder_ = false;
  /// By path.
  std::map<std::string, std::string> offered_;
  std::vector<std::string> names_;
};

}  // namespace surefoot::serve
