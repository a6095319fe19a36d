#include "surefoot/view/assets.h"

#include "surefoot/base/file_bytes.h"
#include "surefoot/base/hash.h"
#include "surefoot/geometry/image/image_file.h"
#include "surefoot/render/png_file.h"
#include "surefoot/view/mesh_asset.h"

namespace surefoot::view {
namespace {

// Larger pictures are not sent; the surface is drawn in its plain colour.
constexpr std::uint64_t kMaxTextureBytes = std::uint64_t{64} << 20;

}  // namespace

// Names are hashes of the content, so the content of a name never changes.
std::string Assets::Add(Bytes bytes, const char* ending, const char* content_type,
                        std::size_t mark) {
  // Equal content gets one name, even if it comes from different objects.
  const std::string name = "assets/" + HashText(HashBytes(bytes.data(), bytes.size())) + ending;
  const auto [found, is_new] = files_.try_emplace(name);
  if (is_new) {
    found->second.asset = {name, content_type, std::make_shared<const Bytes>(std::move(bytes))};
    found->second.needs.assign(used_.begin() + static_cast<std::ptrdiff_t>(mark), used_.end());
    added_.push_back(name);
  }
  return name;
}

// A file in use keeps the files that it refers to.
void Assets::Use(const std::string& name) {
  const auto found = files_.find(name);
  if (found == files_.end()) return;
  used_.push_back(name);
  // A file may be needed by several others: its own needs were handled the first time.
  if (found->second.used == scene_) return;
  found->second.used = scene_;
  for (const std::string& needed : found->second.needs) Use(needed);
}

// The key is the address of the object, which known_ keeps alive.
const std::string* Assets::Find(const std::shared_ptr<const void>& key, int variant) {
  const auto found = known_.find({key.get(), variant});
  if (found == known_.end()) return nullptr;
  found->second.used = scene_;
  Use(found->second.name);
  return &found->second.name;
}

void Assets::Remember(const std::shared_ptr<const void>& key, int variant,
                      const std::string& name) {
  known_[{key.get(), variant}] = {key, name, scene_};
  Use(name);
}

// Textures of the mesh are files of their own.
std::string Assets::Mesh(const std::shared_ptr<const TriMesh>& mesh) {
  if (const std::string* name = Find(mesh, 0)) return *name;
  const std::size_t begin = mark();
  Bytes bytes = MeshAsset(*mesh, [this](const std::string& path) { return Texture(path); });
  const std::string name = Add(std::move(bytes), ".mesh", "application/octet-stream", begin);
  Remember(mesh, 0, name);
  return name;
}

// Heights as numbers, which viewers triangulate.
std::string Assets::Heights(const std::shared_ptr<const HeightField>& field) {
  if (const std::string* name = Find(field, 0)) return *name;
  const std::string name = Add(HeightAsset(*field), ".heights", "application/octet-stream", mark());
  Remember(field, 0, name);
  return name;
}

// Each file is read once.
std::string Assets::Texture(const std::string& path) {
  const auto known = textures_.find(path);
  if (known != textures_.end()) {
    known->second.used = scene_;
    Use(known->second.name);
    return known->second.name;
  }
  std::string name;
  const Result<std::string> file = ReadRegularFile(path, kMaxTextureBytes);
  // PNG and JPEG, known by their magic numbers, are sent as they are; all else is converted to PNG.
  if (file.ok() && file.value().starts_with("\x89PNG")) {
    name = Png(file.value());
  } else if (file.ok() && file.value().starts_with("\xff\xd8")) {
    name = Add(Bytes(file.value().begin(), file.value().end()), ".jpg", "image/jpeg", mark());
  } else if (file.ok()) {
    const Result<Image> image = LoadImage(path);
    const Result<std::string> png =
        image.ok() ? render::EncodePng(image.value(), true) : Result<std::string>(image.error());
    if (png.ok()) name = Png(png.value());
  }
  // A failure is remembered as well, so that it is not tried again for every scene.
  textures_[path] = {nullptr, name, scene_};
  Use(name);
  return name;
}

std::string Assets::Json(const std::string& text, std::size_t mark) {
  const std::string name = Add(Bytes(text.begin(), text.end()), ".json", "application/json", mark);
  Use(name);
  return name;
}

std::string Assets::Png(const std::string& bytes) {
  const std::string name = Add(Bytes(bytes.begin(), bytes.end()), ".png", "image/png", mark());
  Use(name);
  return name;
}

// Files that the last two scenes do not use are removed.
Assets::Changes Assets::EndScene() {
  Changes changes;
  // A scene later than the last use: one scene of grace for viewers that are still loading.
  const auto is_old = [this](std::uint64_t used) { return used + 1 < scene_; };
  for (const std::string& name : added_) {
    const auto found = files_.find(name);
    if (found != files_.end()) changes.added.push_back(found->second.asset);
  }
  added_.clear();
  used_.clear();
  for (auto file = files_.begin(); file != files_.end();) {
    if (!is_old(file->second.used)) {
      ++file;
      continue;
    }
    changes.removed.push_back(file->first);
    file = files_.erase(file);
  }
  std::erase_if(known_, [&](const auto& entry) { return is_old(entry.second.used); });
  std::erase_if(textures_, [&](const auto& entry) { return is_old(entry.second.used); });
  ++scene_;
  return changes;
}

}  // namespace surefoot::view
