#include <algorithm>
#include <map>

#include "surefoot/formats/grounds.h"
#include "surefoot/formats/markup.h"
#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/write/write_parts.h"

namespace surefoot::formats {
namespace {

using world::Element;

/// The newest version that libsdformat 12, and thus Gazebo Fortress, reads.
constexpr const char* kVersion = "1.9";

/// Writes a world. Names are assigned first, because relations refer to models by their written
/// names.
class WorldWriter {
 public:
  WorldWriter(const SdfWriter& writer, const world::WorldSpec& spec)
      : writer_(writer), spec_(spec) {
    SdfSiblingNames names;
    for (const world::ModelInstance& instance : spec.models) {
      model_names_.push_back(names.Take(instance.name, "model"));
    }
  }

  Element Write() const {
    Element world = MakeElement("world");
    const std::string name = IsPlainSdfName(spec_.name) ? spec_.name : "world";
    SetAttribute(&world, "name", name);
    AddSdfName(spec_.name, name, &world);
    AddSettings(&world);
    // A frame may have the name of a model, which must come first.
    const bool frames = std::any_of(spec_.kept.begin(), spec_.kept.end(),
                                    [](const Element& e) { return e.name == "frame"; });
    if (!frames) AddKeptInOrder(&world);
    for (const world::Plugin& plugin : spec_.plugins) {
      world.children.push_back(WriteSdfPlugin(plugin));
    }
    SdfSiblingNames light_names;
    for (const world::Light& light : spec_.lights) {
      world.children.push_back(WriteSdfLight(light, light_names.Take(light.name, "light")));
    }
    for (std::size_t i = 0; i < spec_.models.size(); ++i) world.children.push_back(WriteModel(i));
    if (frames) AddKeptInOrder(&world);
    AddRelations(&world);
    AddExtensions(&world);
    return world;
  }

  Element WriteModel(std::size_t index) const {
    return WriteSdfModel(writer_, spec_.models[index], model_names_[index]);
  }

 private:
  /// <physics> is omitted if all its values are defaults; gravity is always written, because other
  /// programs have other defaults.
  void AddSettings(Element* world) const {
    const world::PhysicsSpec& physics = spec_.physics;
    const world::PhysicsSpec usual;
    const bool plain =
        physics.name.empty() && physics.type.empty() && SameBits(physics.step, usual.step) &&
        SameBits(physics.real_time_factor, usual.real_time_factor) && physics.element.name.empty();
    if (!plain) world->children.push_back(WriteSdfPhysics(physics));
    AddChild(world, "gravity", NumberText(spec_.gravity_W));
    AddChild(world, "magnetic_field", NumberText(spec_.magnetic_field_W));
    if (!spec_.spherical_coordinates) return;
    const world::SphericalCoordinates& place = *spec_.spherical_coordinates;
    Element& element = AddChild(world, "spherical_coordinates");
    AddChild(&element, "surface_model", place.surface_model);
    AddChild(&element, "world_frame_orientation", "ENU");
    AddChild(&element, "latitude_deg", NumberText(place.latitude_deg));
    AddChild(&element, "longitude_deg", NumberText(place.longitude_deg));
    AddChild(&element, "elevation", NumberText(place.elevation));
    AddChild(&element, "heading_deg", NumberText(place.heading_deg));
  }

  /// False for a frame whose reference is not in the file under that name, because the model
  /// became part of another one.
  bool FindsFrames(const Element& kept) const {
    if (kept.name != "frame") return true;
    const Element* pose = kept.Child("pose");
    const std::string* named[] = {kept.Attribute("attached_to"),
                                  pose != nullptr ? pose->Attribute("relative_to") : nullptr};
    return std::all_of(std::begin(named), std::end(named), [&](const std::string* name) {
      return name == nullptr || name->empty() || IsFrame(name->substr(0, name->find("::")));
    });
  }

  /// True for a model or kept frame of the written file, or the world.
  bool IsFrame(const std::string& name) const {
    const bool model =
        std::find(model_names_.begin(), model_names_.end(), name) != model_names_.end();
    return model || name == "world" ||
           std::any_of(spec_.kept.begin(), spec_.kept.end(), [&](const Element& e) {
             const std::string* known = e.name == "frame" ? e.Attribute("name") : nullptr;
             return known != nullptr && *known == name;
           });
  }

  /// Elements in <surefoot:kept> are read after the others, so everything after the first wrapped
  /// one is wrapped too.
  void AddKeptInOrder(Element* world) const {
    const auto wrapped =
        std::find_if_not(spec_.kept.begin(), spec_.kept.end(),
                         [&](const Element& e) { return IsKeptBySdf(e.name) && FindsFrames(e); });
    world->children.insert(world->children.end(), spec_.kept.begin(), wrapped);
    if (wrapped == spec_.kept.end()) return;
    AddChild(world, "surefoot:kept").children.assign(wrapped, spec_.kept.end());
  }

  /// Relations between models, which SDF lacks, as extensions.
  void AddRelations(Element* world) const {
    for (const world::SurfacePair& pair : spec_.surface_pairs) {
      AddChild(world, "surefoot:surface_pair").attributes = {
          {"a", pair.a},
          {"b", pair.b},
          {"mu", NumberText(pair.mu)},
          {"mu2", NumberText(pair.mu2)},
          {"restitution", NumberText(pair.restitution)}};
    }
    for (const world::CollisionFilter& filter : spec_.collision_filters) {
      AddChild(world, "surefoot:collision_filter").attributes = {
          {"a", LinkName(filter.model_a, filter.link_a)},
          {"b", LinkName(filter.model_b, filter.link_b)}};
    }
    for (const world::Attachment& attachment : spec_.attachments) {
      Element& element = AddChild(world, "surefoot:attach");
      SetAttribute(&element, "name", attachment.name);
      SetAttribute(&element, "parent", LinkName(attachment.model_a, attachment.link_a));
      SetAttribute(&element, "child", LinkName(attachment.model_b, attachment.link_b));
      AddChild(&element, "surefoot:pose", PoseText(attachment.X_AB));
    }
    for (const world::GroundMaterial& ground : spec_.grounds) {
      world->children.push_back(GroundElement(ground, writer_.assets));
    }
    if (spec_.wheel_contact) {
      SetAttribute(&AddChild(world, "surefoot:ground"), "contact",
                   world::WheelContactName(*spec_.wheel_contact));
    }
  }

  /// "model::link" with the names in the file.
  std::string LinkName(const std::string& model, const std::string& link) const {
    for (std::size_t i = 0; i < spec_.models.size(); ++i) {
      if (spec_.models[i].name != model) continue;
      if (link.empty()) return model_names_[i];
      const world::Model& description = *spec_.models[i].model;
      const int index = description.FindLink(link);
      if (index < 0) break;
      return model_names_[i] + "::" + SdfModelNames(description).link(index);
    }
    writer_.problems->Error(
        Source{}, "an attachment or a collision filter refers to a link that does not exist",
        model + "::" + link);
    return model + "::" + link;
  }

  void AddExtensions(Element* world) const {
    Element holder;
    AddSdfExtensions(spec_.extensions, &holder);
    for (Element& element : holder.children) {
      if (element.name == "surefoot:kept") SetAttribute(&element, "as", "extension");
      world->children.push_back(std::move(element));
    }
  }

  const SdfWriter& writer_;
  const world::WorldSpec& spec_;
  std::vector<std::string> model_names_;
};

/// True when a model file can contain everything; some formats have gravity and the like in model
/// files.
bool HasOnlyModels(const SdfWriter& writer, const world::WorldSpec& spec) {
  if (!spec.collision_filters.empty() || !spec.attachments.empty()) return false;
  world::WorldSpec rest = spec;
  rest.models.clear();
  const world::WorldSpec plain;
  return SameMarkup(WorldWriter(writer, rest).Write(), WorldWriter(writer, plain).Write());
}

}  // namespace

/// The main file is the last one: when it exists, all files that it refers to exist.
bool WriteSdf(const world::WorldSpec& spec, const WriteContext& context,
              std::vector<WrittenFile>* files) {
  AssetFiles assets(spec, context);
  SdfWriter writer;
  writer.assets = &assets;
  writer.problems = context.problems;
  Element root = MakeElement("sdf");
  SetAttribute(&root, "version", kVersion);
  SetAttribute(&root, "xmlns:surefoot", "https://surefoot.org/sdf");
  const WorldWriter world(writer, spec);
  if (context.options.as_model) {
    if (spec.models.size() != 1) {
      return context.problems->Error(Source{}, "only a single model can be written without a world",
                                     std::to_string(spec.models.size()) + " models",
                                     "write a world");
    }
    if (HasOnlyModels(writer, spec)) {
      root.children.push_back(world.WriteModel(0));
    } else {
      root.children.push_back(world.Write());
      AddChild(&root.children.back(), "surefoot:lone_model");
    }
  } else {
    root.children.push_back(world.Write());
  }
  *files = assets.files();
  files->push_back(WrittenFile{context.path, XmlText(root), ""});
  return context.problems->ok();
}

}  // namespace surefoot::formats
