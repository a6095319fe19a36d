#include "surefoot/formats/fields.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace surefoot::formats {
namespace {

using Json = nlohmann::ordered_json;

struct Wheel {
  std::string name;
  double radius = 0.0;
  std::vector<int> loads;
  bool driven = false;
};

double Doubled(double value) { return 2.0 * value; }

TEST(Fields, AreNamedAsTheMembersAndInTheGivenOrder) {
  const Wheel wheel{"left", 0.5, {1, 2}, true};
  const Json json = {{"first", 1}, SUREFOOT_FIELDS(wheel, loads, name, driven), {"last", 2}};
  EXPECT_EQ(json.dump(), R"({"first":1,"loads":[1,2],"name":"left","driven":true,"last":2})");
  EXPECT_EQ((Json{SUREFOOT_FIELDS(wheel, name), SUREFOOT_FIELDS_AS(Doubled, wheel, radius)}).dump(),
            R"({"name":"left","radius":1.0})");
}

TEST(Fields, AreReadBack) {
  const Wheel wheel{"left", 0.5, {1, 2}, true};
  const Json json = {SUREFOOT_FIELDS(wheel, name, radius, loads, driven)};
  Wheel read;
  SUREFOOT_GET_FIELDS(json, read, name, radius, loads, driven);
  EXPECT_EQ(read.name, "left");
  EXPECT_EQ(read.radius, 0.5);
  EXPECT_EQ(read.loads, wheel.loads);
  EXPECT_TRUE(read.driven);
  EXPECT_THROW(SUREFOOT_GET_FIELDS(Json::object(), read, name), Json::exception);
}

TEST(Fields, MayBeMany) {
  struct {
    int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12;
  } many;
  const Json json = {SUREFOOT_FIELDS(many, a, b, c, d, e, f, g, h, i, j, k, l),
                     SUREFOOT_FIELDS(many, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
                                     a, a, a, a, a, a, a, a)};
  EXPECT_EQ(json.at("l"), 12);
}

}  // namespace
}  // namespace surefoot::formats
