#include "surefoot/geometry/mesh_files/mesh_file.h"

#include <algorithm>
#include <exception>
#include <filesystem>

#include "surefoot/base/file_bytes.h"
#include "surefoot/base/text.h"
#include "surefoot/geometry/import/child_import.h"
#include "surefoot/geometry/mesh/uri_options.h"
#include "surefoot/geometry/mesh_files/exact_file.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

// The reader is chosen by the ending. Common formats are read in this process, others by the import
// program.

namespace surefoot {
namespace {

/// Formats with a reader in this process.
const char* const kOwnEndings[] = {"stl", "obj", "dae", "ply", "msh"};

Status ReadByEnding(const MeshOrigin& origin, const std::string& ending, const std::string& bytes,
                    MeshBuilder* builder) {
  if (ending == "stl") return ReadStl(bytes, builder);
  if (ending == "dae") return ReadCollada(origin, bytes, builder);
  if (ending == "msh") return ReadMsh(bytes, builder);
  if (ending == "ply") return ReadPly(origin, bytes, builder);
  return ReadObj(origin, bytes, builder);
}

Result<TriMesh> ReadOwn(const MeshOrigin& origin, const std::string& ending,
                        const std::string& submesh) {
  const Result<std::string> bytes = ReadRegularFile(origin.path, kMaxMeshFileBytes);
  if (!bytes) return bytes.error();
  if (ending == "obj" && IsExactObj(*bytes)) return ReadExactObj(origin, *bytes);
  MeshBuilder builder(submesh);
  const Status status = ReadByEnding(origin, ending, *bytes, &builder);
  if (!status) return status.error().Within(origin.path);
  Result<TriMesh> mesh = builder.Finish();
  if (!mesh) return mesh.error().Within(origin.path);
  return mesh;
}

/// Checks the file first, so that no process is started for a file that cannot be read.
Result<TriMesh> ReadInChild(const MeshOrigin& origin, const std::string& submesh) {
  const Status usable = CheckRegularFile(origin.path, kMaxMeshFileBytes);
  if (!usable) return usable.error();
  Result<TriMesh> mesh = ImportMesh(origin.path, submesh, origin.scope);
  if (!mesh) return mesh.error().Within(origin.path);
  return mesh;
}

void Centre(TriMesh* mesh) {
  const Vector3d centre = mesh->Bounds().center();
  for (Vector3d& vertex : mesh->vertices) vertex -= centre;
}

Result<TriMesh> Load(const MeshOrigin& origin, const std::string& submesh, bool center) {
  const std::string& path = origin.path;
  const std::string ending = LowerEnding(path);
  const std::vector<std::string>& endings = MeshFileEndings();
  if (std::find(endings.begin(), endings.end(), ending) == endings.end()) {
    return Error{path + ": unsupported mesh format \"" + ending + "\"; supported are " +
                 Joined(endings) + ": convert the mesh"};
  }
  const bool own =
      std::find(std::begin(kOwnEndings), std::end(kOwnEndings), ending) != std::end(kOwnEndings);
  Result<TriMesh> mesh = own ? ReadOwn(origin, ending, submesh) : ReadInChild(origin, submesh);
  if (mesh && center && !submesh.empty()) Centre(&*mesh);
  return mesh;
}

}  // namespace

Result<TriMesh> LoadMeshFile(const std::string& path, const std::string& submesh, bool center,
                             const FileScope& scope) {
  try {
    return Load(MeshOrigin{path, scope}, submesh, center);
  } catch (const std::exception& exception) {  // Out of memory.
    return Error{path + ": cannot be read: " + exception.what() + "; reduce the mesh"};
  }
}

const std::vector<std::string>& MeshFileEndings() {
  static const std::vector<std::string> endings = {"stl", "obj", "dae", "ply",   "gltf", "glb",
                                                   "fbx", "3ds", "dxf", "blend", "x3d",  "off",
                                                   "lwo", "ac",  "ase", "x",     "msh"};
  return endings;
}

/// Files from Windows use backslashes.
std::string ResolveTexture(const MeshOrigin& origin, const std::string& name) {
  namespace fs = std::filesystem;
  if (name.empty()) return {};
  std::string portable = name;
  std::replace(portable.begin(), portable.end(), '\\', '/');
  const fs::path texture(portable);
  const fs::path folder = fs::absolute(origin.path).parent_path();
  const fs::path named = (folder / texture).lexically_normal();  // An absolute path stays itself.
  const auto is_usable = [&](const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && origin.scope.Contains(path.string());
  };
  if (is_usable(named)) return named.string();
  // Paths from another computer, or Gazebo's directory layout.
  for (const char* place :
       {".", "textures", "../textures", "../materials/textures", "../../materials/textures"}) {
    const fs::path guess = (folder / place / texture.filename()).lexically_normal();
    if (is_usable(guess)) return guess.string();
  }
  return origin.scope.Contains(named.string()) ? named.string() : std::string();
}

/// A rotation by 90 degrees about x, with exact values.
Eigen::Affine3d ZUpFromYUp() {
  Eigen::Affine3d X = Eigen::Affine3d::Identity();
  X.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  return X;
}

}  // namespace surefoot
