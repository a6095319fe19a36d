#include <assimp/scene.h>

#include <cmath>
#include <cstdint>
#include <string_view>

#include "surefoot/base/file_bytes.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"
#include "surefoot/importer/assimp_scene.h"

namespace surefoot::importer {
namespace {

/// An integer of the file's metadata.
int Number(const aiScene& scene, const char* name, int fallback) {
  std::int32_t value = fallback;
  return scene.mMetaData != nullptr && scene.mMetaData->Get(name, value) ? value : fallback;
}

/// Metres in the file's unit: FBX counts in centimetres times the factor UnitScaleFactor, which is
/// a double or a float depending on the exporter.
double FbxMetres(const aiScene& scene) {
  double factor = 1.0;
  float single = 1.0f;
  if (scene.mMetaData == nullptr) return 0.01;
  if (!scene.mMetaData->Get("UnitScaleFactor", factor) &&
      scene.mMetaData->Get("UnitScaleFactor", single)) {
    factor = static_cast<double>(single);
  }
  return std::isfinite(factor) && factor > 0.0 ? 0.01 * factor : 0.01;
}

/// A signed coordinate axis that the file's metadata names.
Vector3d Axis(const aiScene& scene, const char* name, const char* sign_name, int fallback,
              int fallback_sign) {
  const int axis = Number(scene, name, fallback);
  const int sign = Number(scene, sign_name, fallback_sign);
  return (sign < 0 ? -1.0 : 1.0) * Vector3d::Unit(axis >= 0 && axis < 3 ? axis : fallback);
}

/// FBX names the axes that point right, up, and towards the viewer. With x forward and z up as in
/// Surefoot, the viewer is at -y.
Eigen::Affine3d FbxFrame(const aiScene& scene) {
  const Vector3d right = Axis(scene, "CoordAxis", "CoordAxisSign", 0, 1);
  const Vector3d up = Axis(scene, "UpAxis", "UpAxisSign", 1, 1);
  const Vector3d front = Axis(scene, "FrontAxis", "FrontAxisSign", 2, 1);
  Eigen::Affine3d X = Eigen::Affine3d::Identity();
  X.linear() << right.transpose(), -front.transpose(), up.transpose();
  // Axes that do not form a right-handed frame are an error of the file; use FBX's default, y up.
  if (std::abs(X.linear().determinant() - 1.0) > 1e-9) X = ZUpFromYUp();
  X.linear() *= FbxMetres(scene);
  return X;
}

/// The value of $INSUNITS in a text DXF, on the third of three lines: "$INSUNITS", "70", number.
/// Assimp does not report it. Returns 0 if absent.
int DxfUnit(const std::string& path) {
  // The variable is in the header section; binary and very long files are not searched.
  constexpr std::size_t kHeadBytes = 1 << 20;
  const Result<std::string> bytes = ReadRegularFile(path, kMaxMeshFileBytes);
  if (!bytes) return 0;
  const std::string_view head = std::string_view(*bytes).substr(0, kHeadBytes);
  std::size_t at = head.find("$INSUNITS");
  for (int line = 0; line < 2 && at != std::string_view::npos; ++line) at = head.find('\n', at) + 1;
  if (at == std::string_view::npos || at == 0 || at >= head.size()) return 0;
  return std::atoi(std::string(head.substr(at, 20)).c_str());
}

/// Metres in a unit of $INSUNITS, by AutoCAD's numbers (DXF reference, HEADER section). A drawing
/// without a unit is in metres.
double DxfMetres(int unit) {
  constexpr std::pair<int, double> kUnits[] = {
      {1, 0.0254},  {2, 0.3048},  {4, 0.001}, {5, 0.01}, {7, 1000.0}, {8, 2.54e-8},
      {9, 2.54e-5}, {10, 0.9144}, {13, 1e-6}, {14, 0.1}, {15, 10.0},  {16, 100.0}};
  for (const auto& [number, metres] : kUnits) {
    if (unit == number) return metres;
  }
  return 1.0;
}

}  // namespace

// Transform from the file's axes and units to z up and metres.
Eigen::Affine3d FrameOf(const aiScene& scene, const std::string& path, const std::string& ending) {
  // Assimp leaves the axes of these two formats unchanged.
  if (ending == "fbx") return FbxFrame(scene);
  if (ending == "blend" || ending == "off") return Eigen::Affine3d::Identity();
  // Assimp has already turned DXF, 3DS and ASE from z up to y up; the other formats are y up.
  Eigen::Affine3d X = ZUpFromYUp();
  if (ending == "dxf") X.linear() *= DxfMetres(DxfUnit(path));
  return X;
}

}  // namespace surefoot::importer
