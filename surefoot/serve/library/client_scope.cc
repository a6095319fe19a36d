#include "surefoot/serve/library/client_scope.h"

#include <filesystem>

#include "surefoot/formats/uri.h"

// Which files a client's descriptions may refer to: its uploads, the library, and the folder that
// is served.

namespace surefoot::serve {

namespace fs = std::filesystem;

namespace {

std::string Canonical(const std::string& file) {
  std::error_code error;
  return fs::weakly_canonical(fs::absolute(file, error), error).string();
}

}  // namespace

FileScope LibraryScope(const Parts& parts) {
  std::vector<std::string> places =
      formats::UriResolver::FromEnvironment(parts.data_folders).search_path();
  for (const std::string& folder : parts.data_folders) {
    for (const char* kind : {"grounds", "soils", "range_sensors"}) {
      places.push_back((fs::path(folder) / kind).string());
    }
  }
  return FileScope(places);
}

ClientScope::ClientScope(const Parts& parts, const std::string& world)
    : library_(LibraryScope(parts)) {
  std::error_code error;
  // A name that is not a file refers to a world of the library, which is in the scope already.
  if (world.empty() || !fs::exists(world, error)) return;
  const fs::path path = fs::absolute(world, error);
  served_.push_back(fs::is_directory(path, error) ? path.string() : path.parent_path().string());
}

FileScope ClientScope::Base() const {
  FileScope scope = library_;
  for (const std::string& place : served_) scope = scope.With(place);
  return scope;
}

FileScope ClientScope::ForFile(const Uploads& uploads, const std::string& file) const {
  const std::string batch = uploads.BatchFolderOf(file);
  return batch.empty() ? Base() : Base().With(batch);
}

FileScope ClientScope::ForAll(const Uploads& uploads) const {
  return uploads.folder().empty() ? Base() : Base().With(uploads.folder());
}

// A saved world keeps the files copied for it in NAME_files beside it.
void ClientScope::AddSaved(const std::string& file, bool foreign) {
  std::error_code error;
  const fs::path path = fs::absolute(file, error);
  if (foreign) {
    foreign_.insert(Canonical(file));
  } else {
    foreign_.erase(Canonical(file));
  }
  served_.push_back(path.string());
  served_.push_back((path.parent_path() / (path.stem().string() + "_files")).string());
}

bool ClientScope::IsForeign(const std::string& file) const {
  return foreign_.count(Canonical(file)) > 0;
}

}  // namespace surefoot::serve
