#include "surefoot/evaluation/recordings/column_map.h"

#include <gmock/gmock.h>

#include <numbers>

namespace surefoot::gap {
namespace {

using testing::HasSubstr;

TEST(ColumnMap, ExpressionsAreAffine) {
  const auto check = [](const char* text, const char* column, double factor, double offset) {
    const Result<ColumnExpression> expression = ParseColumnExpression(text);
    ASSERT_TRUE(expression.ok()) << text << ": " << expression.error().message;
    EXPECT_EQ(expression->column, column) << text;
    EXPECT_DOUBLE_EQ(expression->factor, factor) << text;
    EXPECT_DOUBLE_EQ(expression->offset, offset) << text;
  };
  check("t_s", "t_s", 1.0, 0.0);
  check("x_cm*0.01", "x_cm", 0.01, 0.0);
  check("0.91-y_cm*0.01", "y_cm", -0.01, 0.91);
  check("0.91 - 0.01 * y_cm / 2", "y_cm", -0.005, 0.91);
  check("-yaw*deg", "yaw", -std::numbers::pi / 180.0, 0.0);
  check("[my, column (cm)]/100+1e-1", "my, column (cm)", 0.01, 0.1);
  check("pose.position.x", "pose.position.x", 1.0, 0.0);
}

TEST(ColumnMap, WrongExpressionsSayWhatIsAccepted) {
  for (const auto& [text, what] : {std::pair("", "something is missing"),
                                   {"x+y", "more than one column"},
                                   {"x*y", "more than one column"},
                                   {"1/x", "a column cannot divide"},
                                   {"x/0", "divides by 0"},
                                   {"1+2", "names no column"},
                                   {"x*", "something is missing"},
                                   {"[x", "not closed"},
                                   {"[]", "a name is empty"},
                                   {"x)", "is not expected"},
                                   {"x*1e999", "a number cannot be read"},
                                   {"x & y", "is not expected"}}) {
    const Result<ColumnExpression> expression = ParseColumnExpression(text);
    ASSERT_FALSE(expression.ok()) << text;
    EXPECT_THAT(expression.error().message, HasSubstr(what)) << text;
    EXPECT_THAT(expression.error().message, HasSubstr("x=x_cm*0.01")) << text;
  }
}

TEST(ColumnMap, MapsNameColumnsUnitsAndRows) {
  const Result<ColumnMap> map =
      ParseColumnMap("t=t_s, x=x_cm*0.01,y=0.91-y_cm*0.01,battery:V=[u, V],skip=5");
  ASSERT_TRUE(map.ok()) << map.error().message;
  ASSERT_EQ(map->entries.size(), 4u);
  EXPECT_EQ(map->entries[3].name, "battery");
  EXPECT_EQ(map->entries[3].unit, "V");
  EXPECT_EQ(map->entries[3].expression.column, "u, V");
  EXPECT_EQ(map->skip, 5);
  EXPECT_EQ(map->Find("heading"), nullptr);
}

TEST(ColumnMap, PresetsAreMaps) {
  for (const std::string& name : ColumnPresets()) EXPECT_TRUE(ParseColumnMap(name).ok()) << name;
}

TEST(ColumnMap, WrongMapsAreRefused) {
  for (const auto& [text, what] : {std::pair("centaur", "is not a preset (there is centurion)"),
                                   {"t=t,x=x", "no column for y"},
                                   {"t=t,x=x,y=y,x=z", "x is there twice"},
                                   {"t=t,x=x,y=y,skip=-1", "not a number of rows"},
                                   {"t=t,x=x,y=y,", "has no ="},
                                   {"=3", "names nothing"}}) {
    const Result<ColumnMap> map = ParseColumnMap(text);
    ASSERT_FALSE(map.ok()) << text;
    EXPECT_THAT(map.error().message, HasSubstr(what)) << text;
  }
}

}  // namespace
}  // namespace surefoot::gap
