#include "surefoot/serve/feeds/named_poses.h"

#include <sstream>

#include "surefoot/msgs/convert.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::serve {
namespace {

namespace si = msgs::simulation_interfaces;

std::vector<std::string> Words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

NamedPlace Read(const world::Element& element) {
  Problems ignored;
  const world::ElementReader reader(element, &ignored);
  const RigidTransform X_WP = reader.Pose("pose");
  NamedPlace place;
  place.pose.name = reader.Text("name");
  place.pose.description = reader.Text("description");
  place.pose.tags = Words(reader.Text("tags"));
  place.pose.pose = msgs::ToPose(X_WP);
  if (!reader.Has("size")) return place;
  const Vector3d half = 0.5 * reader.Vector("size", Vector3d::Zero());
  place.bounds.type_ = si::Bounds::TYPE_BOX;
  place.bounds.points = {msgs::ToVector3(X_WP.p + half), msgs::ToVector3(X_WP.p - half)};
  return place;
}

}  // namespace

std::vector<NamedPlace> NamedPlaces(const world::WorldSpec& spec) {
  std::vector<NamedPlace> places;
  for (const world::Element& element : spec.extensions) {
    if (element.name == "surefoot:named_pose") places.push_back(Read(element));
  }
  for (const world::ModelInstance& model : spec.models) {
    if (model.model->is_static) continue;
    NamedPlace place;
    place.pose.name = model.name + "_start";
    place.pose.description = "where '" + model.name + "' starts";
    place.pose.tags = {"start"};
    place.pose.pose = msgs::ToPose(model.X_WM);
    places.push_back(std::move(place));
  }
  return places;
}

}  // namespace surefoot::serve
