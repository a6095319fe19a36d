#include "surefoot/evaluation/characterize/range_samples.h"

#include <gtest/gtest.h>

namespace surefoot::gap {
namespace {

Result<RangeSamples> Read(const std::string& text, const RangeColumns& columns = {}) {
  return ParseRangeSamples(text, "data.csv", columns);
}

std::string Rows(const std::string& row, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += row + "\n";
  return text;
}

TEST(RangeSamples, AreReadWithTheirAnglesAndLosses) {
  const auto samples = Read("Distance,angle,reading\n" + Rows("10,-5,10.2", 20) +
                            "10.0000001,5,10.4\n20,0,\n20,0,nan\n20,0,inf\n");
  ASSERT_TRUE(samples.ok()) << samples.error().message;
  EXPECT_EQ(samples->samples.size(), 21u);
  EXPECT_EQ(samples->lost.size(), 3u);
  EXPECT_EQ(samples->samples[0].angle, 5.0) << "angles count from 0 on";
  const std::vector<RangePlace> places = PlacesOf(*samples);
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[0].samples.size(), 21u);
  EXPECT_EQ(places[1].lost, 3u);
}

TEST(RangeSamples, ColumnsAndLostReadingsMayBeNamed) {
  RangeColumns columns;
  columns.distance = "d_cm";
  columns.reading = "adc";
  columns.offset = "beam";
  columns.lost = {-1.0, 4095.0};
  const auto samples =
      Read("adc;d_cm;beam\n" + Rows("500;9;1", 20) + "-1;9;1\n4095;9;2\n", columns);
  ASSERT_TRUE(samples.ok()) << samples.error().message;
  EXPECT_EQ(samples->samples.size(), 20u);
  EXPECT_EQ(samples->lost.size(), 2u);
  EXPECT_EQ(samples->samples[0].offset, 1.0);
}

TEST(RangeSamples, SayWhatIsWrongAndWhere) {
  const auto error = [](const std::string& text, const RangeColumns& columns = {}) {
    const auto samples = Read(text, columns);
    EXPECT_FALSE(samples.ok()) << text;
    return samples.ok() ? "" : samples.error().message;
  };
  EXPECT_NE(error("a,b\n1,2\n").find("no column for distance, reading; it has a, b"),
            std::string::npos);
  EXPECT_NE(error("distance,reading\n" + Rows("1,2", 30) + "1,x\n").find("data.csv:32"),
            std::string::npos);
  EXPECT_NE(error("distance,reading\n" + Rows("1,2", 30) + "0,2\n").find("data.csv:32: a distance"),
            std::string::npos);
  EXPECT_NE(error("distance,reading\n,2\n").find("data.csv:2: only readings"), std::string::npos);
  EXPECT_NE(error("distance,reading\n1,2\n").find("too few"), std::string::npos);
  EXPECT_NE(error("distance,reading\n" + Rows("1e200,2", 30)).find("1e9"), std::string::npos);
  RangeColumns columns;
  columns.angle = "theta";
  EXPECT_NE(error("distance,reading\n" + Rows("1,2", 30), columns).find("theta"),
            std::string::npos);
}

}  // namespace
}  // namespace surefoot::gap
