#include "surefoot/formats/written.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <memory>

#include "surefoot/formats/parse.h"
#include "surefoot/world/ground_reader.h"

// Elements that the writer adds for what SDF cannot express are removed again here, so that reading
// a written file gives the original description bit for bit.

namespace surefoot::formats {
namespace {

using world::Element;
using world::FindElement;

constexpr const char* kName = "surefoot:name";
constexpr const char* kKept = "surefoot:kept";
constexpr const char* kLoneModel = "surefoot:lone_model";
/// SDF writes 1e16 for "no limit".
constexpr double kUnlimited = 1e16;

void Drop(std::initializer_list<std::string_view> names, std::vector<Element>* elements) {
  std::erase_if(*elements, [&](const Element& element) { return IsOneOf(element.name, names); });
}

/// Replaces each <surefoot:kept> by its children.
void Unwrap(std::vector<Element>* elements) {
  if (FindElement(*elements, kKept) == nullptr) return;
  std::vector<Element> all;
  for (Element& element : *elements) {
    if (element.name != kKept) {
      all.push_back(std::move(element));
    } else {
      for (Element& child : element.children) all.push_back(std::move(child));
    }
  }
  *elements = std::move(all);
}

/// Replaces an element by the content of its <surefoot:kept>, which is the original.
void RestoreOriginal(Element* element) {
  const Element* kept = FindElement(element->children, kKept);
  if (kept == nullptr) return;
  Element inner = kept->children.empty() ? Element() : kept->children.front();
  *element = std::move(inner);
}

/// Finishes one description; see FinishReading().
class Finisher {
 public:
  explicit Finisher(Problems* problems) : problems_(problems) {}

  void Finish(world::WorldSpec* spec);

 private:
  /// The new names of a model and of its links, by their names in the file.
  struct Renamed {
    std::string name;
    std::map<std::string, std::string> links;
  };

  std::map<std::string, Renamed> FinishModels(world::WorldSpec* spec);
  Renamed FinishModel(world::Model* model);
  void FinishCollision(world::Collision* collision);
  void FinishVisual(world::Visual* visual);
  void FinishLink(world::Link* link, bool is_static);
  void FinishJoint(world::Joint* joint);
  void FinishSensor(world::Sensor* sensor);
  void FinishLight(world::Light* light);
  void FinishFrames(world::Model* model);
  void FinishKeyframes(world::Model* model);
  void FinishReferences(const std::map<std::string, Renamed>& renamed, world::WorldSpec* spec);

  void Rename(const std::vector<Element>& elements, std::string* name) {
    const Element* element = FindElement(elements, kName);
    if (element == nullptr) return;
    if (const std::string* value = Required(*element, "value")) *name = *value;
  }

  const std::string* Required(const Element& element, const char* key) {
    const std::string* value = element.Attribute(key);
    if (value == nullptr) {
      problems_->Error(element.source,
                       "<" + element.name + "> needs the attribute " + std::string(key));
    }
    return value;
  }

  void ReadNumber(const Element& element, const char* key, double* value) {
    const std::string* text = element.Attribute(key);
    if (text == nullptr) return;
    if (const auto number = ParseDouble(*text, element.source, problems_)) *value = *number;
  }

  void ReadPose(const Element* element, RigidTransform* X) {
    if (element == nullptr) return;
    const auto n = ParseVector(element->text, 7, element->source, problems_);
    if (!n) return;
    Quaterniond q((*n)[3], (*n)[4], (*n)[5], (*n)[6]);
    if (!(q.norm() > 1e-6)) {
      problems_->Error(element->source, "a quaternion must not be zero", element->text,
                       "write x y z qw qx qy qz");
      return;
    }
    // A quaternion that is normalised up to rounding keeps the digits of the file.
    if (std::abs(q.norm() - 1.0) > 1e-12) q.normalize();
    *X = RigidTransform(q, Vector3d((*n)[0], (*n)[1], (*n)[2]));
  }

  Problems* problems_;
};

void Finisher::FinishSensor(world::Sensor* sensor) {
  Rename(sensor->element.children, &sensor->name);
  ReadPose(FindElement(sensor->element.children, "surefoot:pose"), &sensor->X_LS);
  RestoreOriginal(&sensor->element);
}

void Finisher::FinishLight(world::Light* light) {
  Rename(light->element.children, &light->name);
  RestoreOriginal(&light->element);
}

void FinishMaterial(world::Material* material) {
  if (const Element* kept = FindElement(material->element.children, kKept)) {
    if (const std::string* name = kept->Attribute("name")) material->name = *name;
  }
  RestoreOriginal(&material->element);
}

void FinishPlugins(std::vector<world::Plugin>* plugins) {
  for (world::Plugin& plugin : *plugins) RestoreOriginal(&plugin.element);
}

void Finisher::FinishCollision(world::Collision* collision) {
  Rename(collision->extensions, &collision->name);
  if (const Element* contact = FindElement(collision->extensions, "surefoot:contact")) {
    ReadNumber(*contact, "stiffness", &collision->surface.stiffness);
    ReadNumber(*contact, "damping", &collision->surface.damping);
  }
  Drop({kName, "surefoot:surface", "surefoot:contact"}, &collision->extensions);
  Unwrap(&collision->extensions);
}

void Finisher::FinishVisual(world::Visual* visual) {
  Rename(visual->extensions, &visual->name);
  if (visual->material) FinishMaterial(&*visual->material);
  Drop({kName}, &visual->extensions);
  Unwrap(&visual->extensions);
}

void FinishInertia(bool is_static, world::Link* link) {
  if (FindElement(link->extensions, "surefoot:massless") != nullptr) {
    link->inertia.mass = 0.0;
    link->inertia.I_BBcm_B = Matrix3d::Zero();
  }
  if (FindElement(link->extensions, "surefoot:computed_inertia") != nullptr) {
    link->inertia_computed = true;
  }
  // The mass of a static link has no effect; an impossible one is reset.
  if (is_static && !IsPhysical(link->inertia)) link->inertia = Inertia();
  Matrix3d& I = link->inertia.I_BBcm_B;
  I(1, 0) = I(0, 1);
  I(2, 0) = I(0, 2);
  I(2, 1) = I(1, 2);
}

void Finisher::FinishLink(world::Link* link, bool is_static) {
  Rename(link->extensions, &link->name);
  FinishInertia(is_static, link);
  for (world::Collision& collision : link->collisions) FinishCollision(&collision);
  for (world::Visual& visual : link->visuals) FinishVisual(&visual);
  for (world::Sensor& sensor : link->sensors) FinishSensor(&sensor);
  for (world::Light& light : link->lights) FinishLight(&light);
  FinishPlugins(&link->plugins);
  Drop({kName, "surefoot:massless", "surefoot:computed_inertia", "surefoot:surface"},
       &link->extensions);
  Unwrap(&link->extensions);
}

/// Replaces SDF's numbers for "no limit" by infinity.
double Limited(double value, double unlimited) {
  return std::abs(value) >= kUnlimited ? unlimited : value;
}

void Finisher::FinishJoint(world::Joint* joint) {
  Rename(joint->extensions, &joint->name);
  ReadPose(FindElement(joint->extensions, "surefoot:parent_pose"), &joint->X_PJ);
  for (world::JointAxis& axis : joint->axes) {
    const bool endless = joint->type == world::JointType::kContinuous;
    axis.lower = endless ? -world::kInfinity : Limited(axis.lower, -world::kInfinity);
    axis.upper = endless ? world::kInfinity : Limited(axis.upper, world::kInfinity);
    axis.effort = Limited(axis.effort, world::kInfinity);
    axis.velocity = Limited(axis.velocity, world::kInfinity);
  }
  if (joint->type != world::JointType::kScrew) joint->screw_pitch = 0.0;
  for (world::Sensor& sensor : joint->sensors) FinishSensor(&sensor);
  Drop({kName, "surefoot:parent_pose", "surefoot:type", "surefoot:mimic", "surefoot:armature",
        "surefoot:command", "surefoot:position"},
       &joint->extensions);
  Unwrap(&joint->extensions);
}

void Finisher::FinishFrames(world::Model* model) {
  for (const Element& element : model->extensions) {
    if (element.name != "surefoot:frame_name") continue;
    const std::string* from = Required(element, "frame");
    const std::string* to = Required(element, "value");
    if (from == nullptr || to == nullptr) continue;
    for (world::Frame& frame : model->frames) {
      if (frame.name == *from) frame.name = *to;
    }
  }
}

/// The poses of keyframes were read before, but with quaternions normalised once more than when
/// written.
void Finisher::FinishKeyframes(world::Model* model) {
  for (const Element& element : model->extensions) {
    const std::string* name = element.Attribute("name");
    const Element* pose = FindElement(element.children, "surefoot:pose");
    if (element.name != "surefoot:keyframe" || name == nullptr || pose == nullptr) continue;
    for (world::Keyframe& keyframe : model->keyframes) {
      if (keyframe.X_MB && keyframe.name == Trimmed(*name)) ReadPose(pose, &*keyframe.X_MB);
    }
  }
}

Finisher::Renamed Finisher::FinishModel(world::Model* model) {
  Renamed renamed;
  Rename(model->extensions, &renamed.name);
  if (!renamed.name.empty()) model->name = renamed.name;
  for (world::Link& link : model->links) {
    const std::string before = link.name;
    FinishLink(&link, model->is_static);
    if (link.name != before) renamed.links[before] = link.name;
  }
  for (world::Joint& joint : model->joints) FinishJoint(&joint);
  FinishFrames(model);
  FinishKeyframes(model);
  FinishPlugins(&model->plugins);
  Drop({kName, "surefoot:frame_name", "surefoot:command", "surefoot:position", "surefoot:keyframe"},
       &model->extensions);
  Unwrap(&model->extensions);
  return renamed;
}

void Finisher::FinishReferences(const std::map<std::string, Renamed>& renamed,
                                world::WorldSpec* spec) {
  const auto rename = [&](std::string* model, std::string* link) {
    const auto found = renamed.find(*model);
    if (found == renamed.end()) return;
    const auto new_link = found->second.links.find(*link);
    if (new_link != found->second.links.end()) *link = new_link->second;
    if (!found->second.name.empty()) *model = found->second.name;
  };
  for (world::CollisionFilter& filter : spec->collision_filters) {
    rename(&filter.model_a, &filter.link_a);
    rename(&filter.model_b, &filter.link_b);
  }
  for (const Element& element : spec->extensions) {
    const std::string* name = element.Attribute("name");
    if (element.name != "surefoot:attach" || name == nullptr) continue;
    for (world::Attachment& attachment : spec->attachments) {
      if (attachment.name != *name) continue;
      ReadPose(FindElement(element.children, "surefoot:pose"), &attachment.X_AB);
    }
  }
  for (world::Attachment& attachment : spec->attachments) {
    rename(&attachment.model_a, &attachment.link_a);
    rename(&attachment.model_b, &attachment.link_b);
  }
}

std::map<std::string, Finisher::Renamed> Finisher::FinishModels(world::WorldSpec* spec) {
  struct Finished {
    std::shared_ptr<const world::Model> model;
    Renamed renamed;
  };
  std::map<std::string, Renamed> renamed;
  std::map<const world::Model*, Finished> known;
  for (world::ModelInstance& instance : spec->models) {
    if (instance.model == nullptr) continue;
    Finished& finished = known[instance.model.get()];
    if (finished.model == nullptr) {
      auto copy = std::make_shared<world::Model>(*instance.model);
      finished.renamed = FinishModel(copy.get());
      finished.model = std::move(copy);
    }
    renamed[instance.name] = finished.renamed;
    if (!finished.renamed.name.empty()) instance.name = finished.renamed.name;
    instance.model = finished.model;
  }
  return renamed;
}

/// In a world, wrapped elements are kept elements unless the attribute `as` marks them as
/// extensions.
void UnwrapKept(world::WorldSpec* spec) {
  std::vector<Element> extensions;
  for (Element& element : spec->extensions) {
    if (element.name != kKept) {
      extensions.push_back(std::move(element));
      continue;
    }
    std::vector<Element>& list = element.Attribute("as") != nullptr ? extensions : spec->kept;
    list.insert(list.end(), element.children.begin(), element.children.end());
  }
  spec->extensions = std::move(extensions);
}

void Finisher::Finish(world::WorldSpec* spec) {
  FinishReferences(FinishModels(spec), spec);
  for (world::Light& light : spec->lights) FinishLight(&light);
  FinishPlugins(&spec->plugins);
  if (const Element* kept = FindElement(spec->physics.element.children, kKept)) {
    if (const std::string* type = kept->Attribute("type")) spec->physics.type = *type;
  }
  RestoreOriginal(&spec->physics.element);
  Rename(spec->extensions, &spec->name);
  Drop({kName, kLoneModel, "surefoot:surface_pair", "surefoot:collision_filter", "surefoot:attach",
        "surefoot:ground", "surefoot:rocks", "surefoot:arena"},
       &spec->extensions);
  UnwrapKept(spec);
}

}  // namespace

void FinishReading(world::WorldSpec* spec, bool* is_model, Problems* problems) {
  if (FindElement(spec->extensions, kLoneModel) != nullptr) *is_model = true;
  Finisher(problems).Finish(spec);
}

RigidTransform ParentPoseFromLinks(const world::Model& model, const world::Joint& joint) {
  const RigidTransform X_MJ = model.links[static_cast<std::size_t>(joint.child)].X_ML * joint.X_CJ;
  if (joint.parent == world::kWorldLink) return X_MJ;
  return model.links[static_cast<std::size_t>(joint.parent)].X_ML.Inverse() * X_MJ;
}

}  // namespace surefoot::formats
