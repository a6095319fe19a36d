#include <tinyxml2.h>

#include <cmath>
#include <map>
#include <string>

#include "surefoot/base/xml_size.h"
#include "surefoot/geometry/mesh_files/collada.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot {
namespace collada {
namespace {

// Limits that hostile files cannot reach by accident, and that end recursive ones.
constexpr int kMaxDepth = 100;
constexpr int kMaxNodes = 1'000'000;
constexpr double kPi = 3.14159265358979323846;

/// Transform from the file's unit to metres. <up_axis> is ignored on purpose: RViz and Gazebo
/// ignore it, so robots are modelled to look right without it (the PR2 and others state Y_UP, but
/// have z up).
Result<Eigen::Affine3d> FrameOf(const XMLElement& root) {
  Eigen::Affine3d X_FC = Eigen::Affine3d::Identity();
  if (const XMLElement* unit = Descend(&root, {"asset", "unit"})) {
    double metres = 1.0;
    if (unit->Attribute("meter") != nullptr) {
      const bool parsed = unit->QueryDoubleAttribute("meter", &metres) == tinyxml2::XML_SUCCESS;
      // The comparison also rejects NaN.
      if (!parsed || !std::isfinite(metres) || metres <= 0.0) {
        return At(*unit, "meter=\"" + std::string(Attribute(*unit, "meter").substr(0, 40)) +
                             "\" is not a positive number");
      }
    }
    X_FC.linear() *= metres;
  }
  return X_FC;
}

/// Applies one transform element of a <node>; other elements leave X unchanged.
Status Apply(const XMLElement& element, Eigen::Affine3d* X) {
  std::size_t requested = 0;
  if (Is(element, "matrix")) requested = 16;
  if (Is(element, "translate") || Is(element, "scale")) requested = 3;
  if (Is(element, "rotate")) requested = 4;
  if (Is(element, "skew")) return At(element, "is not supported; apply transforms on export");
  if (requested == 0) return {};
  const Result<std::vector<double>> read = Doubles(element);
  if (!read) return read.error();
  const std::vector<double>& v = *read;
  if (v.size() != requested) {
    return At(element, "has " + std::to_string(v.size()) + " numbers, needed are " +
                           std::to_string(requested));
  }
  if (requested == 16) {
    // COLLADA stores matrices row by row; the last row is always 0 0 0 1.
    Eigen::Affine3d step = Eigen::Affine3d::Identity();
    for (Eigen::Index i = 0; i < 12; ++i) step(i / 4, i % 4) = v[static_cast<std::size_t>(i)];
    *X = *X * step;
  } else if (Is(element, "translate")) {
    X->translate(Vector3d(v[0], v[1], v[2]));
  } else if (Is(element, "scale")) {
    X->scale(Vector3d(v[0], v[1], v[2]));
  } else {
    const Vector3d axis(v[0], v[1], v[2]);
    // The specification gives angles in degrees.
    if (axis.norm() > 0.0) X->rotate(Eigen::AngleAxisd(v[3] * kPi / 180.0, axis.normalized()));
  }
  return {};
}

/// A primitive's values in the frame of the file.
struct MovedValues {
  const Values* positions = nullptr;
  const Values* normals = nullptr;
};

/// Traverses the visual scene and passes its triangles to the builder.
class SceneReader {
 public:
  SceneReader(const MeshOrigin& origin, const Ids& ids, MeshBuilder* builder)
      : origin_(origin), ids_(ids), builder_(*builder) {}

  Status ReadNodes(const XMLElement& parent, const Eigen::Affine3d& X_FP, int depth) {
    for (const XMLElement* node = parent.FirstChildElement("node"); node != nullptr;
         node = node->NextSiblingElement("node")) {
      Status status = ReadNode(*node, X_FP, depth);
      if (!status) return status;
    }
    return {};
  }

  /// Adds a geometry or controller; `instance` may bind materials to it.
  Status ReadInstance(const XMLElement& instance, const std::vector<std::string>& names,
                      Eigen::Affine3d X_FP) {
    const XMLElement* target = ids_.Find(Attribute(instance, "url"));
    // A controller deforms a geometry, which is read in its bind shape. Controllers may be chained;
    // the limit ends cycles.
    for (int i = 0; target != nullptr && Is(*target, "controller") && i < kMaxDepth; ++i) {
      const XMLElement* deformer = target->FirstChildElement("skin");
      if (deformer == nullptr) deformer = target->FirstChildElement("morph");
      if (deformer == nullptr) return At(*target, "has neither <skin> nor <morph>");
      if (const XMLElement* shape = deformer->FirstChildElement("bind_shape_matrix")) {
        const Result<std::vector<double>> v = Doubles(*shape);
        if (!v || v->size() != 16) return At(*shape, "needs 16 numbers");
        Eigen::Affine3d X = Eigen::Affine3d::Identity();
        for (Eigen::Index k = 0; k < 12; ++k) X(k / 4, k % 4) = (*v)[static_cast<std::size_t>(k)];
        X_FP = X_FP * X;
      }
      target = ids_.Find(Attribute(*deformer, "source"));
    }
    if (target == nullptr || !Is(*target, "geometry")) {
      return At(instance, "url=\"" + std::string(Attribute(instance, "url").substr(0, 80)) +
                              "\" does not refer to a <geometry> of this file");
    }
    return ReadOnce(*target, instance, names, X_FP);
  }

  /// Adds a geometry, which is parsed at its first use and shared by later instances.
  Status ReadOnce(const XMLElement& element, const XMLElement& instance,
                  const std::vector<std::string>& names, const Eigen::Affine3d& X_FP) {
    auto found = geometries_.find(&element);
    if (found == geometries_.end()) {
      found = geometries_.try_emplace(&element).first;
      Status status = ReadGeometry(element, ids_, &found->second);
      if (!status) return status;
    }
    return AddGeometry(found->second, instance, names, X_FP);
  }

 private:
  Status ReadNode(const XMLElement& node, Eigen::Affine3d X_FP, int depth) {
    if (depth > kMaxDepth || ++nodes_ > kMaxNodes) {
      return At(node,
                "nodes are nested too deeply, or there are too many; does one contain itself "
                "through <instance_node>?");
    }
    const std::vector<std::string> names = {std::string(Attribute(node, "name")),
                                            std::string(Attribute(node, "id"))};
    for (const XMLElement* child = node.FirstChildElement(); child != nullptr;
         child = child->NextSiblingElement()) {
      Status status;
      if (Is(*child, "instance_geometry") || Is(*child, "instance_controller")) {
        status = ReadInstance(*child, names, X_FP);
      } else if (Is(*child, "instance_node")) {
        const XMLElement* target = ids_.Find(Attribute(*child, "url"));
        // A node of another file is ignored, as other programs do.
        if (target != nullptr && Is(*target, "node")) status = ReadNode(*target, X_FP, depth + 1);
      } else {
        status = Apply(*child, &X_FP);  // Transforms precede all other children.
      }
      if (!status) return status;
    }
    return ReadNodes(node, X_FP, depth + 1);
  }

  Status AddGeometry(const Geometry& geometry, const XMLElement& instance,
                     std::vector<std::string> names, const Eigen::Affine3d& X_FP) {
    names.push_back(geometry.name);
    names.push_back(geometry.id);
    if (!builder_.BeginPart(names, X_FP)) return {};
    std::map<const Values*, Values> points;
    std::map<const Values*, Values> normals;
    for (const Primitive& primitive : geometry.primitives) {
      const std::uint32_t material = MaterialOf(primitive.material_symbol, instance);
      const MovedValues moved = {MoveOnce(primitive.positions, false, &points),
                                 MoveOnce(primitive.normals, true, &normals)};
      if (!AddPrimitive(primitive, moved, material)) return Error{"more than 10 million triangles"};
    }
    return {};
  }

  /// Values of the part transformed to the frame of the file; shared sources are transformed once.
  const Values* MoveOnce(const Values* values, bool are_normals,
                         std::map<const Values*, Values>* done) {
    if (values == nullptr) return nullptr;
    Values& moved = (*done)[values];
    if (moved.empty()) {
      moved.reserve(values->size());
      for (const Vector3d& value : *values) {
        moved.push_back(are_normals ? builder_.MovedNormal(value) : builder_.Moved(value));
      }
    }
    return &moved;
  }

  /// Returns false if there are too many triangles.
  bool AddPrimitive(const Primitive& primitive, const MovedValues& moved, std::uint32_t material) {
    if (primitive.texture_coordinates != nullptr) builder_.StartTextureCoordinates();
    builder_.ExpectTriangles(primitive.corners.size() / 3);
    for (std::size_t i = 0; i + 2 < primitive.corners.size(); i += 3) {
      const std::array<MeshCorner, 3> corners = {Corner(primitive, moved, i),
                                                 Corner(primitive, moved, i + 1),
                                                 Corner(primitive, moved, i + 2)};
      if (!builder_.AddTriangle(corners, material)) return false;
    }
    return true;
  }

  static MeshCorner Corner(const Primitive& primitive, const MovedValues& moved, std::size_t at) {
    const CornerIndices& indices = primitive.corners[at];
    MeshCorner corner;
    corner.position = (*moved.positions)[indices.position];
    if (moved.normals != nullptr) corner.normal = (*moved.normals)[indices.normal];
    if (primitive.texture_coordinates != nullptr) {
      corner.texture_coordinate =
          (*primitive.texture_coordinates)[indices.texture_coordinate].head<2>();
    }
    return corner;
  }

  /// The builder's index of the material bound to a symbol; unbound symbols have the default
  /// material.
  std::uint32_t MaterialOf(const std::string& symbol, const XMLElement& instance) {
    const XMLElement* target = nullptr;
    const XMLElement* bind =
        Descend(&instance, {"bind_material", "technique_common", "instance_material"});
    for (; bind != nullptr; bind = bind->NextSiblingElement("instance_material")) {
      if (Attribute(*bind, "symbol") == symbol) target = ids_.Find(Attribute(*bind, "target"));
    }
    // Some exporters write the material's id instead of a bound symbol.
    if (target == nullptr) target = ids_.Find(symbol);
    if (target != nullptr && !Is(*target, "material")) target = nullptr;
    const auto found = materials_.find(target);
    if (found != materials_.end()) return found->second;
    const std::uint32_t index = builder_.AddMaterial(
        target == nullptr ? MeshMaterial() : ReadMaterial(*target, ids_, origin_));
    materials_.emplace(target, index);
    return index;
  }

  /// Parsed geometries and converted materials, by their elements.
  const MeshOrigin& origin_;
  const Ids& ids_;
  MeshBuilder& builder_;
  int nodes_ = 0;
  std::map<const XMLElement*, Geometry> geometries_;
  std::map<const XMLElement*, std::uint32_t> materials_;
};

Status ReadScene(const MeshOrigin& origin, const XMLElement& root, MeshBuilder* builder) {
  const Result<Eigen::Affine3d> X_FC = FrameOf(root);
  if (!X_FC) return X_FC.error();
  const Ids ids(root);
  SceneReader reader(origin, ids, builder);
  const XMLElement* instance = Descend(&root, {"scene", "instance_visual_scene"});
  const XMLElement* scene = instance == nullptr ? nullptr : ids.Find(Attribute(*instance, "url"));
  if (scene == nullptr) scene = Descend(&root, {"library_visual_scenes", "visual_scene"});
  if (scene != nullptr) return reader.ReadNodes(*scene, *X_FC, 0);

  // A file without a scene: every geometry once, untransformed.
  const XMLElement* geometry = Descend(&root, {"library_geometries", "geometry"});
  for (; geometry != nullptr; geometry = geometry->NextSiblingElement("geometry")) {
    Status status = reader.ReadOnce(*geometry, *geometry, {}, *X_FC);
    if (!status) return status;
  }
  return {};
}

}  // namespace
}  // namespace collada

Status ReadCollada(const MeshOrigin& origin, const std::string& bytes, MeshBuilder* builder) {
  const Status size = CheckXmlAttributes(bytes);
  if (!size.ok()) return size;
  tinyxml2::XMLDocument document;
  document.Parse(bytes.data(), bytes.size());
  if (document.Error()) {
    return Error{"line " + std::to_string(document.ErrorLineNum()) + ": not well-formed XML (" +
                 document.ErrorName() + "); export the file again"};
  }
  const tinyxml2::XMLElement* root = document.RootElement();
  if (root == nullptr || !collada::Is(*root, "COLLADA")) {
    return Error{"the root element is not <COLLADA>; is this another kind of file?"};
  }
  return collada::ReadScene(origin, *root, builder);
}

}  // namespace surefoot
