#include "surefoot/drives/legs/legs.h"

#include <algorithm>
#include <optional>

namespace surefoot::drives {
namespace {

constexpr std::size_t kMostLegs = 100;

/// Place of a leg's joint in the drive's list, or of the one that it follows one to one.
std::optional<std::size_t> PlaceOf(const DriveArgs& args, const DriveJoint& joint,
                                   const std::vector<DriveJoint>& joints) {
  const auto& mimic = joint.spec(args.world, args.model).mimic;
  const bool follows = mimic && mimic->multiplier == 1.0 && mimic->offset == 0.0;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints[i].v == joint.v || (follows && joints[i].joint == mimic->leader)) return i;
  }
  return std::nullopt;
}

/// Fills joints and angles of a leg; its own joints, empty after an error.
std::vector<DriveJoint> ReadJoints(const DriveArgs& args, const world::ElementReader& element,
                                   const std::vector<DriveJoint>& joints, Leg* leg) {
  std::vector<DriveJoint> own;
  for (const world::ElementReader& child : element.Children("joint")) {
    const std::string text = child.OwnText();
    const std::string name = text.empty() ? child.Text("name") : text;
    const auto joint = FindDriveJoint(args, child, "name", name);
    if (!joint) return {};
    const auto place = PlaceOf(args, *joint, joints);
    if (!place) {
      child.Error("name", "the joint of a leg is not among those of the drive", name,
                  "add <joint>" + name + "</joint> to the drive");
      return {};
    }
    own.push_back(*joint);
    leg->joints.push_back(*place);
    leg->q_rest.push_back(InitialPosition(args, joints[*place]));
  }
  if (own.empty()) {
    element.Error("joint", "a leg needs its joints", "", "write <joint>name</joint>, hip first");
  }
  return own;
}

}  // namespace

std::vector<Leg> ReadLegs(const DriveArgs& args, const std::vector<DriveJoint>& joints, int least) {
  const std::vector<world::ElementReader> elements = args.element.Children("leg");
  if (static_cast<int>(elements.size()) < least || elements.size() > kMostLegs) {
    args.element.Error("leg", "the drive needs at least " + std::to_string(least) + " legs",
                       std::to_string(elements.size()),
                       "write <leg><joint>hip</joint><joint>knee</joint></leg>");
    return {};
  }
  const int base = args.world.tree(args.model).bodies.front().root_link;
  std::vector<Leg> legs;
  for (const world::ElementReader& element : elements) {
    Leg leg;
    leg.name = element.Text("name", std::to_string(legs.size()));
    const std::vector<DriveJoint> own = ReadJoints(args, element, joints, &leg);
    if (own.empty()) return {};
    const auto chain = MakeLegChain(args, element, own, leg.q_rest, base);
    if (!chain) return {};
    leg.chain = *chain;
    leg.X_BF_rest = leg.chain.Foot(leg.q_rest.data());
    legs.push_back(std::move(leg));
  }
  return legs;
}

std::vector<std::size_t> JointsOf(const std::vector<Leg>& legs) {
  std::vector<std::size_t> joints;
  for (const Leg& leg : legs) {
    for (const std::size_t joint : leg.joints) {
      if (std::find(joints.begin(), joints.end(), joint) == joints.end()) joints.push_back(joint);
    }
  }
  return joints;
}

}  // namespace surefoot::drives
