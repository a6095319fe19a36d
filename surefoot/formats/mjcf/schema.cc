#include "surefoot/formats/mjcf/schema.h"

#include <algorithm>
#include <cstring>

#include "surefoot/base/items.h"
#include "surefoot/formats/parse.h"

namespace surefoot::formats::mjcf {
namespace {

/// The attributes of one kind of element, as words separated by spaces. A constexpr table instead
/// of a map: it needs no construction at start-up.
struct Known {
  const char* key;
  /// Attributes that are read and used.
  const char* used;
  /// Attributes that only one engine or other programs use: kept in the description.
  const char* kept;
  /// Attributes without effect; a warning names them.
  const char* ignored;
};

/// Attributes that several elements share. Macros, so that the compiler joins the string literals.
#define SUREFOOT_POSE "pos quat axisangle xyaxes zaxis euler "
#define SUREFOOT_TRANSMISSION                                                                    \
  "lengthrange cranklength jointinparent tendon slidersite cranksite site refsite body damping " \
  "armature "
#define SUREFOOT_ACTUATOR "name class joint ctrlrange ctrllimited forcerange forcelimited gear "
#define SUREFOOT_CONTROL "nsample interp delay user group "

constexpr Known kKnown[] = {
    {"compiler",
     "autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle "
     "fitaabb eulerseq meshdir texturedir assetdir inertiafromgeom inertiagrouprange "
     "exactmeshinertia",
     "discardvisual usethread fusestatic saveinertial conflict convexhull", "alignfree"},
    {"option", "timestep gravity magnetic",
     "impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance o_margin "
     "o_solref o_solimp o_friction integrator collision cone jacobian solver iterations "
     "ls_iterations noslip_iterations ccd_iterations mpr_iterations mpr_tolerance sdf_iterations "
     "sdf_initpoints apirate",
     "wind density viscosity actuatorgroupdisable"},
    {"mesh",
     "name class file vertex face texcoord normal refpos refquat scale inertia content_type",
     "maxhullvert smoothnormal material", "builtin params"},
    {"hfield", "name file nrow ncol size elevation content_type", "", ""},
    {"texture", "name type file builtin rgb1 rgb2 gridlayout content_type",
     "colorspace gridsize fileright fileleft fileup filedown filefront fileback mark markrgb "
     "random width height hflip vflip nchannel",
     ""},
    {"material", "name class texture emission specular rgba",
     "texrepeat texuniform shininess reflectance metallic roughness", ""},
    {"model", "name file content_type", "", ""},
    {"body", "name childclass mocap gravcomp " SUREFOOT_POSE, "user sleep simple", ""},
    {"frame", "name childclass " SUREFOOT_POSE, "", ""},
    {"replicate", "count offset euler sep childclass", "", ""},
    {"attach", "model body frame prefix", "", ""},
    {"inertial", "mass diaginertia fullinertia " SUREFOOT_POSE, "", ""},
    {"joint",
     "name class type pos axis limited stiffness range actuatorfrclimited actuatorfrcrange ref "
     "springref armature damping frictionloss",
     "group solreflimit solimplimit solreffriction solimpfriction margin user actuatorgravcomp",
     "springdamper"},
    {"freejoint", "name", "group align", ""},
    {"geom",
     "name class type contype conaffinity condim group priority size material friction mass "
     "density shellinertia fromto hfield mesh fitscale rgba " SUREFOOT_POSE,
     "solmix solref solimp margin gap user", "fluidshape fluidcoef surfacevel adhesion"},
    {"site", "name class fromto " SUREFOOT_POSE, "type group material size rgba user", ""},
    {"camera", "name class fovy resolution mode target focal sensorsize " SUREFOOT_POSE,
     "projection ipd output focalpixel principal principalpixel user", ""},
    {"light", "name class directional type castshadow active pos dir diffuse specular mode target",
     "bulbradius intensity range attenuation cutoff softness exponent ambient texture", ""},
    {"pair", "name class geom1 geom2 condim friction", "solref solreffriction solimp gap margin",
     "adhesion"},
    {"exclude", "name body1 body2", "", ""},
    {"equality", "active name class", "solref solimp", ""},
    {"connect", "name class active body1 body2 anchor site1 site2", "solref solimp", ""},
    {"weld", "name class active body1 body2 relpose anchor site1 site2",
     "solref solimp torquescale", ""},
    {"equality/joint", "name class active joint1 joint2 polycoef", "solref solimp", ""},
    {"equality/tendon", "name class active tendon1 tendon2 polycoef", "solref solimp", ""},
    {"tendon", "range limited",
     "group solreflimit solimplimit solreffriction solimpfriction frictionloss springlength width "
     "material margin stiffness damping armature rgba user actuatorfrclimited actuatorfrcrange",
     ""},
    {"fixed", "name class range limited",
     "group solreflimit solimplimit solreffriction solimpfriction frictionloss springlength margin "
     "stiffness damping armature user actuatorfrclimited actuatorfrcrange",
     ""},
    {"general",
     SUREFOOT_ACTUATOR "dyntype gaintype biastype gainprm biasprm " SUREFOOT_TRANSMISSION,
     SUREFOOT_CONTROL "actlimited actrange actdim dynprm actearly input velrange ffrange", ""},
    {"motor", SUREFOOT_ACTUATOR SUREFOOT_TRANSMISSION, SUREFOOT_CONTROL, ""},
    {"position", SUREFOOT_ACTUATOR "kp inheritrange " SUREFOOT_TRANSMISSION,
     SUREFOOT_CONTROL "kv dampratio timeconst", ""},
    {"velocity", SUREFOOT_ACTUATOR "kv " SUREFOOT_TRANSMISSION, SUREFOOT_CONTROL, ""},
    {"intvelocity",
     SUREFOOT_ACTUATOR "kp kv actrange actlimited inheritrange " SUREFOOT_TRANSMISSION,
     SUREFOOT_CONTROL "dampratio", ""},
    {"damper", SUREFOOT_ACTUATOR "kv " SUREFOOT_TRANSMISSION, SUREFOOT_CONTROL, ""},
    {"cylinder", SUREFOOT_ACTUATOR "timeconst area diameter bias " SUREFOOT_TRANSMISSION,
     SUREFOOT_CONTROL, ""},
    {"muscle", SUREFOOT_ACTUATOR SUREFOOT_TRANSMISSION,
     SUREFOOT_CONTROL "timeconst tausmooth range force scale lmin lmax vmax fpmax fvmax", ""},
    {"adhesion", "name class body ctrlrange ctrllimited forcerange forcelimited gain",
     SUREFOOT_CONTROL, ""},
    {"dcmotor", "name class joint ctrlrange ctrllimited gear " SUREFOOT_TRANSMISSION,
     SUREFOOT_CONTROL
     "motorconst resistance nominal saturation inductance cogging controller thermal lugre input",
     ""},
    {"pid", SUREFOOT_ACTUATOR "kp inheritrange " SUREFOOT_TRANSMISSION,
     SUREFOOT_CONTROL "posrange velrange ffrange kv dampratio ki imax slewmax input", ""},
    {"orientation", "name class joint ctrlrange forcerange forcelimited kp " SUREFOOT_TRANSMISSION,
     SUREFOOT_CONTROL "kv dampratio input", ""},
    {"key", "name time qpos qvel act mpos mquat ctrl", "", ""},
};

/// The sections of <mujoco>.
constexpr const char* kSections =
    "compiler option size statistic visual default custom extension asset worldbody contact "
    "deformable equality tendon actuator sensor keyframe";

const Known* Find(const std::string& key) {
  return FindIf(kKnown, [&](const Known& known) { return key == known.key; });
}

/// True when `word` is one of the `words` separated by spaces.
bool Contains(const char* words, const std::string& word) {
  const std::size_t length = word.size();
  for (const char* at = std::strstr(words, word.c_str()); at != nullptr && length > 0;
       at = std::strstr(at + 1, word.c_str())) {
    const bool starts = at == words || at[-1] == ' ';
    if (starts && (at[length] == ' ' || at[length] == '\0')) return true;
  }
  return false;
}

}  // namespace

bool IsActuator(const std::string& element_name) {
  return Contains(
      "general motor position velocity intvelocity damper cylinder muscle adhesion dcmotor pid "
      "orientation",
      element_name);
}

/// Attributes with a namespace prefix belong to other programs and are not checked.
void CheckAttributes(const Node& node, const std::string& key, Reader* reader) {
  const Known* known = Find(key);
  if (known == nullptr) return;
  for (const auto& [name, value] : node.attributes) {
    if (Contains(known->used, name) || Contains(known->kept, name)) continue;
    if (name.find(':') != std::string::npos || name == "xmlns") continue;
    const std::string kind = "attribute " + key + " " + name;
    if (Contains(known->ignored, name)) {
      reader->WarnOnce(kind, SourceOf(node, name.c_str()),
                       "this attribute of <" + node.name + "> has no effect here", value);
      continue;
    }
    const std::string all = std::string(known->used) + " " + known->kept + " " + known->ignored;
    reader->WarnOnce(kind, SourceOf(node),
                     "<" + node.name + "> has no attribute of this name; it is ignored", name,
                     NameAdvice(name, SplitWords(all)));
  }
}

void CheckDefault(const Node& node, Reader* reader) {
  static const std::vector<std::string> kinds = {
      "mesh",     "material", "joint",       "geom",     "site",       "camera",
      "light",    "pair",     "equality",    "tendon",   "general",    "motor",
      "position", "velocity", "damper",      "cylinder", "muscle",     "adhesion",
      "pid",      "dcmotor",  "intvelocity", "plugin",   "orientation"};
  if (std::find(kinds.begin(), kinds.end(), node.name) == kinds.end()) {
    WarnUnknownChild(node, kinds, reader);
    return;
  }
  CheckAttributes(node, node.name, reader);
}

/// Sections whose content cannot be simulated are reported here, because no other reader opens
/// them.
void CheckSections(const Node& root, Reader* reader) {
  for (const Node& child : root.children) {
    if (!Contains(kSections, child.name)) {
      if (child.name.find(':') == std::string::npos) {
        WarnUnknownChild(child, SplitWords(kSections), reader);
      }
      continue;
    }
    if (child.name == "compiler" || child.name == "option") {
      CheckAttributes(child, child.name, reader);
    }
    if (child.name == "asset") {
      for (const Node& asset : child.children) CheckAttributes(asset, asset.name, reader);
    }
    if (child.name == "deformable") {
      reader->has_gaps = true;
      for (const Node& part : child.children) {
        reader->WarnUnused(part, "is ignored: deformable bodies are not simulated");
      }
    }
    if (child.name == "extension") {
      for (const Node& part : child.children) {
        reader->WarnUnused(part, "is not loaded: MuJoCo plugins are not supported");
      }
    }
  }
}

void WarnUnknownChild(const Node& child, const std::vector<std::string>& known, Reader* reader) {
  const std::string parent = child.parent != nullptr ? child.parent->name : "mujoco";
  reader->WarnOnce("child " + parent + " " + child.name, SourceOf(child),
                   "<" + parent + "> does not accept this element; it is ignored", child.name,
                   NameAdvice(child.name, known));
}

world::Element KeptAttributes(const Attributes& attributes, const std::string& key) {
  world::Element element;
  element.name = "mujoco:" + attributes.node().name;
  element.source = attributes.source();
  const Known* known = Find(key);
  if (known == nullptr) return element;
  for (const std::string& name : SplitWords(known->kept)) {
    const std::string value = attributes.Text(name.c_str());
    if (attributes.Has(name.c_str())) element.attributes.emplace_back(name, value);
  }
  return element;
}

}  // namespace surefoot::formats::mjcf
