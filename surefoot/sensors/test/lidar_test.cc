#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/raycast/test/brute_force.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/test/run_sensors.h"

namespace surefoot::sensors {
namespace {

using msgs::sensor_msgs::LaserScan;
using msgs::sensor_msgs::PointCloud2;
using raycast::test::FindNearest;
using raycast::test::Nearest;
using test::Inbox;
using test::MakeCarrier;
using test::MakeSensor;
using test::SensorRun;

constexpr double kPi = 3.14159265358979323846;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::string Markup(const std::string& extras, int columns = 360, int rings = 1,
                   const std::string& rays = "") {
  return "<sensor name=\"laser\" type=\"lidar\"><update_rate>10</update_rate><lidar><scan>"
         "<horizontal><samples>" +
         std::to_string(columns) +
         "</samples><min_angle>-3</min_angle><max_angle>3</max_angle></horizontal>"
         "<vertical><samples>" +
         std::to_string(rings) + "</samples><min_angle>" + (rings > 1 ? "-0.4" : "0") +
         "</min_angle><max_angle>0.5</max_angle></vertical></scan>"
         "<range><min>0.2</min><max>50</max></range>" +
         rays + "</lidar>" + extras + "</sensor>";
}

/// A robot with the sensor in front of an infinite wall at x = 5, perpendicular to x.
world::WorldSpec WallWorld(const std::string& markup, double x = 5.0) {
  world::WorldSpec spec;
  spec.models.push_back(
      world::ModelInstance{"robot", RigidTransform(), MakeCarrier(MakeSensor(markup))});
  auto wall = std::make_shared<world::Model>();
  wall->name = "wall";
  wall->is_static = true;
  world::Link& link = wall->links.emplace_back();
  link.name = "link";
  world::Visual& visual = link.visuals.emplace_back();
  visual.name = "visual";
  visual.geometry = world::Box{Vector3d(1.0, 400.0, 400.0)};
  visual.material = world::Material();
  visual.material->diffuse = Eigen::Vector4d(0.5, 0.5, 0.5, 1.0);
  spec.models.push_back(
      world::ModelInstance{"wall", RigidTransform(Vector3d(x + 0.5, 0.0, 0.0)), wall});
  return spec;
}

std::shared_ptr<const world::World> Make(const world::WorldSpec& spec) {
  return world::MakeWorld(spec, nullptr).value();
}

/// A field of a point in a cloud.
float Value(const PointCloud2& cloud, std::size_t point, std::size_t offset) {
  float value = 0.0F;
  std::memcpy(&value, &cloud.data[point * cloud.point_step + offset], sizeof value);
  return value;
}

TEST(LidarTest, ScansAgreeWithBruteForce) {
  int compared = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    const Vector3d middle = seed % 3 == 0 ? Vector3d(3e5, 2e6, 10.0) : Vector3d::Zero();
    world::WorldSpec spec = raycast::test::AnyWorld(10, middle, &random);
    const RigidTransform X_LS = raycast::test::AnyPose(0.2, &random);
    RigidTransform X_WM = raycast::test::AnyPose(1.0, &random);
    X_WM.p += middle;
    spec.models.push_back(world::ModelInstance{
        "robot", X_WM, MakeCarrier(MakeSensor(Markup("<organised>1</organised>", 45, 7), X_LS))});
    SensorRun run(Make(spec));
    const Inbox<PointCloud2> inbox(&run, "/robot/points");
    run.StepTo(0.1);
    ASSERT_EQ(inbox.messages.size(), 1u);
    const PointCloud2& cloud = inbox.messages[0];
    ASSERT_EQ(cloud.width, 45u);
    ASSERT_EQ(cloud.height, 7u);
    const RigidTransform X_WS = X_WM * X_LS;
    for (std::size_t i = 0; i < 45 * 7; ++i) {
      const double azimuth = -3.0 + 6.0 * static_cast<double>(i % 45) / 44.0;
      const double elevation = -0.4 + 0.9 * static_cast<double>(i / 45) / 6.0;
      const Vector3d d_S(std::cos(azimuth) * std::cos(elevation),
                         std::sin(azimuth) * std::cos(elevation), std::sin(elevation));
      const Nearest nearest = FindNearest(run.world(), run.state().X_WL, X_WS.p, X_WS.q * d_S, 0.2);
      const double slant = std::abs(nearest.normal_W.dot(X_WS.q * d_S));
      if (nearest.margin < 1e-3 || slant < 0.05 || std::abs(nearest.distance - 50.0) < 0.1)
        continue;
      const Vector3d p_S(Value(cloud, i, 0), Value(cloud, i, 4), Value(cloud, i, 8));
      if (nearest.distance > 50.0) {
        EXPECT_TRUE(std::isnan(p_S.x()));
        continue;
      }
      // Another robot may be nearer than min_range: such a ray has no point.
      if (std::isnan(p_S.x())) {
        EXPECT_LT(FindNearest(run.world(), run.state().X_WL, X_WS.p, X_WS.q * d_S, 0.0).distance,
                  0.2);
        continue;
      }
      ++compared;
      EXPECT_NEAR((p_S - nearest.distance * d_S).norm(), 0.0, 1e-4) << "seed " << seed;
    }
  }
  EXPECT_GT(compared, 2000);
}

TEST(LidarTest, AMovingRobotDistortsTheScan) {
  // Towards the wall at 2 m/s while turning at 0.7 rad/s: the column at time t is measured from x =
  // 2 t in the direction azimuth + 0.7 t.
  SensorRun run(Make(WallWorld(Markup("", 401))), [](double time, auto* X_WL) {
    (*X_WL)[0] =
        RigidTransform(QuaternionFromRpy(0.0, 0.0, 0.7 * time), Vector3d(2.0 * time, 0.0, 0.0));
  });
  const Inbox<LaserScan> inbox(&run, "/robot/scan");
  run.StepTo(1.0);
  ASSERT_EQ(inbox.messages.size(), 10u);
  int met = 0;
  for (const LaserScan& scan : inbox.messages) {
    ASSERT_EQ(scan.ranges.size(), 401u);
    EXPECT_NEAR(scan.time_increment, 0.1 * 0.015 / (2.0 * kPi), 1e-9);
    const double start = ToSeconds(msgs::FromTime(scan.header.stamp));
    // The first columns of the first scan are before the first step.
    for (std::size_t i = &scan == inbox.messages.data() ? 100 : 0; i < 401; ++i) {
      const double time = start + static_cast<double>(i) * 0.1 * 0.015 / (2.0 * kPi);
      const double heading = -3.0 + 0.015 * static_cast<double>(i) + 0.7 * time;
      const double expected = (5.0 - 2.0 * time) / std::cos(heading);
      if (expected < 0.0 || expected > 49.0) continue;
      ++met;
      EXPECT_NEAR(scan.ranges[i], expected, 1e-4 + 2e-6 * expected * expected) << i;
    }
  }
  EXPECT_GT(met, 1500);
}

TEST(LidarTest, AFlashLidarSeesOneMoment) {
  SensorRun run(Make(WallWorld(Markup("<spin>0</spin>", 61))),
                [](double time, auto* X_WL) { (*X_WL)[0].p.x() = 2.0 * time; });
  const Inbox<LaserScan> inbox(&run, "/robot/scan");
  run.StepTo(0.5);
  ASSERT_EQ(inbox.messages.size(), 5u);
  EXPECT_EQ(inbox.messages[4].time_increment, 0.0F);
  EXPECT_EQ(msgs::FromTime(inbox.messages[4].header.stamp), 500'000'000);
  EXPECT_NEAR(inbox.messages[4].ranges[30], 4.0, 1e-5);
}

TEST(LidarTest, TheRobotSeesItselfAtTheSamePlaceHoweverItMoves) {
  // A mast in front of the sensor and a fence behind it; the distant wall shows that rays move.
  const auto add_mast = [](world::WorldSpec spec) {
    auto model = std::make_shared<world::Model>(*spec.models[0].model);
    world::Visual& mast = model->links[0].visuals.emplace_back();
    mast.name = "mast";
    mast.geometry = world::Box{Vector3d(0.1, 0.4, 1.0)};
    mast.X_LG.p = Vector3d(0.8, 0.1, 0.0);
    spec.models[0].model = model;
    return spec;
  };
  const world::WorldSpec spec = add_mast(WallWorld(Markup("", 401), 30.0));
  std::vector<std::vector<float>> scans;
  for (const double speed : {0.0, 4.0}) {
    SensorRun run(Make(spec), [&](double time, auto* X_WL) {
      (*X_WL)[0] = RigidTransform(QuaternionFromRpy(0.0, 0.0, 0.5 * speed * time),
                                  Vector3d(speed * time, 0.0, 0.0));
    });
    const Inbox<LaserScan> inbox(&run, "/robot/scan");
    run.StepTo(0.3);
    scans.push_back(inbox.messages.back().ranges);
  }
  int mast_rays = 0;
  int moved = 0;
  for (std::size_t i = 0; i < 401; ++i) {
    // Moving or not, the mast hides the same rays at the same distance.
    EXPECT_EQ(scans[0][i] < 1.5F, scans[1][i] < 1.5F) << i;
    if (scans[0][i] < 1.5F) {
      ++mast_rays;
      EXPECT_NEAR(scans[0][i], scans[1][i], 1e-5) << i;
    } else {
      moved += std::abs(scans[0][i] - scans[1][i]) > 0.1F ? 1 : 0;
    }
  }
  EXPECT_GT(mast_rays, 20);
  EXPECT_GT(moved, 50);
}

TEST(LidarTest, RangesOutsideTheLimitsAreInfinite) {
  for (const double x : {0.1, 3.0, 60.0}) {
    SensorRun run(Make(WallWorld(Markup("", 3), x)));
    const Inbox<LaserScan> inbox(&run, "/robot/scan");
    run.StepTo(0.1);
    const float middle = inbox.messages.at(0).ranges[1];
    if (x == 3.0) {
      EXPECT_NEAR(middle, 3.0, 1e-5);
    } else {
      EXPECT_EQ(middle, x < 1.0 ? -kInfinity : kInfinity);
    }
  }
}

TEST(LidarTest, RangeNoiseIsNormalWithTheGivenSpread) {
  // Straight at the wall, 4 m away: sigma^2 = 0.03^2 + (0.01 * 4)^2 = 0.05^2; bias 0.02.
  const std::string markup =
      Markup("<spin>0</spin><proportional_noise>0.01</proportional_noise>", 2000, 1,
             "<noise><type>gaussian</type><mean>0.02</mean><stddev>0.03</stddev></noise>");
  world::WorldSpec spec = WallWorld(markup, 4.0);
  auto model = std::make_shared<world::Model>(*spec.models[0].model);
  world::Element& horizontal =
      model->links[0].sensors[0].element.children[1].children[0].children[0];
  horizontal.children[1].text = horizontal.children[2].text = "0";
  spec.models[0].model = model;
  SensorRun run(Make(spec));
  const Inbox<LaserScan> inbox(&run, "/robot/scan");
  run.StepTo(2.0);
  constexpr int kBins = 20;
  std::vector<double> counts(kBins);
  double total = 0.0;
  for (const LaserScan& scan : inbox.messages) {
    for (const float range : scan.ranges) {
      const double score = (static_cast<double>(range) - 4.02) / 0.05;
      const double below = 0.5 * std::erfc(-score / std::sqrt(2.0));
      ++counts[static_cast<std::size_t>(std::min(kBins - 1.0, std::floor(below * kBins)))];
      ++total;
    }
  }
  ASSERT_EQ(total, 40000.0);
  double chi_square = 0.0;
  for (const double count : counts) {
    chi_square += (count - total / kBins) * (count - total / kBins) / (total / kBins);
  }
  // 19 degrees of freedom; 99.9 % are below 43.8.
  EXPECT_LT(chi_square, 43.8);
}

TEST(LidarTest, DropoutsGrowWithDistanceAndGrazingIncidence) {
  const auto share = [](const std::string& extras, double x, const std::string& angle) {
    world::WorldSpec spec = WallWorld(Markup("<spin>0</spin>" + extras, 4000), x);
    auto model = std::make_shared<world::Model>(*spec.models[0].model);
    auto& horizontal = model->links[0].sensors[0].element.children[1].children[0].children[0];
    horizontal.children[1].text = horizontal.children[2].text = angle;
    spec.models[0].model = model;
    SensorRun run(Make(spec));
    const Inbox<LaserScan> inbox(&run, "/robot/scan");
    run.StepTo(1.0);
    double lost = 0.0;
    for (const LaserScan& scan : inbox.messages) {
      for (const float range : scan.ranges) lost += std::isinf(range) ? 1.0 : 0.0;
    }
    return lost / 40000.0;
  };
  // Four standard deviations of a share p of 40,000.
  const auto near = [](double p) { return 4.0 * std::sqrt(p * (1.0 - p) / 40000.0); };
  EXPECT_EQ(share("", 5.0, "0"), 0.0);
  EXPECT_NEAR(share("<dropout>0.1</dropout>", 5.0, "0"), 0.1, near(0.1));
  EXPECT_NEAR(share("<dropout_far>0.8</dropout_far>", 25.0, "0"), 0.2, near(0.2));
  // At 60 degrees the cosine is 1/2.
  EXPECT_NEAR(share("<dropout_grazing>0.4</dropout_grazing>", 5.0, "1.0471975512"), 0.1, near(0.1));
  // Grey of 0.5 at perpendicular incidence: detected up to 10 m sqrt(5) = 22.4 m.
  EXPECT_EQ(share("<range_at_10_percent>10</range_at_10_percent>", 22.0, "0"), 0.0);
  EXPECT_EQ(share("<range_at_10_percent>10</range_at_10_percent>", 23.0, "0"), 1.0);
}

TEST(LidarTest, IntensityFollowsReflectanceIncidenceAndRange) {
  for (const double exponent : {0.0, 2.0}) {
    world::WorldSpec spec =
        WallWorld(Markup("<intensity_scale>200</intensity_scale><intensity_exponent>" +
                             std::to_string(exponent) + "</intensity_exponent>",
                         601),
                  8.0);
    for (const bool given : {false, true}) {
      if (given) {
        auto wall = std::make_shared<world::Model>(*spec.models[1].model);
        wall->links[0].visuals[0].extensions.push_back(
            test::ParseMarkup("<surefoot:laser_retro>0.9</surefoot:laser_retro>"));
        spec.models[1].model = wall;
      }
      SensorRun run(Make(spec));
      const Inbox<LaserScan> inbox(&run, "/robot/scan");
      run.StepTo(0.1);
      const LaserScan& scan = inbox.messages.at(0);
      for (std::size_t i = 220; i < 380; ++i) {
        const double cosine = std::cos(-3.0 + 0.01 * static_cast<double>(i));
        const double range = 8.0 / cosine;
        const double expected = 200.0 * (given ? 0.9 : 0.5) * cosine / std::pow(range, exponent);
        EXPECT_NEAR(scan.intensities[i], expected, 1e-3 * expected);
      }
      EXPECT_EQ(scan.intensities[0], 0.0F);
    }
  }
}

TEST(LidarTest, RangesAreMultiplesOfTheResolution) {
  std::string markup = Markup("", 100);
  markup.replace(markup.find("<max>50</max>"), 13, "<max>50</max><resolution>0.25</resolution>");
  SensorRun run(Make(WallWorld(markup)));
  const Inbox<LaserScan> inbox(&run, "/robot/scan");
  run.StepTo(0.1);
  for (std::size_t i = 0; i < 100; ++i) {
    const double heading = -3.0 + 6.0 * static_cast<double>(i) / 99.0;
    const double expected = 5.0 / std::cos(heading);
    const auto range = static_cast<double>(inbox.messages.at(0).ranges[i]);
    if (std::isinf(range)) continue;
    EXPECT_EQ(range, 0.25 * std::round(range / 0.25));
    EXPECT_NEAR(range, expected, 0.1251);
  }
}

TEST(LidarTest, RingsMayBeListedAndCloudsReportRingAndTime) {
  const std::string markup = Markup("<surefoot:rings>-20 -5 0.5 30</surefoot:rings>", 100);
  SensorRun run(Make(WallWorld(markup)));
  const Inbox<PointCloud2> clouds(&run, "/robot/points");
  const Inbox<LaserScan> scans(&run, "/robot/scan");
  run.StepTo(0.1);
  const PointCloud2& cloud = clouds.messages.at(0);
  EXPECT_TRUE(cloud.is_dense);
  EXPECT_EQ(cloud.height, 1u);
  EXPECT_EQ(cloud.data.size(), static_cast<std::size_t>(cloud.width) * cloud.point_step);
  const double angles_deg[] = {-20.0, -5.0, 0.5, 30.0};
  int level = 0;
  for (std::size_t i = 0; i < cloud.width; ++i) {
    std::uint16_t ring = 0;
    std::memcpy(&ring, &cloud.data[i * cloud.point_step + 16], 2);
    ASSERT_LT(ring, 4);
    level += ring == 2 ? 1 : 0;
    const Vector3d p(Value(cloud, i, 0), Value(cloud, i, 4), Value(cloud, i, 8));
    EXPECT_NEAR(std::asin(p.z() / p.norm()), angles_deg[ring] * kPi / 180.0, 1e-6);
    EXPECT_NEAR(p.x(), 5.0, 1e-5);
    const double column = (std::atan2(p.y(), p.x()) + 3.0) / (6.0 / 99.0);
    EXPECT_NEAR(Value(cloud, i, 20), 0.1 * column * (6.0 / 99.0) / (2.0 * kPi), 1e-6);
  }
  // The scan is that of the ring at 0.5 degrees.
  EXPECT_EQ(level,
            std::count_if(scans.messages.at(0).ranges.begin(), scans.messages[0].ranges.end(),
                          [](float range) { return std::isfinite(range); }));
}

/// With noise and dropouts, so that every random number counts.
std::string NoisyMarkup() {
  return Markup("<dropout>0.05</dropout>", 203, 4,
                "<noise><type>gaussian</type><stddev>0.02</stddev></noise>");
}

void Wobble(double time, std::vector<RigidTransform>* X_WL) {
  (*X_WL)[0] = RigidTransform(QuaternionFromRpy(0.1 * time, 0.05, 0.4 * time),
                              Vector3d(std::sin(time), 0.3 * time, 0.0));
}

TEST(LidarTest, RunsAreRepeatableAndDoNotDependOnWhoListens) {
  const auto world = Make(WallWorld(NoisyMarkup()));
  SensorRun first(world, Wobble);
  SensorRun second(world, Wobble);
  SensorRun late(world, Wobble);
  const Inbox<PointCloud2> a(&first, "/robot/points");
  const Inbox<PointCloud2> b(&second, "/robot/points");
  first.StepTo(1.0);
  second.StepTo(1.0);
  late.StepTo(0.55);
  const Inbox<PointCloud2> c(&late, "/robot/points");
  late.StepTo(1.0);
  ASSERT_EQ(a.bytes.size(), 10u);
  EXPECT_EQ(a.bytes, b.bytes);
  // The sample in progress is not started in its middle.
  ASSERT_EQ(c.bytes.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(c.bytes[i], a.bytes[i + 6]);
  EXPECT_NE(a.bytes[0].size(), a.bytes[1].size());
}

TEST(LidarTest, ARevolutionContinuesAfterItWasSaved) {
  const auto world = Make(WallWorld(NoisyMarkup()));
  SensorRun whole(world, Wobble);
  const Inbox<PointCloud2> a(&whole, "/robot/points");
  whole.StepTo(0.337);
  const Bytes saved = SavedState(&whole.set());
  whole.StepTo(0.6);
  SensorRun other(world, Wobble);
  const Inbox<PointCloud2> b(&other, "/robot/points");
  ASSERT_TRUE(RestoreState(saved, &other.set()));
  other.set_time_ns(337'000'000);
  other.StepTo(0.6);
  ASSERT_EQ(b.bytes.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(b.bytes[i], a.bytes[i + 3]);
  for (std::size_t cut = 0; cut < saved.size(); cut += 97) {
    EXPECT_FALSE(RestoreState(Bytes(saved.data(), saved.data() + cut), &other.set()));
  }
}

TEST(LidarTest, PresetsHaveTheirRaysAndRates) {
  struct Expected {
    const char* preset;
    std::size_t columns;
    std::size_t messages;
  };
  for (const Expected& expected :
       {Expected{"sick_lms1xx", 541, 50}, Expected{"hokuyo_utm30", 1081, 40},
        Expected{"velodyne_vlp16", 1800, 10}, Expected{"ouster_os1_64", 1024, 10}}) {
    SensorRun run(Make(WallWorld(std::string("<sensor name=\"l\" type=\"gpu_lidar\"><preset>") +
                                 expected.preset + "</preset></sensor>")));
    const Inbox<LaserScan> inbox(&run, "/robot/scan");
    run.StepTo(1.0);
    EXPECT_EQ(inbox.messages.size(), expected.messages) << expected.preset;
    EXPECT_EQ(inbox.messages.at(0).ranges.size(), expected.columns) << expected.preset;
  }
}

// Many files have <samples>1</samples><resolution>0.01</resolution>.
TEST(LidarTest, AtLeastOneRayIsLeft) {
  std::string markup = Markup("", 10);
  markup.replace(markup.find("<samples>1</samples>"), 20,
                 "<samples>1</samples><resolution>0.01</resolution>");
  markup.replace(markup.find("<samples>10</samples>"), 21,
                 "<samples>10</samples><resolution>2</resolution>");
  SensorRun run(Make(WallWorld(markup)));
  const Inbox<LaserScan> inbox(&run, "/robot/scan");
  run.StepTo(0.1);
  EXPECT_EQ(inbox.messages.at(0).ranges.size(), 20u);
}

TEST(LidarTest, WrongValuesAreReported) {
  for (const char* wrong :
       {"<ray><scan><horizontal><samples>0</samples></horizontal></scan></ray>",
        "<ray><scan><horizontal><samples>100000</samples></horizontal><vertical><samples>100"
        "</samples></vertical></scan></ray>",
        "<ray><scan><horizontal><samples>9</samples><min_angle>1</min_angle></horizontal></scan></"
        "ray>",
        "<ray><range><min>3</min><max>2</max></range></ray>", "<rings>95</rings>",
        "<rings>x</rings>", "<dropout>1.5</dropout>", "<preset>velodine</preset>",
        "<sees>ghosts</sees>", "<slices>-1</slices>"}) {
    const auto world =
        Make(WallWorld("<sensor name=\"l\" type=\"ray\">" + std::string(wrong) + "</sensor>"));
    graph::Graph graph;
    Problems problems;
    const SensorSet set(*world, BuiltinSensors(), 0, 0, &graph, &problems);
    EXPECT_GT(problems.error_count(), 0) << wrong;
  }
}

}  // namespace
}  // namespace surefoot::sensors
