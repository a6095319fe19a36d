#include "surefoot/formats/mjcf/document.h"

#include <algorithm>
#include <filesystem>

#include "surefoot/formats/mjcf/schema.h"
#include "surefoot/formats/parse.h"

namespace surefoot::formats::mjcf {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;
/// The nearest name is searched among at most this many: the search costs the product of both
/// lengths for each.
constexpr std::size_t kMaxAdvice = 300;

/// Three letters; MuJoCo distinguishes the cases (see QuaternionFromEuler).
bool IsEulerSequence(const std::string& text) {
  return text.size() == 3 && text.find_first_not_of("xyzXYZ") == std::string::npos;
}

/// A file may have several <compiler> elements, for example from includes; later attributes
/// override.
void ReadCompiler(const Node& node, Compiler* compiler, Reader* reader) {
  const Attributes attributes(node, reader);
  const std::string angle = attributes.Choice("angle", {"degree", "radian"}, "");
  if (!angle.empty()) compiler->radians = angle == "radian";
  const std::string coordinate = attributes.Choice("coordinate", {"local", "global"}, "");
  if (!coordinate.empty()) compiler->global = coordinate == "global";
  const std::string sequence = attributes.Text("eulerseq", compiler->eulerseq);
  if (IsEulerSequence(sequence)) {
    compiler->eulerseq = sequence;
  } else {
    reader->Error(SourceOf(node, "eulerseq"), "not a sequence of three axes", sequence,
                  "write for example xyz, or ZYX for fixed axes");
  }
  const std::string assetdir = attributes.Text("assetdir");
  if (!assetdir.empty()) compiler->meshdir = compiler->texturedir = assetdir;
  compiler->meshdir = attributes.Text("meshdir", compiler->meshdir);
  compiler->texturedir = attributes.Text("texturedir", compiler->texturedir);
  compiler->strippath = attributes.Bool("strippath", compiler->strippath);
  compiler->autolimits = attributes.Bool("autolimits", compiler->autolimits);
  compiler->balanceinertia = attributes.Bool("balanceinertia", compiler->balanceinertia);
  compiler->fitaabb = attributes.Bool("fitaabb", compiler->fitaabb);
  compiler->exactmeshinertia = attributes.Bool("exactmeshinertia", compiler->exactmeshinertia);
  compiler->inertiafromgeom =
      attributes.Choice("inertiafromgeom", {"true", "false", "auto"}, compiler->inertiafromgeom);
  const std::vector<double> groups = attributes.Numbers("inertiagrouprange", 2, 2);
  if (!groups.empty()) {
    compiler->group_first = static_cast<int>(std::clamp(groups[0], -1000.0, 1000.0));
    compiler->group_last = static_cast<int>(std::clamp(groups[1], -1000.0, 1000.0));
  }
  compiler->boundmass = attributes.Number("boundmass", compiler->boundmass);
  compiler->boundinertia = attributes.Number("boundinertia", compiler->boundinertia);
  compiler->settotalmass = attributes.Number("settotalmass", compiler->settotalmass);
}

/// Adds the children of a <default> to the class `into`, and nested classes below it.
void ReadDefaults(const Node& node, DefaultClass* into, Document* document, Reader* reader) {
  for (const Node& child : node.children) {
    if (child.name != "default") {
      CheckDefault(child, reader);
      into->elements.emplace_back(DefaultCategory(child.name), &child);
      continue;
    }
    const std::string* name = child.Attribute("class");
    if (name == nullptr || Trimmed(*name).empty()) {
      reader->Error(SourceOf(child), "a nested <default> needs the attribute class", "",
                    "write <default class=\"...\">");
      continue;
    }
    DefaultClass* known = nullptr;
    for (DefaultClass& candidate : document->classes) {
      if (candidate.name == Trimmed(*name)) known = &candidate;
    }
    if (known == into) {
      reader->Error(SourceOf(child), "a default class is nested in itself", *name, "rename it");
      continue;
    }
    if (known == nullptr) {
      document->classes.push_back(DefaultClass{Trimmed(*name), into, {}});
      known = &document->classes.back();
    } else {
      reader->WarnOnce(
          "class " + *name, SourceOf(child),
          "this default class is defined more than once: later values override earlier ones",
          *name);
    }
    ReadDefaults(child, known, document, reader);
  }
}

/// The name of an asset: its own, or that of its file without folder and extension, as in MuJoCo.
std::string AssetName(const Node& node) {
  if (const std::string* name = node.Attribute("name")) return Trimmed(*name);
  const std::string* file = node.Attribute("file");
  if (file == nullptr) return "";
  std::string portable = Trimmed(*file);
  std::replace(portable.begin(), portable.end(), '\\', '/');
  return std::filesystem::path(portable).stem().string();
}

/// Fills the tables of meshes, textures and so on. Names are unique within each kind.
void ReadAssetTable(Document* document, Reader* reader) {
  for (const Node* node : document->Section("asset")) {
    NodeTable* table = node->name == "mesh"       ? &document->meshes
                       : node->name == "texture"  ? &document->textures
                       : node->name == "material" ? &document->materials
                       : node->name == "hfield"   ? &document->hfields
                       : node->name == "model"    ? &document->models
                                                  : nullptr;
    if (table == nullptr) {
      if (node->name == "skin") reader->WarnUnused(*node, "is not drawn");
      continue;
    }
    const std::string name = AssetName(*node);
    if (name.empty()) {
      if (node->name == "texture") continue;  // a skybox needs none
      reader->Error(SourceOf(*node), "<" + node->name + "> needs a name", "", "write name=\"...\"");
      continue;
    }
    const auto added = table->emplace(name, node);
    if (added.second) continue;
    // A scene that includes a robot often repeats textures and meshes of the robot.
    const std::string* file = node->Attribute("file");
    const std::string* first_file = added.first->second->Attribute("file");
    const bool same = file != nullptr && first_file != nullptr && *file == *first_file;
    if (same || node->name == "texture" || node->name == "material") {
      reader->WarnOnce(
          "twice " + node->name + name, SourceOf(*node),
          "there is more than one " + node->name + " of this name: the first one is used", name);
    } else {
      reader->Error(SourceOf(*node), "there is more than one " + node->name + " of this name", name,
                    "rename one of them");
    }
  }
}

}  // namespace

double Compiler::Angle(double value) const { return radians ? value : value * kDegree; }

/// Linear in the classes, of which files have at most some dozens.
const DefaultClass* Document::ClassOf(const Node& node, const char* attribute,
                                      const DefaultClass* inherited, Reader* reader) const {
  const std::string* text = node.Attribute(attribute);
  if (text == nullptr) return inherited;
  const std::string requested = Trimmed(*text);
  std::vector<std::string> known;
  for (const DefaultClass& candidate : classes) {
    if (candidate.name == requested) return &candidate;
    if (known.size() < kMaxAdvice) known.push_back(candidate.name);
  }
  if (reader->IsFirstReport(node, attribute)) {
    reader->Error(SourceOf(node, attribute), "no default class has this name", requested,
                  ShortAdvice(requested, known));
  }
  return inherited;
}

/// MJCF permits several sections of one name, and includes add more of them.
std::vector<const Node*> Document::Section(const std::string& section) const {
  std::vector<const Node*> nodes;
  for (const Node& child : root->children) {
    if (child.name != section) continue;
    for (const Node& item : child.children) nodes.push_back(&item);
  }
  return nodes;
}

/// The outermost <default> may rename the main class; a second one only adds to it.
std::unique_ptr<Document> ReadDocument(const std::string& path, Reader* reader) {
  auto document = std::make_unique<Document>();
  document->path = path;
  document->root = ReadNodes(path, reader->context(), &reader->budget);
  if (document->root == nullptr) return nullptr;
  const std::string* name = document->root->Attribute("model");
  document->name = name != nullptr && !Trimmed(*name).empty()
                       ? Trimmed(*name)
                       : std::filesystem::path(path).stem().string();
  CheckSections(*document->root, reader);
  document->classes.push_back(DefaultClass{"main", nullptr, {}});
  bool first = true;
  for (const Node& child : document->root->children) {
    if (child.name == "compiler") ReadCompiler(child, &document->compiler, reader);
    if (child.name != "default") continue;
    const std::string* class_name = child.Attribute("class");
    if (first && class_name != nullptr) document->classes.front().name = Trimmed(*class_name);
    first = false;
    ReadDefaults(child, &document->classes.front(), document.get(), reader);
  }
  ReadAssetTable(document.get(), reader);
  for (const Node* node : document->Section("contact")) {
    if (node->name != "pair") continue;
    const Attributes pair(*node, reader);
    document->paired_geoms.insert({pair.Text("geom1"), pair.Text("geom2")});
  }
  return document;
}

Quaterniond QuaternionFromEuler(const Vector3d& angles, const std::string& sequence) {
  Quaterniond q = Quaterniond::Identity();
  for (std::size_t i = 0; i < 3; ++i) {
    const char c = sequence[i];
    const Vector3d axis = c == 'x' || c == 'X'   ? Vector3d::UnitX()
                          : c == 'y' || c == 'Y' ? Vector3d::UnitY()
                                                 : Vector3d::UnitZ();
    const Quaterniond turn(Eigen::AngleAxisd(angles[static_cast<Eigen::Index>(i)], axis));
    const bool fixed_axes = c >= 'A' && c <= 'Z';
    q = fixed_axes ? turn * q : q * turn;
  }
  return q.normalized();
}

namespace {

/// The unit vector along `v`; std::nullopt after reporting that it has no length.
std::optional<Vector3d> Direction(const Vector3d& v, const char* name,
                                  const Attributes& attributes) {
  if (v.norm() > 1e-12) return v.normalized();
  const Node* at = attributes.FindAt(name);
  if (attributes.reader()->IsFirstReport(*at, name)) {
    attributes.reader()->Error(SourceOf(*at, name), "a direction must not be zero",
                               *at->Attribute(name), "write for example 0 0 1");
  }
  return std::nullopt;
}

/// x and y of the frame, made orthogonal by Gram-Schmidt: x is kept, y only approximate.
Quaterniond ReadXyAxes(const std::vector<double>& v, const Attributes& attributes) {
  const auto x = Direction(Vector3d(v[0], v[1], v[2]), "xyaxes", attributes);
  if (!x) return Quaterniond::Identity();
  const Vector3d given_y(v[3], v[4], v[5]);
  const auto y = Direction(given_y - given_y.dot(*x) * *x, "xyaxes", attributes);
  if (!y) return Quaterniond::Identity();
  Matrix3d R;
  R << *x, *y, x->cross(*y);
  return Quaterniond(R).normalized();
}

/// The order of the names decides when an element has several; MuJoCo forbids that.
Quaterniond ReadOrientation(const Attributes& attributes, const Compiler& compiler) {
  const Quaterniond none = Quaterniond::Identity();
  const std::string kind = attributes.FirstOf({"axisangle", "xyaxes", "zaxis", "euler", "quat"});
  if (kind.empty()) return none;
  const std::size_t count = kind == "xyaxes" ? 6 : kind == "quat" || kind == "axisangle" ? 4 : 3;
  const std::vector<double> v = attributes.Numbers(kind.c_str(), count, count);
  if (v.empty()) return none;
  if (kind == "xyaxes") return ReadXyAxes(v, attributes);
  if (kind == "euler") {
    const Vector3d angles(compiler.Angle(v[0]), compiler.Angle(v[1]), compiler.Angle(v[2]));
    return QuaternionFromEuler(angles, compiler.eulerseq);
  }
  if (kind == "quat") {
    const Quaterniond q(v[0], v[1], v[2], v[3]);
    if (q.norm() <= 1e-12) Direction(Vector3d::Zero(), "quat", attributes);
    return q.norm() > 1e-12 ? q.normalized() : none;
  }
  const auto axis = Direction(Vector3d(v[0], v[1], v[2]), kind.c_str(), attributes);
  if (!axis) return none;
  if (kind == "zaxis") return QuaternionFromZAxis(*axis);
  return Quaterniond(Eigen::AngleAxisd(compiler.Angle(v[3]), *axis));
}

}  // namespace

RigidTransform ReadPose(const Attributes& attributes, const Compiler& compiler) {
  return RigidTransform(ReadOrientation(attributes, compiler),
                        attributes.Vector("pos", Vector3d::Zero()));
}

/// The error suggests the most similar known name, since most unknown names are misspelt.
const Node* Lookup(const NodeTable& table, const char* kind, const std::string& name,
                   const Source& source, Reader* reader) {
  const auto found = table.find(name);
  if (found != table.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& entry : table) {
    if (known.size() < kMaxAdvice) known.push_back(entry.first);
  }
  return reader->Error(source, std::string("no ") + kind + " has this name", name,
                       ShortAdvice(name, known));
}

}  // namespace surefoot::formats::mjcf
