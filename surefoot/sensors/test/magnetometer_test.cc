#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/test/rig.h"

namespace surefoot::sensors {
namespace {

using msgs::FromVector3;
using msgs::sensor_msgs::MagneticField;
using test::MakeSensor;
using test::Rig;

std::string Text(const std::string& inside) {
  return "<sensor name=\"mag\" type=\"magnetometer\"><update_rate>100</update_rate>" + inside +
         "</sensor>";
}

TEST(Magnetometer, TurnsTheWorldsFieldIntoItsFrame) {
  world::WorldSpec spec;
  spec.magnetic_field_W = Vector3d(1e-5, 2e-5, -4e-5);
  Rig rig({MakeSensor(Text(""))}, spec, 0.01);
  const auto messages = rig.Collect<MagneticField>("/bot/imu/mag");
  rig.Step(RigidTransform(QuaternionFromRpy(0, 0, 3.14159265358979323846 / 2), Vector3d::Zero()));
  ASSERT_EQ(messages->size(), 1u);
  EXPECT_LT((FromVector3(messages->at(0).magnetic_field) - Vector3d(2e-5, -1e-5, -4e-5)).norm(),
            1e-19);
}

TEST(Magnetometer, IronBendsAndShiftsTheField) {
  world::WorldSpec spec;
  spec.magnetic_field_W = Vector3d(1e-5, 2e-5, -4e-5);
  Rig rig({MakeSensor(Text("<hard_iron>1e-6 0 2e-6</hard_iron>"
                           "<soft_iron>1.1 0.1 0 0 0.9 0 0 0 1</soft_iron>"))},
          spec, 0.01);
  const auto messages = rig.Collect<MagneticField>("/bot/imu/mag");
  rig.Rest(1);
  const Vector3d ideal(1.1e-5 + 0.2e-5 + 1e-6, 1.8e-5, -4e-5 + 2e-6);
  EXPECT_LT((FromVector3(messages->at(0).magnetic_field) - ideal).norm(), 1e-19);
}

TEST(Magnetometer, NoiseHasItsSpread) {
  Rig rig({MakeSensor(Text("<magnetometer><x><noise type=\"gaussian\"><stddev>1e-7</stddev></noise>"
                           "</x></magnetometer><compass><noise_density>0 1e-8 0</noise_density>"
                           "</compass>"))},
          {}, 0.01);
  const auto messages = rig.Collect<MagneticField>("/bot/imu/mag");
  rig.Rest(4000);
  const Vector3d field = world::WorldSpec{}.magnetic_field_W;
  Vector3d squares = Vector3d::Zero();
  for (const MagneticField& message : *messages) {
    squares += (FromVector3(message.magnetic_field) - field).cwiseAbs2() / 4000.0;
  }
  // Four standard errors.
  EXPECT_NEAR(squares.x() / 1e-14, 1.0, 0.09);
  EXPECT_NEAR(squares.y() / 1e-14, 1.0, 0.09);
  EXPECT_EQ(squares.z(), 0.0);
  EXPECT_NEAR(messages->at(0).magnetic_field_covariance[0], 1e-14, 1e-20);
  EXPECT_NEAR(messages->at(0).magnetic_field_covariance[4], 1e-14, 1e-20);
}

TEST(Magnetometer, WrongIronIsAnError) {
  for (const char* inside : {"<hard_iron>5 0 0</hard_iron>", "<soft_iron>1 2</soft_iron>",
                             "<soft_iron>1e9 0 0 0 1 0 0 0 1</soft_iron>"}) {
    Rig rig({MakeSensor(Text(inside))}, {}, 0.01);
    EXPECT_FALSE(rig.ok()) << inside;
  }
}

}  // namespace
}  // namespace surefoot::sensors
