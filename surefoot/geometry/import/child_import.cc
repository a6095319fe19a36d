#include "surefoot/geometry/import/child_import.h"

#include <cmath>
#include <csignal>
#include <filesystem>

#include "surefoot/base/disk_cache.h"
#include "surefoot/base/process/child_process.h"
#include "surefoot/geometry/import/import_message.h"
#include "surefoot/geometry/import/isolated_process.h"
#include "surefoot/geometry/mesh/mesh_bytes.h"

// Calls the import programs and reads their results, which come from a process that a hostile file
// may control: everything is checked again.

namespace surefoot {
namespace {

namespace fs = std::filesystem;

constexpr char kMeshProgram[] = "surefoot-import";
constexpr char kRasterProgram[] = "surefoot-import-raster";

/// If the program is not installed, the error states how to get it.
Result<std::string> FindProgram(const std::string& name) {
  Result<std::string> found = FindOwnProgram(name);
  if (found.ok()) return found;
  const std::string component = name == kRasterProgram ? "raster" : "meshes";
  return Error{found.error().message +
               "; it reads such files: install Surefoot completely, or in a " +
               "source tree run ./run --with " + component};
}

/// States how the process ended, because there is no message from it.
Error Crashed(const IsolatedOutcome& outcome, const ImportLimits& limits) {
  const std::string advice = "; the file is damaged, or too large for this: export it again";
  if (outcome.timed_out) {
    return Error{"the importer took longer than " +
                 std::to_string(static_cast<int>(limits.wall_seconds)) + " s and was stopped" +
                 advice};
  }
  if (outcome.too_long) return Error{"the importer returned too much data" + advice};
  if (outcome.signal == SIGXCPU || outcome.signal == SIGKILL) {
    return Error{"the importer took too much time or memory and was stopped" + advice};
  }
  if (outcome.signal != 0) {
    return Error{"the importer crashed on this file (signal " + std::to_string(outcome.signal) +
                 ")" + advice};
  }
  return Error{"the importer returned no valid result (exit code " +
               std::to_string(outcome.exit_code) + ")" + advice};
}

/// The body of a message of the expected kind. An error reported by the importer becomes the
/// result's error.
Result<Bytes> BodyOf(const IsolatedOutcome& outcome, ImportKind requested,
                     const ImportLimits& limits) {
  ByteReader in(outcome.output);
  // The message comes from a process that may have been compromised: everything is validated.
  const bool known =
      in.Get<std::uint64_t>() == kImportMagic && in.Get<std::uint32_t>() == kImportVersion;
  const auto kind = static_cast<ImportKind>(in.Get<std::uint32_t>());
  const auto size = in.Get<std::uint64_t>();
  const auto hash = in.Get<std::uint64_t>();
  if (!in.ok() || !known || size != in.left()) return Crashed(outcome, limits);
  Bytes body(size);
  in.GetRaw(body.data(), size);
  if (HashBytes(body.data(), body.size()) != hash) return Crashed(outcome, limits);
  if (kind == ImportKind::kError) {
    return Error{std::string(
        body.begin(),
        body.begin() + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(size), 2000))};
  }
  if (kind != requested) return Crashed(outcome, limits);
  return body;
}

/// Runs a program on a file. Errors do not include the file's name.
Result<Bytes> Import(const char* program, const char* what, const std::string& path,
                     const std::vector<std::string>& more, ImportKind requested,
                     const ImportLimits& limits) {
  std::string found = limits.program;
  if (found.empty()) {
    Result<std::string> place = FindProgram(program);
    if (!place) return place.error();
    found = *place;
  }
  std::error_code error;
  std::vector<std::string> arguments = {what, fs::absolute(path, error).string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Result<IsolatedOutcome> outcome =
      RunIsolated(found, arguments, limits.wall_seconds, limits.max_bytes);
  if (!outcome) return outcome.error();
  return BodyOf(*outcome, requested, limits);
}

Error Damaged() { return Error{"the importer's result is invalid; export the file again"}; }

/// Embedded textures are called "*0", "*1", ... and follow the mesh.
bool KeepTextures(ByteReader* in, TriMesh* mesh) {
  const auto count = in->Get<std::uint32_t>();
  if (!in->ok() || count > in->left()) return false;
  const DiskCache cache = DiskCache::Default();
  std::vector<std::string> paths;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string ending = in->GetString();
    const Bytes bytes = in->GetBytes();
    if (!in->ok() || ending.size() > 8) return false;
    // The ending becomes part of a path in the cache.
    for (const char c : ending) {
      if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) return false;
    }
    paths.push_back(cache.KeepFile(std::string(bytes.begin(), bytes.end()), ending));
  }
  for (MeshMaterial& material : mesh->materials) {
    if (material.texture.empty() || material.texture[0] != '*') continue;
    const std::size_t index = std::strtoull(material.texture.c_str() + 1, nullptr, 10);
    material.texture = index < paths.size() ? paths[index] : std::string();
  }
  return true;
}

bool IsSide(std::int64_t samples, std::int64_t max) { return samples >= 1 && samples <= max; }

/// Returns false if any value is out of its range.
bool GetRaster(ByteReader* in, int max_side, ImportedRaster* raster) {
  raster->width = in->Get<std::int32_t>();
  raster->height = in->Get<std::int32_t>();
  raster->file_width = in->Get<std::int32_t>();
  raster->file_height = in->Get<std::int32_t>();
  raster->is_elevation = in->Get<std::uint8_t>() != 0;
  raster->filled = in->Get<std::int64_t>();
  raster->size_x = in->Get<double>();
  raster->size_y = in->Get<double>();
  if (in->Get<std::uint8_t>() != 0) {
    GeoReference reference;
    reference.latitude_deg = in->Get<double>();
    reference.longitude_deg = in->Get<double>();
    reference.elevation = in->Get<double>();
    raster->georeference = reference;
    if (!std::isfinite(reference.latitude_deg + reference.longitude_deg + reference.elevation)) {
      return false;
    }
  }
  const bool sides = IsSide(raster->width, max_side) && IsSide(raster->height, max_side);
  if (!in->ok() || !sides || !std::isfinite(raster->size_x + raster->size_y)) return false;
  if (raster->size_x < 0.0 || raster->size_y < 0.0) return false;
  const auto count =
      static_cast<std::size_t>(raster->width) * static_cast<std::size_t>(raster->height);
  if (in->left() != count * sizeof(float)) return false;
  raster->values.resize(count);
  in->GetRaw(raster->values.data(), count * sizeof(float));
  for (const float value : raster->values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

}  // namespace

Result<TriMesh> ImportMesh(const std::string& path, const std::string& submesh,
                           const FileScope& scope, const ImportLimits& limits) {
  std::vector<std::string> more = {submesh, scope.restricted() ? kImportOnly : kImportAny};
  for (const std::string& place : scope.places()) more.push_back(place);
  const Result<Bytes> body = Import(kMeshProgram, "mesh", path, more, ImportKind::kMesh, limits);
  if (!body) return body.error();
  ByteReader in(*body);
  TriMesh mesh;
  if (!GetMesh(&in, &mesh) || !KeepTextures(&in, &mesh) || in.left() != 0) return Damaged();
  return mesh;
}

Result<ImportedRaster> ImportRaster(const std::string& path, int max_side, const std::string& part,
                                    const ImportLimits& limits) {
  const Result<Bytes> body = Import(kRasterProgram, "raster", path,
                                    {std::to_string(max_side), part}, ImportKind::kRaster, limits);
  if (!body) return body.error();
  ByteReader in(*body);
  ImportedRaster raster;
  if (!GetRaster(&in, max_side, &raster)) return Damaged();
  return raster;
}

Result<Image> ImportImage(const std::string& path, const ImportLimits& limits) {
  const Result<Bytes> body = Import(kRasterProgram, "image", path, {std::to_string(kMaxImageSide)},
                                    ImportKind::kImage, limits);
  if (!body) return body.error();
  ByteReader in(*body);
  Image image;
  image.width = in.Get<std::int32_t>();
  image.height = in.Get<std::int32_t>();
  if (!in.ok() || !IsSide(image.width, kMaxImageSide) || !IsSide(image.height, kMaxImageSide)) {
    return Damaged();
  }
  const auto size = std::size_t{4} * static_cast<std::size_t>(image.width) *
                    static_cast<std::size_t>(image.height);
  if (in.left() != size) return Damaged();
  image.rgba.resize(size);
  in.GetRaw(image.rgba.data(), size);
  return image;
}

}  // namespace surefoot
