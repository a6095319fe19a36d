#include "surefoot/formats/yaml.h"

#include <gtest/gtest.h>

namespace surefoot::formats {
namespace {

using world::Element;

/// Short text of an element: "a(b=1 c=[x y])" for a: {b: 1, c: [x, y]}.
std::string Show(const Element& element) {
  std::string text;
  std::string items;
  for (const Element& child : element.children) {
    if (child.name == "item") {
      items += (items.empty() ? "" : " ") + child.text;
      continue;
    }
    text += (text.empty() ? "" : " ") + *child.Attribute("name");
    if (!child.text.empty()) text += "=" + child.text;
    if (!child.children.empty()) text += Show(child);
  }
  if (!items.empty()) return "[" + items + "]";
  return "(" + text + ")";
}

TEST(Yaml, MappingsListsAndComments) {
  const Element root = ParseParameters(R"(# controllers
---
controller_manager:
  ros__parameters:
    update_rate: 100  # Hz
    base:
      type: 'diff_drive_controller/DiffDriveController'

base:
  ros__parameters:
    left: ["front_left", 'rear_left']
    right:
      - front_right
      - rear_right
    wrapped: [1.0, 2.0,
              3.0]
    same:
    - a#b
    "quoted: key": "x # y"
    linear.x.max: 1.5
)",
                                       "c.yaml");
  EXPECT_EQ(Show(root),
            "(controller_manager(ros__parameters(update_rate=100 "
            "base(type=diff_drive_controller/DiffDriveController))) "
            "base(ros__parameters(left[front_left rear_left] right[front_right rear_right] "
            "wrapped[1.0 2.0 3.0] same[a#b] quoted: key=x # y linear.x.max=1.5)))");
  EXPECT_EQ(root.children[1].source.line, 9);
}

TEST(Yaml, DamagedTextGivesWhatIsThere) {
  EXPECT_EQ(Show(ParseParameters("", "")), "()");
  EXPECT_EQ(Show(ParseParameters("a: [1, 2", "")), "(a[1 2])");
  EXPECT_EQ(Show(ParseParameters("a:\n- \n-\n[\n:\n]: }\nb: \"x", "")).find("(a"), 0u);
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "k:\n";
  EXPECT_FALSE(Show(ParseParameters(deep, "")).empty());
}

}  // namespace
}  // namespace surefoot::formats
