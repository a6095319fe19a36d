#include <tinyxml2.h>

#include <algorithm>
#include <array>
#include <string>

#include "surefoot/geometry/mesh_files/collada.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot::collada {
namespace {

// Offsets are small in practice; the limit bounds the memory of a corner.
constexpr std::int64_t kMaxOffset = 31;

std::int64_t IntegerAttribute(const XMLElement& element, const char* name, std::int64_t fallback) {
  std::int64_t value = fallback;
  return element.QueryInt64Attribute(name, &value) == tinyxml2::XML_SUCCESS ? value : fallback;
}

/// Positions of the first three named components in a row of the accessor. The specification says
/// to skip components without a name; if none has a name, the first three are used.
std::vector<std::size_t> Components(const XMLElement& accessor, std::size_t stride) {
  std::vector<std::size_t> components;
  std::size_t at = 0;
  for (const XMLElement* param = accessor.FirstChildElement("param"); param != nullptr;
       param = param->NextSiblingElement("param"), ++at) {
    if (!Attribute(*param, "name").empty() && at < stride && components.size() < 3) {
      components.push_back(at);
    }
  }
  if (components.empty()) {
    for (std::size_t i = 0; i < std::min<std::size_t>(stride, 3); ++i) components.push_back(i);
  }
  return components;
}

Result<Values> ReadSource(const XMLElement& source, const Ids& ids) {
  const XMLElement* accessor = Descend(&source, {"technique_common", "accessor"});
  if (accessor == nullptr) return At(source, "has no <technique_common><accessor>");
  const XMLElement* array = ids.Find(Attribute(*accessor, "source"));
  if (array == nullptr) array = source.FirstChildElement("float_array");
  if (array == nullptr) return At(*accessor, "does not refer to an array of numbers");
  const Result<std::vector<double>> numbers = Doubles(*array);
  if (!numbers) return numbers.error();

  const std::int64_t count = IntegerAttribute(*accessor, "count", -1);
  const std::int64_t stride = IntegerAttribute(*accessor, "stride", 1);
  const std::int64_t offset = IntegerAttribute(*accessor, "offset", 0);
  const auto size = static_cast<std::int64_t>(numbers->size());
  // Written with divisions, so that hostile counts cannot overflow.
  if (count < 0 || stride < 1 || offset < 0 || offset > size || stride > std::max(size, {1}) ||
      count > (size - offset) / stride) {
    return At(*accessor, "requests count " + std::to_string(count) + ", stride " +
                             std::to_string(stride) + ", offset " + std::to_string(offset) +
                             " from an array of " + std::to_string(size) + " numbers");
  }
  const std::vector<std::size_t> components =
      Components(*accessor, static_cast<std::size_t>(stride));
  Values values(static_cast<std::size_t>(count), Vector3d::Zero());
  const double* row = numbers->data() + offset;
  for (Vector3d& value : values) {
    for (std::size_t i = 0; i < components.size(); ++i) {
      value[static_cast<Eigen::Index>(i)] = row[components[i]];
    }
    row += stride;
  }
  return values;
}

/// A relevant <input>: its index within a corner, and its values.
struct Input {
  std::int64_t offset = -1;
  const Values* values = nullptr;
};

/// Reads one primitive element (triangles, polylist, polygons, tristrips, trifans) of a <mesh>.
class PrimitiveReader {
 public:
  PrimitiveReader(const XMLElement& element, const Ids& ids, Geometry* geometry)
      : element_(element), ids_(ids), geometry_(*geometry) {}

  Status Read() {
    primitive_.material_symbol = std::string(Attribute(element_, "material"));
    for (const XMLElement* input = element_.FirstChildElement("input"); input != nullptr;
         input = input->NextSiblingElement("input")) {
      const std::int64_t offset = IntegerAttribute(*input, "offset", 0);
      if (offset < 0 || offset > kMaxOffset) return At(*input, "offset must be 0 to 31");
      width_ = std::max(width_, static_cast<std::size_t>(offset) + 1);
      Status status = AddInput(*input, offset, true);
      if (!status) return status;
    }
    if (position_.values == nullptr) {
      // Exporters write empty primitives; with indices, this is an error.
      return element_.FirstChildElement("p") == nullptr
                 ? Status()
                 : Status(At(element_, "has no VERTEX input with a POSITION"));
    }
    primitive_.positions = position_.values;
    primitive_.normals = normal_.values;
    primitive_.texture_coordinates = texture_.values;
    Status status = ReadIndices();
    if (!status) return status;
    geometry_.primitives.push_back(std::move(primitive_));
    return {};
  }

 private:
  /// VERTEX stands for the inputs of <vertices>, which share its offset. `may_be_vertex` ends
  /// recursion: <vertices> cannot contain VERTEX.
  Status AddInput(const XMLElement& input, std::int64_t offset, bool may_be_vertex) {
    const std::string_view semantic = Attribute(input, "semantic");
    const XMLElement* source = ids_.Find(Attribute(input, "source"));
    if (semantic == "VERTEX" && may_be_vertex) {
      if (source == nullptr) return At(input, "does not refer to <vertices>");
      for (const XMLElement* inner = source->FirstChildElement("input"); inner != nullptr;
           inner = inner->NextSiblingElement("input")) {
        Status status = AddInput(*inner, offset, false);
        if (!status) return status;
      }
      return {};
    }
    Input* target = semantic == "POSITION"   ? &position_
                    : semantic == "NORMAL"   ? &normal_
                    : semantic == "TEXCOORD" ? &texture_
                                             : nullptr;
    if (target == nullptr) return {};
    const std::int64_t set = IntegerAttribute(input, "set", 0);
    // Of several sets of texture coordinates, the one with the lowest number counts.
    if (target == &texture_) {
      if (texture_.values != nullptr && set >= texture_set_) return {};
      texture_set_ = set;
    }
    if (source == nullptr) return At(input, "does not refer to a <source>");
    auto found = geometry_.sources.find(source);
    if (found == geometry_.sources.end()) {
      Result<Values> values = ReadSource(*source, ids_);
      if (!values) return values.error();
      found = geometry_.sources.emplace(source, std::move(*values)).first;
    }
    target->offset = offset;
    target->values = &found->second;
    return {};
  }

  Status ReadIndices() {
    if (element_.FirstChildElement("ph") != nullptr) {
      return At(element_, "has polygons with holes (<ph>); triangulate the mesh on export");
    }
    std::vector<std::int32_t> counts;
    if (const XMLElement* vcount = element_.FirstChildElement("vcount")) {
      Result<std::vector<std::int32_t>> read = Integers(*vcount);
      if (!read) return read.error();
      counts = std::move(*read);
    }
    for (const XMLElement* p = element_.FirstChildElement("p"); p != nullptr;
         p = p->NextSiblingElement("p")) {
      const Result<std::vector<std::int32_t>> indices = Integers(*p);
      if (!indices) return indices.error();
      std::vector<CornerIndices> corners;
      Status status = ReadCorners(*p, *indices, &corners);
      if (!status) return status;
      status = AddTriangles(*p, std::move(corners), counts);
      if (!status) return status;
    }
    return {};
  }

  Status ReadCorners(const XMLElement& p, const std::vector<std::int32_t>& indices,
                     std::vector<CornerIndices>* corners) const {
    if (indices.size() % width_ != 0) {
      return At(p, "has " + std::to_string(indices.size()) + " indices, not a multiple of the " +
                       std::to_string(width_) + " that a corner needs");
    }
    corners->resize(indices.size() / width_);
    const std::int32_t* row = indices.data();
    for (CornerIndices& corner : *corners) {
      for (const auto& [input, index] :
           {std::pair{&position_, &corner.position}, std::pair{&normal_, &corner.normal},
            std::pair{&texture_, &corner.texture_coordinate}}) {
        if (input->values == nullptr) continue;
        // Checked here once, so that everything after it may index without checks.
        const std::int32_t value = row[input->offset];
        if (value < 0 || static_cast<std::size_t>(value) >= input->values->size()) {
          return At(p, "index " + std::to_string(value) + " is outside its source of " +
                           std::to_string(input->values->size()) + " values");
        }
        *index = static_cast<std::uint32_t>(value);
      }
      row += width_;
    }
    return {};
  }

  Status AddTriangles(const XMLElement& p, std::vector<CornerIndices> corners,
                      const std::vector<std::int32_t>& counts) {
    if (Is(element_, "polygons")) {
      AddPolygon(corners.data(), corners.size());
      return {};
    }
    if (Is(element_, "tristrips") || Is(element_, "trifans")) {
      AddStripOrFan(corners);
      return {};
    }
    if (Is(element_, "triangles")) {
      if (corners.size() % 3 != 0) {
        return At(p, "has " + std::to_string(corners.size()) + " corners, not a multiple of 3");
      }
      if (primitive_.corners.empty()) {
        primitive_.corners = std::move(corners);
      } else {
        primitive_.corners.insert(primitive_.corners.end(), corners.begin(), corners.end());
      }
      return {};
    }
    std::size_t used = 0;
    for (const std::int32_t count : counts) {
      if (count < 0 || static_cast<std::size_t>(count) > corners.size() - used) {
        return At(p, "<vcount> requests more corners than there are");
      }
      AddPolygon(corners.data() + used, static_cast<std::size_t>(count));
      used += static_cast<std::size_t>(count);
    }
    return {};
  }

  void AddPolygon(const CornerIndices* corners, std::size_t count) {
    std::vector<MeshCorner> positions(count);
    for (std::size_t i = 0; i < count; ++i) {
      positions[i].position = (*position_.values)[corners[i].position];
    }
    for (const std::array<std::size_t, 3>& triangle : TriangulatePolygon(positions)) {
      for (const std::size_t i : triangle) primitive_.corners.push_back(corners[i]);
    }
  }

  void AddStripOrFan(const std::vector<CornerIndices>& corners) {
    const bool fan = Is(element_, "trifans");
    for (std::size_t i = 2; i < corners.size(); ++i) {
      // Every second triangle of a strip is listed in reverse order.
      const bool swapped = !fan && i % 2 != 0;
      primitive_.corners.push_back(corners[fan ? 0 : i - 2]);
      primitive_.corners.push_back(corners[swapped ? i : i - 1]);
      primitive_.corners.push_back(corners[swapped ? i - 1 : i]);
    }
  }

  const XMLElement& element_;
  const Ids& ids_;
  Geometry& geometry_;
  Primitive primitive_;
  /// Number of indices of each corner.
  std::size_t width_ = 1;
  Input position_;
  Input normal_;
  Input texture_;
  std::int64_t texture_set_ = 0;
};

}  // namespace

Status ReadGeometry(const XMLElement& element, const Ids& ids, Geometry* geometry) {
  geometry->id = std::string(Attribute(element, "id"));
  geometry->name = std::string(Attribute(element, "name"));
  const XMLElement* mesh = element.FirstChildElement("mesh");
  if (mesh == nullptr) return {};  // A spline, or the convex hull of another geometry.
  for (const XMLElement* child = mesh->FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    const std::array<std::string_view, 5> kinds = {"triangles", "polylist", "polygons", "tristrips",
                                                   "trifans"};
    if (std::find(kinds.begin(), kinds.end(), child->Name()) == kinds.end()) continue;
    Status status = PrimitiveReader(*child, ids, geometry).Read();
    if (!status) return status;
  }
  return {};
}

}  // namespace surefoot::collada
