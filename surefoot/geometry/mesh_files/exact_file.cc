#include "surefoot/geometry/mesh_files/exact_file.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"
#include "surefoot/geometry/mesh_files/obj_words.h"

// Meshes and heights as text that restores every bit, for worlds that are written: other readers
// may use the files, but would join vertices.

namespace surefoot {
namespace {

// OBJ readers ignore both as comments. They are part of the file format; do not change them.
constexpr std::string_view kObjHead = "# surefoot exact mesh 1\n";
constexpr std::string_view kMaterial = "#material";
constexpr std::string_view kPfmHead = "Pf\n";
constexpr int kMaxSamples = 16384;

/// The shortest decimal that restores the double exactly.
void Append(double value, std::string* text) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  *text += ' ';
  text->append(digits.data(), end.ptr);
}

template <typename Vector>
void AppendAll(const Vector& values, std::string* text) {
  for (int i = 0; i < static_cast<int>(values.size()); ++i) Append(values[i], text);
}

/// A name without spaces, because OBJ separates words by spaces.
std::string MaterialName(std::size_t index) { return "material_" + std::to_string(index); }

/// The material as other programs read it; ReadExactObj uses the exact values in the OBJ itself.
std::string MaterialText(const MeshMaterial& material, const std::string& name,
                         const std::string& texture) {
  std::string text = "newmtl " + name + "\nKd";
  AppendAll(material.diffuse.head<3>(), &text);
  text += "\nKs";
  AppendAll(material.specular.head<3>(), &text);
  text += "\nKe";
  AppendAll(material.emissive.head<3>(), &text);
  text += "\nd";
  Append(material.diffuse[3], &text);
  return text + (texture.empty() ? "\n" : "\nmap_Kd " + texture + "\n");
}

void AppendMaterial(const MeshMaterial& material, const std::string& texture, std::string* text) {
  *text += kMaterial;
  AppendAll(material.diffuse, text);
  AppendAll(material.specular, text);
  AppendAll(material.emissive, text);
  *text += " " + texture + "\n";
}

/// OBJ indices count from 1; one index serves position, texture coordinate and normal.
void AppendFaces(const TriMesh& mesh, std::string* text) {
  const bool has_uv = !mesh.texture_coordinates.empty();
  const bool has_normals = !mesh.normals.empty();
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const bool has_material = i < mesh.triangle_materials.size();
    if (has_material && (i == 0 || mesh.triangle_materials[i] != mesh.triangle_materials[i - 1])) {
      *text += "usemtl " + MaterialName(mesh.triangle_materials[i]) + "\n";
    }
    *text += "f";
    for (const std::uint32_t index : mesh.triangles[i]) {
      const std::string number = std::to_string(index + 1);
      *text += " " + number;
      if (has_uv || has_normals) *text += "/" + (has_uv ? number : std::string());
      if (has_normals) *text += "/" + number;
    }
    *text += "\n";
  }
}

/// Reads files written by WriteExactObj, and nothing else.
class Reader {
 public:
  explicit Reader(const MeshOrigin& origin) : origin_(origin) {}

  Result<TriMesh> Read(const std::string& text) {
    std::string_view rest = text;
    int number = 0;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      ++number;
      if (!ReadLine(rest.substr(0, end))) {
        return Error{origin_.path + ": line " + std::to_string(number) +
                     " is damaged; remove line 1 to read the file as an ordinary OBJ"};
      }
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!IsWhole())
      return Error{origin_.path + ": the file is truncated, or its parts are inconsistent"};
    return std::move(mesh_);
  }

 private:
  bool ReadLine(std::string_view line) {
    const std::string_view word = obj::TakeWord(&line);
    if (word == "v") return Add(line, &mesh_.vertices);
    if (word == "vt") return Add(line, &mesh_.texture_coordinates);
    if (word == "vn") return Add(line, &mesh_.normals);
    if (word == "f") return AddTriangle(line);
    if (word == kMaterial) return AddMaterial(line);
    if (word != "usemtl") return true;
    constexpr std::string_view kStart = "material_";
    std::string_view name = obj::TakeWord(&line);
    if (name.substr(0, kStart.size()) != kStart) return false;
    has_material_ = true;
    return FromChars(name.substr(kStart.size()), &material_);
  }

  template <typename Vector>
  static bool ReadNumbers(std::string_view* rest, Vector* values) {
    for (int i = 0; i < static_cast<int>(values->size()); ++i) {
      if (!ParseNumber(obj::TakeWord(rest), &(*values)[i])) return false;
      if (!std::isfinite((*values)[i])) return false;
    }
    return true;
  }

  template <typename Vector>
  static bool Add(std::string_view rest, std::vector<Vector>* list) {
    Vector values;
    if (!ReadNumbers(&rest, &values)) return false;
    list->push_back(values);
    return true;
  }

  /// Only the first index of "1/1/1" is needed, because all three are equal.
  bool AddTriangle(std::string_view rest) {
    std::array<std::uint32_t, 3> triangle{};
    for (std::uint32_t& index : triangle) {
      const std::string_view word = obj::TakeWord(&rest);
      if (!FromChars(word.substr(0, word.find('/')), &index)) return false;
      if (index-- == 0 || index >= mesh_.vertices.size()) return false;
    }
    mesh_.triangles.push_back(triangle);
    if (has_material_) mesh_.triangle_materials.push_back(material_);
    return true;
  }

  bool AddMaterial(std::string_view rest) {
    MeshMaterial material;
    if (!ReadNumbers(&rest, &material.diffuse) || !ReadNumbers(&rest, &material.specular) ||
        !ReadNumbers(&rest, &material.emissive)) {
      return false;
    }
    material.name = MaterialName(mesh_.materials.size());
    material.texture = ResolveTexture(origin_, std::string(obj::Trimmed(rest)));
    mesh_.materials.push_back(std::move(material));
    return true;
  }

  /// Whether all arrays have consistent sizes and all indices are valid.
  bool IsWhole() const {
    const std::size_t count = mesh_.vertices.size();
    const bool fits =
        (mesh_.normals.empty() || mesh_.normals.size() == count) &&
        (mesh_.texture_coordinates.empty() || mesh_.texture_coordinates.size() == count) &&
        (mesh_.triangle_materials.empty() ||
         mesh_.triangle_materials.size() == mesh_.triangles.size());
    if (!fits || mesh_.triangles.empty()) return false;
    for (const std::uint32_t material : mesh_.triangle_materials) {
      if (material >= mesh_.materials.size()) return false;
    }
    return true;
  }

  const MeshOrigin& origin_;
  TriMesh mesh_;
  bool has_material_ = false;
  std::uint32_t material_ = 0;
};

}  // namespace

ExactObj WriteExactObj(const TriMesh& mesh, const std::string& material_file,
                       const std::function<std::string(const std::string&)>& texture_of) {
  ExactObj out;
  out.mesh = kObjHead;
  for (std::size_t i = 0; i < mesh.materials.size(); ++i) {
    const std::string texture = texture_of(mesh.materials[i].texture);
    out.materials += MaterialText(mesh.materials[i], MaterialName(i), texture);
    AppendMaterial(mesh.materials[i], texture, &out.mesh);
  }
  if (!out.materials.empty()) out.mesh += "mtllib " + material_file + "\n";
  const auto append = [&](const char* word, const auto& list) {
    for (const auto& values : list) {
      out.mesh += word;
      AppendAll(values, &out.mesh);
      out.mesh += "\n";
    }
  };
  append("v", mesh.vertices);
  append("vt", mesh.texture_coordinates);
  append("vn", mesh.normals);
  AppendFaces(mesh, &out.mesh);
  return out;
}

bool IsExactObj(const std::string& text) {
  return std::string_view(text).substr(0, kObjHead.size()) == kObjHead;
}

Result<TriMesh> ReadExactObj(const MeshOrigin& origin, const std::string& text) {
  return Reader(origin).Read(text);
}

std::string WriteExactHeights(const HeightField& field) {
  // A negative scale states that the values are little-endian.
  std::string bytes = std::string(kPfmHead) + std::to_string(field.cols) + " " +
                      std::to_string(field.rows) + "\n-1.0\n";
  const std::size_t head = bytes.size();
  bytes.resize(head + field.heights.size() * sizeof(float));
  std::memcpy(bytes.data() + head, field.heights.data(), field.heights.size() * sizeof(float));
  return bytes;
}

bool IsExactHeights(const std::string& bytes) {
  return std::string_view(bytes).substr(0, kPfmHead.size()) == kPfmHead;
}

/// The size of the data must match exactly, so a truncated file is always detected.
Result<HeightField> ReadExactHeights(const std::string& bytes, double size_x, double size_y) {
  std::string_view rest = std::string_view(bytes).substr(kPfmHead.size());
  HeightField field;
  double scale = 0.0, cols = 0.0, rows = 0.0;
  const bool head = ParseNumber(obj::TakeWord(&rest), &cols) &&
                    ParseNumber(obj::TakeWord(&rest), &rows) &&
                    ParseNumber(obj::TakeWord(&rest), &scale) && !rest.empty();
  if (!head || scale != -1.0) {
    return Error{"the header is damaged; a PFM height map must be little-endian, with scale -1.0"};
  }
  if (!(cols >= 2.0 && rows >= 2.0 && cols <= kMaxSamples && rows <= kMaxSamples)) {
    return Error{"2 to 16384 samples along each side are accepted"};
  }
  field.cols = static_cast<int>(cols);
  field.rows = static_cast<int>(rows);
  field.size_x = size_x;
  field.size_y = size_y;
  rest.remove_prefix(1);
  const std::size_t count =
      static_cast<std::size_t>(field.cols) * static_cast<std::size_t>(field.rows);
  if (rest.size() != count * sizeof(float)) return Error{"the file is truncated"};
  field.heights.resize(count);
  std::memcpy(field.heights.data(), rest.data(), rest.size());
  return field;
}

}  // namespace surefoot
