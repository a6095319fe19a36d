#include "surefoot/sensors/camera/labels.h"

#include <algorithm>
#include <optional>
#include <set>

#include "surefoot/base/text.h"

namespace surefoot::sensors {
namespace {

constexpr int kMaxLabel = 65535;

/// The number in an element's text, or in its attribute "value", which Gazebo's files may use.
std::optional<int> LabelIn(const world::Element& element) {
  const auto text = element.text.empty() && element.Attribute("value") != nullptr
                        ? *element.Attribute("value")
                        : element.text;
  int label = 0;
  bool digits = false;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      label = std::min(10 * label + (c - '0'), kMaxLabel + 1);
      digits = true;
    } else if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
      return std::nullopt;
    }
  }
  if (!digits || label > kMaxLabel) return std::nullopt;
  return label;
}

/// <surefoot:label>, or <label> of Gazebo, among the elements that a reader has kept.
std::optional<int> LabelOfExtensions(const std::vector<world::Element>& extensions) {
  for (const world::Element& extension : extensions) {
    if (extension.name == "surefoot:label" || extension.name == "label") return LabelIn(extension);
    if (extension.name != "plugin") continue;
    if (const world::Element* label = extension.Child("label")) return LabelIn(*label);
  }
  return std::nullopt;
}

/// Gazebo's label plugin, "gz-sim-label-system" or "gz::sim::systems::Label" with its older names.
bool IsLabelPlugin(const world::Plugin& plugin) {
  return plugin.filename.find("label") != std::string::npos ||
         plugin.name.find("Label") != std::string::npos;
}

std::optional<int> LabelOfPlugins(const std::vector<world::Plugin>& plugins) {
  for (const world::Plugin& plugin : plugins) {
    const world::Element* label = plugin.element.Child("label");
    if (label != nullptr && IsLabelPlugin(plugin)) return LabelIn(*label);
  }
  return std::nullopt;
}

}  // namespace

Labels::Labels(const raycast::Scene& scene) {
  const world::World& world = scene.world();
  for (int i = 0; i < scene.shape_count(); ++i) {
    const raycast::Shape& shape = scene.shape(i);
    const world::Link& link = world.link(shape.link);
    const int model = world.model_of_link(shape.link);
    std::string name = world.LinkName(shape.link);
    std::optional<int> label;
    if (!shape.is_collision) {
      const world::Visual& visual = link.visuals[static_cast<std::size_t>(shape.index)];
      label = LabelOfExtensions(visual.extensions);
      if (label) name += "::" + visual.name;
    }
    if (!label) label = LabelOfExtensions(link.extensions);
    if (!label) label = LabelOfPlugins(link.plugins);
    // From the innermost to the outermost: visual, link, model.
    int first_link = shape.link;
    if (!label) {
      name = world.instance(model).name;
      first_link = world.layout(model).links.first;
      label = LabelOfExtensions(world.model(model).extensions);
      if (!label) label = LabelOfPlugins(world.model(model).plugins);
    }
    thing_of_shape_.push_back(label.value_or(0) > 0 ? ThingFor(name, *label, first_link) : 0);
  }
}

int Labels::ThingFor(const std::string& name, int label, int link) {
  const auto known = std::find_if(things_.begin(), things_.end(), [&](const LabelledThing& thing) {
    return thing.name == name && thing.link == link;
  });
  if (known != things_.end()) return static_cast<int>(known - things_.begin()) + 1;
  things_.push_back(LabelledThing{name, label, link});
  return static_cast<int>(things_.size());
}

void CheckLabels(const world::World& world, Problems* problems) {
  const auto check = [problems](const std::vector<world::Element>& extensions) {
    for (const world::Element& extension : extensions) {
      if (extension.name != "surefoot:label" || LabelIn(extension)) continue;
      problems->Error(extension.source, "a label must be a whole number from 0 to 65535",
                      extension.text);
    }
  };
  for (int i = 0; i < world.model_count(); ++i) {
    check(world.model(i).extensions);
    for (const world::Link& link : world.model(i).links) {
      check(link.extensions);
      for (const world::Visual& visual : link.visuals) check(visual.extensions);
    }
  }
}

// Labels sorted without duplicates, so that equal worlds have equal legends.
std::string Labels::Legend() const {
  std::set<int> labels;
  for (const LabelledThing& thing : things_) labels.insert(thing.label);
  std::string legend = "{\"labels\": [";
  for (const int label : labels) {
    legend += (legend.back() == '[' ? "" : ", ") + std::to_string(label);
  }
  legend += "], \"instances\": [";
  for (std::size_t i = 0; i < things_.size(); ++i) {
    legend += std::string(i == 0 ? "" : ", ") + "{\"id\": " + std::to_string(i + 1) +
              ", \"label\": " + std::to_string(things_[i].label) +
              ", \"name\": " + Quoted(things_[i].name) + "}";
  }
  return legend + "]}";
}

const std::vector<std::int32_t>& ShapeImage::Trace(const raycast::Scene& scene,
                                                   const RigidTransform& X_WS) {
  constexpr auto kWidth = static_cast<std::size_t>(raycast::kPacketRays);
  if (rays_.x.empty()) rays_ = model_.MakeRays();
  shapes_.resize(rays_.x.size());
  const Eigen::Matrix3f R = (X_WS.q * CameraModel::R_SO()).toRotationMatrix().cast<float>();
  const Eigen::Vector3f origin = scene.ToScene(X_WS.p);
  const auto near_clip = static_cast<float>(model_.near_clip());
  const auto far_clip = static_cast<float>(model_.far_clip());
  raycast::RayPacket packet;
  raycast::RayMask mask;
  for (std::size_t first = 0; first < shapes_.size(); first += kWidth) {
    const std::size_t count = std::min(kWidth, shapes_.size() - first);
    for (std::size_t i = 0; i < kWidth; ++i) {
      const std::size_t ray = first + std::min(i, count - 1);
      const Eigen::Vector3f way_O(rays_.x[ray], rays_.y[ray], rays_.z[ray]);
      const Eigen::Vector3f way = R * way_O;
      const float slope = 1.0F / std::max(way_O.z(), 0.2F);
      mask.valid[i] = i < count && way_O.squaredNorm() > 0.25F ? -1 : 0;
      packet.origin_x[i] = origin.x();
      packet.origin_y[i] = origin.y();
      packet.origin_z[i] = origin.z();
      packet.direction_x[i] = way.x();
      packet.direction_y[i] = way.y();
      packet.direction_z[i] = way.z();
      packet.near[i] = slope * near_clip;
      packet.distance[i] = slope * far_clip;
    }
    scene.Cast(mask, &packet);
    for (std::size_t i = 0; i < count; ++i) {
      shapes_[first + i] = mask.valid[i] != 0 ? packet.shape[i] : -1;
    }
  }
  return shapes_;
}

}  // namespace surefoot::sensors
