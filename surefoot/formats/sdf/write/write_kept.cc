/// Writes what is kept as in its file: sensors, lights, plugins, materials, physics. SDF's
/// elements are set to the values of the description; if the result differs from the kept element,
/// the latter is written too, in <surefoot:kept>.

#include <algorithm>
#include <functional>

#include "surefoot/base/items.h"
#include "surefoot/formats/markup.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/schema/schema.h"
#include "surefoot/formats/sdf/write/write_parts.h"

namespace surefoot::formats {
namespace {

using world::Element;

/// The reader's functions work on nodes, and the writer uses them to see what a reader would read.
SdfNode ToNode(const Element& element) {
  SdfNode node;
  node.name = element.name;
  node.text = element.text;
  node.attributes = element.attributes;
  for (const Element& child : element.children) node.children.push_back(ToNode(child));
  return node;
}

/// Removes what the schema has marked as unknown, except elements with a namespace prefix.
Element WithoutUnknown(const Element& element, const SdfNode& node) {
  Element known = element;
  known.children.clear();
  for (std::size_t i = 0; i < element.children.size(); ++i) {
    const bool prefixed = element.children[i].name.find(':') != std::string::npos;
    if (node.children[i].foreign && !prefixed) continue;
    known.children.push_back(prefixed ? element.children[i]
                                      : WithoutUnknown(element.children[i], node.children[i]));
  }
  return known;
}

/// The kept element as far as SDF defines it; an empty element when it is something else, such as
/// a material of URDF. `around` are the elements that enclose it.
Element Begin(const Element& kept, const std::string& name,
              const std::vector<std::string>& around) {
  if (kept.name != name) return MakeElement(name);
  SdfNode root;
  root.name = "sdf";
  SdfNode* node = &root;
  for (const std::string& outer : around) {
    node->children.emplace_back().name = outer;
    node = &node->children.back();
    node->SetAttribute("name", outer);
  }
  node->children.push_back(ToNode(kept));
  Problems problems;
  CheckSdf(SdfVersion{1, 9}, "", &root, &problems);
  for (const Problem& problem : problems.all()) {
    const bool inside = problem.source.element.find("/" + name) != std::string::npos;
    if (inside && problem.severity == Severity::kError) return MakeElement(name);
  }
  return WithoutUnknown(kept, node->children.back());
}

Element* FindChild(Element* element, const std::string& name) {
  return FindIf(element->children, [&](Element& child) { return child.name == name; });
}

/// Sets the first child of that name to `made`, or removes it when `made` is nullptr. An existing
/// child for which `reads` is true is kept as written.
void SetChild(const std::string& name, const std::function<bool(const Element*)>& reads,
              const Element* made, Element* element) {
  Element* child = FindChild(element, name);
  if (reads(child)) return;
  if (child != nullptr && made != nullptr) {
    *child = *made;
  } else if (made != nullptr) {
    element->children.insert(element->children.begin(), *made);
  } else {
    std::erase_if(element->children, [&](const Element& e) { return e.name == name; });
  }
}

/// A pose with relative_to or frame is replaced: the names it refers to may not be in the file.
void SetPose(const RigidTransform& X, Element* element) {
  const auto reads = [&](const Element* pose) {
    if (pose == nullptr) return SameBits(X, RigidTransform());
    const std::string* relative_to = pose->Attribute("relative_to");
    if (relative_to != nullptr && !relative_to->empty()) return false;
    if (pose->Attribute("frame") != nullptr) return false;
    const SdfNode node = ToNode(*pose);
    return SameBits(RawPose(&node), X);
  };
  Element holder;
  AddSdfPose(X, &holder);
  SetChild("pose", reads, holder.children.empty() ? nullptr : &holder.children.front(), element);
}

/// `usual` is the value that a reader assumes when the element is absent.
void SetNumber(const std::string& name, double value, double usual, Element* element) {
  const auto reads = [&](const Element* child) {
    const auto read = child != nullptr ? ParseQuietly(ParseLimit, child->text) : usual;
    return read && SameBits(*read, value);
  };
  const Element made = MakeElement(name, NumberText(value));
  SetChild(name, reads, &made, element);
}

void SetFlag(const std::string& name, bool value, Element* element) {
  const auto reads = [&](const Element* child) {
    const auto read = child != nullptr ? ParseQuietly(ParseBool, child->text) : false;
    return read && *read == value;
  };
  const Element made = MakeElement(name, value ? "true" : "false");
  SetChild(name, reads, &made, element);
}

void SetText(const std::string& name, const std::string& value, Element* element) {
  const auto reads = [&](const Element* child) {
    return (child != nullptr ? Trimmed(child->text) : "") == value;
  };
  const Element made = MakeElement(name, value);
  SetChild(name, reads, value.empty() ? nullptr : &made, element);
}

/// Does not add an attribute that is absent and empty.
void SetAttributeTo(const std::string& key, const std::string& value, Element* element) {
  const std::string* known = element->Attribute(key);
  if ((known != nullptr ? *known : std::string()) != value) SetAttribute(element, key, value);
}

/// Adds the kept element in <surefoot:kept>.
Element& AddKept(const Element& kept, Element* element) {
  Element& wrapper = AddChild(element, "surefoot:kept");
  if (!kept.name.empty()) wrapper.children.push_back(kept);
  return wrapper;
}

void KeepUnlessSame(const Element& kept, Element* element) {
  if (!SameMarkup(*element, kept)) AddKept(kept, element);
}

bool SameColour(const Eigen::Vector4d& a, const Eigen::Vector4d& b) {
  return std::equal(a.data(), a.data() + 4, b.data(),
                    [](double x, double y) { return SameBits(x, y); });
}

/// The material that the reader would read from the element.
world::Material ReadBack(const Element& element) {
  Problems ignored;
  const UriResolver nowhere;
  ReadContext read;
  read.resolver = &nowhere;
  read.problems = &ignored;
  const SdfSources sources({SdfSources::File{}}, &ignored);
  SdfNode visual;
  visual.name = "visual";
  visual.children.push_back(ToNode(element));
  return ReadSdfMaterial(SdfContext(read, sources), visual).value_or(world::Material());
}

/// A colour that reads correctly is left as written.
void SetColours(const world::Material& material, Element* element) {
  const world::Material read = ReadBack(*element);
  const struct {
    const char* name;
    const Eigen::Vector4d& is;
    const Eigen::Vector4d& requested;
  } colours[] = {{"emissive", read.emissive, material.emissive},
                 {"specular", read.specular, material.specular},
                 {"diffuse", read.diffuse, material.diffuse},
                 {"ambient", read.ambient, material.ambient}};
  // Ambient and diffuse are defaults for each other, so both are written or neither.
  const bool main =
      SameColour(read.diffuse, material.diffuse) && SameColour(read.ambient, material.ambient);
  for (const auto& colour : colours) {
    const bool is_main = colour.name[0] == 'd' || colour.name[0] == 'a';
    const bool same = is_main ? main : SameColour(colour.is, colour.requested);
    const Element made = MakeElement(colour.name, NumberText(colour.requested));
    SetChild(
        colour.name, [&](const Element*) { return same; }, &made, element);
  }
}

/// In the <pbr> workflow that the element already has, else in "metal".
void SetTexture(const SdfWriter& writer, const world::Material& material, Element* element) {
  if (material.texture.empty()) return;
  const std::string uri = writer.assets->UriOf(material.texture);
  Element* pbr = FindChild(element, "pbr");
  if (pbr == nullptr) pbr = &AddChild(element, "pbr");
  Element* flow = FindChild(pbr, "metal");
  if (flow == nullptr) flow = FindChild(pbr, "specular");
  if (flow == nullptr) flow = &AddChild(pbr, "metal");
  SetText("albedo_map", uri, flow);
}

}  // namespace

Element WriteSdfSensor(const world::Sensor& sensor, const RigidTransform& X_PS,
                       const std::string& name) {
  Element element = Begin(sensor.element, "sensor", {"model", "link"});
  SetAttributeTo("name", name, &element);
  SetAttributeTo("type", sensor.type, &element);
  SetText("topic", sensor.topic, &element);
  SetFlag("visualize", sensor.visualize, &element);
  SetFlag("always_on", sensor.always_on, &element);
  SetNumber("update_rate", sensor.update_rate, 0.0, &element);
  SetPose(X_PS, &element);
  AddSdfName(sensor.name, name, &element);
  KeepUnlessSame(sensor.element, &element);
  return element;
}

Element WriteSdfLight(const world::Light& light, const std::string& name) {
  Element element = Begin(light.element, "light", {"model", "link"});
  SetAttributeTo("name", name, &element);
  SetAttributeTo("type", light.type, &element);
  SetPose(light.X_PL, &element);
  AddSdfName(light.name, name, &element);
  KeepUnlessSame(light.element, &element);
  return element;
}

Element WriteSdfPlugin(const world::Plugin& plugin) {
  Element element = Begin(plugin.element, "plugin", {"model"});
  // SDF requires both attributes.
  SetAttribute(&element, "name", plugin.name);
  SetAttribute(&element, "filename", plugin.filename);
  KeepUnlessSame(plugin.element, &element);
  return element;
}

/// A material from URDF or MJCF is written in SDF's elements, and its original is kept beside
/// them.
Element WriteSdfMaterial(const SdfWriter& writer, const world::Material& material) {
  Element element = Begin(material.element, "material", {"model", "link", "visual"});
  // Materials have names in URDF, but not in SDF.
  element.attributes.clear();
  SetColours(material, &element);
  SetTexture(writer, material, &element);
  const bool same = SameMarkup(element, material.element);
  if (same && ReadBack(element).name == material.name) return element;
  Element& kept = AddKept(material.element, &element);
  if (!material.name.empty()) SetAttribute(&kept, "name", material.name);
  return element;
}

Element WriteSdfPhysics(const world::PhysicsSpec& physics) {
  Element element = Begin(physics.element, "physics", {"world"});
  SetAttributeTo("name", physics.name, &element);
  SetAttributeTo("type", physics.type.empty() ? "ode" : physics.type, &element);
  const world::PhysicsSpec usual;
  SetNumber("real_time_factor", physics.real_time_factor, usual.real_time_factor, &element);
  SetNumber("max_step_size", physics.step, usual.step, &element);
  if (SameMarkup(element, physics.element)) return element;
  Element& kept = AddKept(physics.element, &element);
  // SDF requires a type.
  if (physics.type.empty()) SetAttribute(&kept, "type", "");
  return element;
}

}  // namespace surefoot::formats
