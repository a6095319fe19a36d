/// Reads <mesh>, from a file or from the attributes vertex and face.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "surefoot/base/file_bytes.h"
#include "surefoot/base/index.h"
#include "surefoot/formats/assets.h"
#include "surefoot/formats/mjcf/assets.h"
#include "surefoot/formats/parse.h"
#include "surefoot/geometry/convex/convex.h"

namespace surefoot::formats::mjcf {
namespace {

/// Numbers of an inline mesh; 30 million are 240 MB.
constexpr std::size_t kMaxNumbers = 30'000'000;
/// Thickness (m) of the box that replaces a flat mesh in collisions.
constexpr double kMinThickness = 1e-3;

/// Applies refpos, then refquat, then scale, in MuJoCo's order: refpos and refquat are the pose in
/// the file's frame that becomes the mesh's origin.
TriMesh MovedAndScaled(const TriMesh& mesh, const Vector3d& refpos, const Quaterniond& refquat,
                       const Vector3d& scale) {
  const RigidTransform X(refquat.conjugate(), -(refquat.conjugate() * refpos));
  return Scaled(Transformed(X, mesh), scale);
}

/// The bounding box, at least kMinThickness thick.
std::shared_ptr<const TriMesh> ThinBox(const TriMesh& mesh) {
  const Eigen::AlignedBox3d bounds = mesh.Bounds();
  const Vector3d size = bounds.sizes().cwiseMax(kMinThickness);
  return std::make_shared<const TriMesh>(
      Transformed(RigidTransform(Vector3d(bounds.center())), MakeBoxMesh(size)));
}

/// An OBJ file with vertices and without faces means the convex hull of the vertices, as in MuJoCo.
void LoadPoints(const std::string& path, const Vector3d& scale, MeshAsset* asset) {
  if (path.size() < 4 || path.substr(path.size() - 4) != ".obj") return;
  const Result<std::string> text = ReadRegularFile(path, std::uint64_t{64} << 20);
  if (!text.ok()) return;
  std::istringstream lines(*text);
  std::vector<Vector3d> points;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("f ", 0) == 0) return;
    if (line.rfind("v ", 0) != 0) continue;
    const std::vector<std::string> words = SplitWords(line);
    if (words.size() < 4) return;
    Vector3d point;
    for (int i = 0; i < 3; ++i) {
      const auto value = ParseQuietly(ParseDouble, words[At(i + 1)]);
      if (!value) return;
      point[i] = *value * scale[i];
    }
    points.push_back(point);
  }
  Result<TriMesh> hull = ConvexHull(points);
  if (hull.ok()) asset->shape.mesh = std::make_shared<const TriMesh>(std::move(*hull));
  asset->shape.path.clear();
}

/// Negative factors mirror the mesh and are allowed.
std::optional<Vector3d> ReadScale(const Attributes& attributes) {
  const Vector3d scale = attributes.Vector("scale", Vector3d::Ones());
  if ((scale.array() != 0.0).all()) return scale;
  return attributes.reader()->Error(SourceOf(attributes.node(), "scale"),
                                    "the mesh's scale must not be zero", attributes.Text("scale"),
                                    "write for example 1 1 1");
}

}  // namespace

/// A mesh written in the XML: vertex, face (0-based indices) and texcoord. Without faces it is the
/// convex hull of its vertices. Problems go to the asset, because it may turn out not to be needed.
bool Assets::LoadInline(const Attributes& attributes, MeshAsset* asset) {
  const Source source = attributes.source();
  const std::vector<double> numbers = attributes.Numbers("vertex", 9, kMaxNumbers);
  if (numbers.empty()) return false;
  auto mesh = std::make_shared<TriMesh>();
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
    mesh->vertices.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  }
  if (numbers.size() % 3 != 0) {
    return asset->found.Error(source, "the number of values in vertex is not a multiple of three");
  }
  const std::vector<double> faces = attributes.Numbers("face", 3, kMaxNumbers);
  for (std::size_t i = 0; i + 2 < faces.size(); i += 3) {
    std::array<std::uint32_t, 3> triangle{};
    for (std::size_t k = 0; k < 3; ++k) {
      const double index = faces[i + k];
      if (!(index >= 0.0 && index < static_cast<double>(mesh->vertices.size()))) {
        return asset->found.Error(
            source, "a face refers to a vertex that does not exist",
            std::to_string(static_cast<long long>(std::clamp(index, -1e15, 1e15))));
      }
      triangle[k] = static_cast<std::uint32_t>(index);
    }
    mesh->triangles.push_back(triangle);
  }
  const std::vector<double> texture = attributes.Numbers("texcoord", 2, kMaxNumbers);
  if (texture.size() == 2 * mesh->vertices.size()) {
    for (std::size_t i = 0; i < texture.size(); i += 2) {
      mesh->texture_coordinates.emplace_back(texture[i], texture[i + 1]);
    }
  }
  if (mesh->triangles.empty()) {
    Result<TriMesh> hull = ConvexHull(mesh->vertices);
    if (!hull.ok()) {
      return asset->found.Error(
          source, "the mesh has no faces and its vertices span no volume: " + hull.error().message);
    }
    *mesh = std::move(*hull);
  }
  asset->shape.mesh = mesh;
  return true;
}

/// Loads a mesh into `asset`. Without refpos and refquat, the mesh of the file is shared with
/// others and only its scale is stored; with them it is transformed once.
void Assets::LoadMesh(const Document& document, const Node& node, MeshAsset* asset) {
  const Attributes attributes(node, document.ClassOf(node, "class", document.main_class(), reader_),
                              reader_);
  const std::string kind =
      attributes.Choice("inertia", {"legacy", "exact", "convex", "shell"},
                        document.compiler.exactmeshinertia ? "exact" : "legacy");
  asset->inertia_kind = kind;
  const std::string file = attributes.Text("file");
  if (file.empty() && !attributes.HasOwn("vertex")) {
    const bool made = attributes.HasOwn("builtin") || !node.children.empty();
    asset->found.Add(made ? Severity::kWarning : Severity::kError, SourceOf(node),
                     made ? "this mesh is generated by MuJoCo or a plugin: its geoms are ignored"
                          : "<mesh> has neither file nor vertex",
                     attributes.Text("builtin"), "name a mesh file");
    return;
  }
  const auto scale = ReadScale(attributes);
  if (!scale) return;
  const Vector3d refpos = attributes.Vector("refpos", Vector3d::Zero());
  const std::vector<double> q = attributes.Numbers("refquat", 4, 4);
  Quaterniond refquat = q.empty() ? Quaterniond::Identity() : Quaterniond(q[0], q[1], q[2], q[3]);
  refquat = refquat.norm() > 1e-12 ? refquat.normalized() : Quaterniond::Identity();
  const bool moved = refpos != Vector3d::Zero() || refquat.vec().norm() > 1e-12;
  if (file.empty()) {
    if (!LoadInline(attributes, asset)) return;
  } else {
    AssetFile asset_file(document, document.compiler.meshdir, file, node);
    const auto path = asset_file.path(reader_->context());
    asset->shape.uri = asset_file.uri(reader_->context());
    asset->shape.scale = moved ? Vector3d(Vector3d::Ones()) : *scale;
    Source source = SourceOf(node);
    source.file = asset_file.base();
    reader_->context().assets->LoadMesh(*reader_->context().resolver, source, &asset->found,
                                        &asset->shape);
    // Only a file in the scope of the resolver, which has refused others.
    if (asset->shape.mesh == nullptr && path) LoadPoints(*path, asset->shape.scale, asset);
    asset->shape.uri = file;
  }
  if (asset->shape.mesh == nullptr || (!moved && !file.empty())) return;
  asset->shape.mesh =
      std::make_shared<const TriMesh>(MovedAndScaled(*asset->shape.mesh, refpos, refquat, *scale));
  asset->shape.path.clear();
  asset->shape.scale = Vector3d::Ones();
}

/// A failed load is reported at the first use that needs the mesh; a use that only draws it gets a
/// warning, once.
MeshAsset* Assets::Mesh(const Document& document, const std::string& name, const Source& user,
                        bool needed) {
  const Node* node = Lookup(document.meshes, "mesh", name, user, reader_);
  if (node == nullptr) return nullptr;
  const bool is_new = meshes_.count(node) == 0;
  MeshAsset& asset = meshes_[node];
  if (is_new) LoadMesh(document, *node, &asset);
  const bool usable = asset.shape.mesh != nullptr;
  if (usable || (asset.reported && !needed)) return usable ? &asset : nullptr;
  asset.reported = true;
  for (const Problem& problem : asset.found.all()) {
    const bool soften = !needed && problem.severity == Severity::kError;
    if (problem.severity == Severity::kError && needed) {
      reader_->Error(problem.source, problem.message, problem.value, problem.advice);
    } else {
      reader_->problems().Warning(problem.source, (soften ? "not drawn: " : "") + problem.message,
                                  problem.value, problem.advice);
    }
  }
  return nullptr;
}

/// Engines need a convex shape with a volume, so a flat mesh becomes a thin box.
std::shared_ptr<const TriMesh> Assets::Hull(MeshAsset* asset, const Source& user) {
  std::shared_ptr<const TriMesh>& known = hulls_[asset->shape.mesh.get()];
  if (known != nullptr) return known;
  Result<TriMesh> hull = ConvexHull(asset->shape.mesh->vertices);
  if (hull.ok()) {
    known = std::make_shared<const TriMesh>(std::move(*hull));
  } else {
    reader_->WarnOnce("flat " + asset->shape.uri, user,
                      "the mesh has no volume: it collides as a thin box", asset->shape.uri,
                      "use a box or a plane for the collision");
    known = ThinBox(*asset->shape.mesh);
  }
  return known;
}

}  // namespace surefoot::formats::mjcf
