/// Reads <worldbody> and everything nested in it: <body>, <frame>, <replicate>, <attach>.

#include <algorithm>
#include <cstdlib>

#include "surefoot/formats/mjcf/assets.h"
#include "surefoot/formats/mjcf/scene.h"
#include "surefoot/formats/mjcf/schema.h"
#include "surefoot/formats/parse.h"

namespace surefoot::formats::mjcf {
namespace {

/// Limits against files whose copies multiply: a model may attach itself.
constexpr int kMaxAttachDepth = 16;
constexpr int kMaxCopies = 100'000;

/// Number of elements that reading `node` creates, copies of <replicate> included; saturates just
/// above kMaxElements, so nested copies cannot overflow.
long long CountNodes(const Node& node) {
  long long count = 1;
  for (const Node& child : node.children) {
    count = std::min<long long>(count + CountNodes(child), kMaxElements + 1);
  }
  const std::string* copies = node.name == "replicate" ? node.Attribute("count") : nullptr;
  if (copies == nullptr) return count;
  const long long times = std::clamp(std::strtoll(copies->c_str(), nullptr, 10), 1LL,
                                     static_cast<long long>(kMaxCopies));
  return std::min<long long>(count * times, kMaxElements + 1);
}

/// The first <body> or <frame> of that name in document order; null when there is none.
const Node* FindNamed(const std::vector<const Node*>& nodes, const std::string& kind,
                      const std::string& name) {
  for (const Node* node : nodes) {
    const std::string* own = node->Attribute("name");
    if (node->name == kind && own != nullptr && Trimmed(*own) == name) return node;
    std::vector<const Node*> below;
    for (const Node& child : node->children) below.push_back(&child);
    if (const Node* found = FindNamed(below, kind, name)) return found;
  }
  return nullptr;
}

/// Walks down the tree of elements and adds bodies and their parts to the scene.
class BodyReader {
 public:
  BodyReader(Assets* assets, Reader* reader, Scene* scene)
      : assets_(assets), reader_(reader), scene_(scene) {}

  void ReadAll(const std::vector<const Node*>& nodes, const Place& place) {
    for (const Node* node : nodes) ReadChild(*node, place);
  }

 private:
  void ReadChildren(const Node& node, const Place& place) {
    for (const Node& child : node.children) ReadChild(child, place);
  }
  void ReadChild(const Node& node, const Place& place);
  bool ReadPart(const Node& node, const Place& place);
  void ReadBody(const Node& node, const Place& place);
  void ReadFrame(const Node& node, const Place& place);
  void Replicate(const Node& node, const Place& place);
  void Attach(const Node& node, const Place& place);
  bool Spend(const Node& node, const Source& source);
  const Document* AttachedDocument(const Node& node, const Place& place);
  const Document* LoadModel(const Node& asset, const Document& from);
  void AddName(const std::string& name, const char* kind, const Node& node, PartRef ref,
               std::map<std::string, PartRef>* table);
  MjBody& body(const Place& place) { return scene_->bodies[static_cast<std::size_t>(place.body)]; }

  Assets* assets_;
  Reader* reader_;
  Scene* scene_;
  std::map<const Node*, const Document*> attached_;
};

/// Names are unique for each kind over the whole scene; elements without a name need no entry.
void BodyReader::AddName(const std::string& name, const char* kind, const Node& node, PartRef ref,
                         std::map<std::string, PartRef>* table) {
  if (name.empty() || table->emplace(name, ref).second) return;
  reader_->Error(SourceOf(node), std::string("there is more than one ") + kind + " of this name",
                 name, "rename one of them");
}

/// Reads joints, geoms, sites and the like; returns false when the element is none of them.
bool BodyReader::ReadPart(const Node& node, const Place& place) {
  const auto ref = [&](std::size_t size) { return PartRef{place.body, static_cast<int>(size)}; };
  if (node.name == "geom") {
    auto geom = ReadGeom(node, place, assets_, reader_);
    if (!geom) return true;
    AddName(geom->name, "geom", node, ref(body(place).geoms.size()), &scene_->geoms);
    body(place).geoms.push_back(std::move(*geom));
  } else if (node.name == "joint" || node.name == "freejoint") {
    auto joint = ReadJoint(node, place, reader_);
    if (!joint) return true;
    if (place.body == 0) {
      reader_->Error(SourceOf(node), "the world cannot have a joint", joint->name,
                     "write it in a <body>");
      return true;
    }
    AddName(joint->name, "joint", node, ref(body(place).joints.size()), &scene_->joints);
    body(place).joints.push_back(std::move(*joint));
  } else if (node.name == "site") {
    CheckAttributes(node, "site", reader_);
    const Attributes attributes(
        node, place.document->ClassOf(node, "class", place.defaults, reader_), reader_);
    MjSite site;
    site.name = place.Named(Attributes(node, reader_).Text("name"));
    site.X_BS = place.InBody(ReadPose(attributes, place.document->compiler));
    const std::vector<double> v = attributes.Numbers("fromto", 6, 6);
    if (!v.empty()) {
      const Vector3d from(v[0], v[1], v[2]), to(v[3], v[4], v[5]);
      if ((from - to).norm() > 1e-14) {
        site.X_BS = place.InBody(RigidTransform(QuaternionFromZAxis(from - to), 0.5 * (from + to)));
      }
    }
    AddName(site.name, "site", node, ref(body(place).sites.size()), &scene_->sites);
    body(place).sites.push_back(std::move(site));
  } else if (node.name == "camera") {
    world::Sensor camera = ReadCamera(node, place, reader_);
    AddName(camera.name, "camera", node, ref(body(place).cameras.size()), &scene_->cameras);
    body(place).cameras.push_back(std::move(camera));
  } else if (node.name == "light") {
    body(place).lights.push_back(ReadLight(node, place, reader_));
  } else if (node.name == "inertial") {
    body(place).inertial = ReadInertial(node, place, reader_);
  } else {
    return false;
  }
  return true;
}

void BodyReader::ReadChild(const Node& node, const Place& place) {
  if (reader_->stopped() || ReadPart(node, place)) return;
  if (node.name == "body") {
    ReadBody(node, place);
  } else if (node.name == "frame") {
    ReadFrame(node, place);
  } else if (node.name == "replicate") {
    Replicate(node, place);
  } else if (node.name == "attach") {
    Attach(node, place);
  } else if (node.name == "composite" || node.name == "flexcomp") {
    reader_->has_gaps = true;
    reader_->WarnUnused(node, "is ignored: deformable bodies are not simulated");
  } else if (node.name == "plugin") {
    reader_->WarnUnused(node, "is ignored: MuJoCo plugins are not supported");
  } else if (node.name.find(':') == std::string::npos) {
    WarnUnknownChild(node,
                     {"body", "geom", "joint", "freejoint", "inertial", "site", "camera", "light",
                      "frame", "replicate", "attach", "composite", "flexcomp", "plugin"},
                     reader_);
  }
}

void BodyReader::ReadBody(const Node& node, const Place& place) {
  CheckAttributes(node, "body", reader_);
  const Attributes attributes(node, reader_);
  MjBody child;
  child.name = place.Named(attributes.Text("name"));
  child.source = SourceOf(node);
  child.parent = place.body;
  child.X_PB = place.InBody(ReadPose(attributes, place.document->compiler));
  // In global coordinates, a body without a position has the pose of its parent.
  if (place.document->compiler.global && attributes.FirstOf({"pos"}).empty()) {
    child.X_PB = RigidTransform();
  }
  child.X_WB = place.X_WB * child.X_PB;
  child.mocap = attributes.Bool("mocap", false);
  child.gravcomp = attributes.Number("gravcomp", 0.0);
  child.kept = KeptAttributes(attributes, "body");
  const int index = static_cast<int>(scene_->bodies.size());
  child.top = place.body == 0 ? index : body(place).top;
  if (!child.name.empty() && !scene_->body_ids.emplace(child.name, index).second) {
    reader_->Error(child.source, "there is more than one body of this name", child.name,
                   "rename one of them");
  }
  Place inside = place;
  inside.defaults = place.document->ClassOf(node, "childclass", place.defaults, reader_);
  inside.X_BF = RigidTransform();
  inside.X_WB = child.X_WB;
  inside.body = index;
  scene_->bodies.push_back(std::move(child));
  ReadChildren(node, inside);
}

/// A <frame> is not a body: it only moves what is in it, and may change the default class.
void BodyReader::ReadFrame(const Node& node, const Place& place) {
  CheckAttributes(node, "frame", reader_);
  Place inside = place;
  inside.X_BF = place.X_BF * ReadPose(Attributes(node, reader_), place.document->compiler);
  inside.defaults = place.document->ClassOf(node, "childclass", place.defaults, reader_);
  ReadChildren(node, inside);
}

/// Subtracts the elements of a copy from the budget; returns false after reporting that it is
/// spent.
bool BodyReader::Spend(const Node& node, const Source& source) {
  const long long count = CountNodes(node);
  if (count > reader_->budget) {
    return reader_->Error(source, "the copies have too many elements", "",
                          "at most " + std::to_string(kMaxElements) + " in all are accepted");
  }
  reader_->budget -= static_cast<int>(count);
  return true;
}

/// Copy i has the pose of i steps, with the rotation computed from i * euler so that rounding does
/// not accumulate. Names get a number with leading zeros as a suffix.
void BodyReader::Replicate(const Node& node, const Place& place) {
  CheckAttributes(node, "replicate", reader_);
  const Attributes attributes(node, reader_);
  const int count = attributes.Integer("count", 0, 0, kMaxCopies);
  if (!attributes.Has("count")) {
    reader_->Error(SourceOf(node), "<replicate> needs the attribute count", "",
                   "write count=\"...\"");
    return;
  }
  const Compiler& compiler = place.document->compiler;
  const Vector3d euler = attributes.Vector("euler", Vector3d::Zero()) * compiler.Angle(1.0);
  const RigidTransform step(QuaternionFromEuler(euler, compiler.eulerseq),
                            attributes.Vector("offset", Vector3d::Zero()));
  if (!place.counted && !Spend(node, SourceOf(node))) return;
  // In MuJoCo a reference without number means all copies; that is not supported here.
  reader_->has_gaps = true;
  const std::size_t digits = std::to_string(count).size();
  Place inside = place;
  inside.counted = true;
  inside.defaults = place.document->ClassOf(node, "childclass", place.defaults, reader_);
  RigidTransform X;
  for (int i = 0; i < count; ++i) {
    std::string number = std::to_string(i);
    number.insert(0, digits - std::min(digits, number.size()), '0');
    // In nested copies the inner number comes first, as in MuJoCo.
    inside.suffix = attributes.Text("sep") + number + place.suffix;
    X.q = QuaternionFromEuler(i * euler, compiler.eulerseq);
    inside.X_BF = place.X_BF * X;
    ReadChildren(node, inside);
    X = X * step;
  }
}

const Document* BodyReader::AttachedDocument(const Node& node, const Place& place) {
  const Attributes attributes(node, reader_);
  const std::string name = attributes.Text("model");
  if (name.empty()) return place.document;
  // A <model> without a name is referred to by the model name inside its file.
  for (const auto& entry : place.document->models) {
    if (entry.second->Has("name")) continue;
    const Document* candidate = LoadModel(*entry.second, *place.document);
    if (candidate != nullptr && candidate->name == name) return candidate;
  }
  const Node* asset = Lookup(place.document->models, "model", name, SourceOf(node), reader_);
  return asset == nullptr ? nullptr : LoadModel(*asset, *place.document);
}

/// Each file is read once, however often it is attached. The null entry stands for a failed load
/// and ends a cycle of models that attach each other.
const Document* BodyReader::LoadModel(const Node& asset, const Document& from) {
  const auto known = attached_.find(&asset);
  if (known != attached_.end()) return known->second;
  attached_[&asset] = nullptr;
  const std::string file = Attributes(asset, reader_).Text("file");
  const auto path = FindFile(file, from.path, *asset.file, reader_->context());
  if (file.empty() || !path) {
    return reader_->Error(SourceOf(asset), "the model's file was not found", file,
                          "it is searched beside this file and on the search path");
  }
  std::unique_ptr<Document> document = ReadDocument(*path, reader_);
  if (document == nullptr) return nullptr;
  attached_[&asset] = document.get();
  scene_->documents.push_back(std::move(document));
  return attached_[&asset];
}

/// Adds a body or frame of another model below this one, or all bodies when none is named. The
/// other document keeps its own <compiler> and default classes.
void BodyReader::Attach(const Node& node, const Place& place) {
  CheckAttributes(node, "attach", reader_);
  const Attributes attributes(node, reader_);
  if (place.depth >= kMaxAttachDepth) {
    reader_->Error(SourceOf(node), "attached models are nested too deeply", "",
                   "at most " + std::to_string(kMaxAttachDepth) + " levels are accepted");
    return;
  }
  const Document* document = AttachedDocument(node, place);
  if (document == nullptr) return;
  Place inside = place;
  inside.document = document;
  if (document != place.document) inside.defaults = document->main_class();
  inside.prefix = place.prefix + attributes.Text("prefix");
  inside.depth = place.depth + 1;
  inside.counted = true;
  scene_->parts.push_back(ScenePart{document, inside.prefix});
  const std::vector<const Node*> all = document->Section("worldbody");
  const std::string kind = attributes.Has("frame") ? "frame" : "body";
  const std::string name = attributes.Text(kind.c_str());
  std::vector<const Node*> requested = all;
  if (!name.empty()) {
    requested = {FindNamed(all, kind, name)};
    if (requested.front() == nullptr) {
      reader_->Error(SourceOf(node), "no " + kind + " of the attached model has this name", name);
      return;
    }
  }
  for (const Node* part : requested) {
    if (!Spend(*part, SourceOf(node))) return;
    ReadChild(*part, inside);
  }
}

}  // namespace

void ReadBodies(std::unique_ptr<Document> document, Assets* assets, Reader* reader, Scene* scene) {
  MjBody world;
  world.name = "world";
  scene->bodies.push_back(std::move(world));
  scene->body_ids.emplace("world", 0);
  scene->parts.push_back(ScenePart{document.get(), ""});
  scene->documents.push_back(std::move(document));
  Place place;
  place.document = scene->documents.front().get();
  place.defaults = place.document->main_class();
  for (const Node& section : place.document->root->children) {
    if (section.name != "worldbody") continue;
    Place inside = place;
    inside.defaults = place.document->ClassOf(section, "childclass", place.defaults, reader);
    std::vector<const Node*> nodes;
    for (const Node& child : section.children) nodes.push_back(&child);
    BodyReader(assets, reader, scene).ReadAll(nodes, inside);
  }
}

}  // namespace surefoot::formats::mjcf
