#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/test/rig.h"

namespace surefoot::sensors {
namespace {

using msgs::sensor_msgs::BatteryState;
using test::MakeSensor;
using test::Rig;

/// Two links and a motor between them.
std::shared_ptr<const world::Model> Cart(const std::string& inside) {
  auto model = std::make_shared<world::Model>(world::test::MakeRow(2));
  model->name = "bot";
  world::test::Connect(model.get(), world::JointType::kContinuous, 0, 1);
  model->links[0].sensors.push_back(
      MakeSensor("<sensor name=\"battery\" type=\"battery\"><update_rate>1</update_rate>" + inside +
                 "</sensor>"));
  return model;
}

TEST(Battery, DrainsByTheLoadAndSagsByItsResistance) {
  // 24 V, 0.1 ohm, 50 W + 70 W / 0.7 = 150 W: I = (24 - sqrt(24^2 - 4 * 0.1 * 150)) / 0.2.
  Rig rig(Cart("<open_circuit_voltage>24</open_circuit_voltage><resistance>0.1</resistance>"
               "<idle_power>50</idle_power><efficiency>0.7</efficiency><capacity>10</capacity>"),
          {}, 0.1);
  ASSERT_TRUE(rig.ok()) << rig.problems.ErrorText();
  const auto messages = rig.Collect<BatteryState>("/bot/battery_state");
  rig.state.effort[0] = -35.0;
  rig.state.v[0] = -2.0;
  rig.Rest(36000);  // an hour
  const double current = (24.0 - std::sqrt(24.0 * 24.0 - 4.0 * 0.1 * 150.0)) / 0.2;
  ASSERT_EQ(messages->size(), 3600u);
  const BatteryState& last = messages->back();
  EXPECT_NEAR(last.current, -current, 1e-5);
  EXPECT_NEAR(last.voltage, 24.0 - 0.1 * current, 1e-5);
  EXPECT_NEAR(-last.current * last.voltage, 150.0, 1e-3);
  EXPECT_NEAR(last.charge, 10.0 - current, 1e-5);
  EXPECT_NEAR(last.percentage, 1.0 - current / 10.0, 1e-6);
  EXPECT_EQ(last.power_supply_status, BatteryState::POWER_SUPPLY_STATUS_DISCHARGING);
  EXPECT_TRUE(last.present);
}

TEST(Battery, BrakingCostsNothingAndComesBackInPart) {
  for (const double part : {0.0, 0.5}) {
    Rig rig(Cart("<open_circuit_voltage>20</open_circuit_voltage><resistance>0</resistance>"
                 "<initial_charge>0.5</initial_charge><regeneration>" +
                 std::to_string(part) + "</regeneration>"),
            {}, 0.1);
    const auto messages = rig.Collect<BatteryState>("/bot/battery_state");
    rig.state.effort[0] = -10.0;
    rig.state.v[0] = 4.0;
    rig.Rest(10);
    EXPECT_NEAR(messages->back().current, part * 40.0 / 20.0, 1e-6);
    EXPECT_EQ(messages->back().power_supply_status,
              part > 0.0 ? BatteryState::POWER_SUPPLY_STATUS_CHARGING
                         : BatteryState::POWER_SUPPLY_STATUS_NOT_CHARGING);
  }
}

TEST(Battery, RunsEmptyAndGetsFull) {
  Rig rig(Cart("<technology>lion</technology><cells>7</cells><capacity>0.01</capacity>"
               "<idle_power>100</idle_power>"),
          {}, 0.1);
  const auto messages = rig.Collect<BatteryState>("/bot/battery_state");
  rig.Rest(300);
  EXPECT_EQ(messages->back().percentage, 0.0f);
  EXPECT_EQ(messages->back().current, 0.0f);
  EXPECT_NEAR(messages->front().voltage, 4.2 * 7, 2.0);
  EXPECT_NEAR(messages->back().voltage, 3.0 * 7, 1e-4);
  EXPECT_EQ(messages->back().power_supply_technology, BatteryState::POWER_SUPPLY_TECHNOLOGY_LION);

  Rig charger(Cart("<capacity>0.01</capacity><initial_charge>0.2</initial_charge>"
                   "<recharge_power>100</recharge_power>"),
              {}, 0.1);
  const auto charging = charger.Collect<BatteryState>("/bot/battery_state");
  charger.Rest(300);
  EXPECT_EQ(charging->front().power_supply_status, BatteryState::POWER_SUPPLY_STATUS_CHARGING);
  EXPECT_EQ(charging->back().percentage, 1.0f);
  EXPECT_EQ(charging->back().power_supply_status, BatteryState::POWER_SUPPLY_STATUS_FULL);
}

TEST(Battery, GivesNoMoreThanItCan) {
  Rig rig(Cart("<open_circuit_voltage>0 10 1 12</open_circuit_voltage><resistance>1</resistance>"
               "<idle_power>1000</idle_power><capacity>1000</capacity>"),
          {}, 0.1);
  const auto messages = rig.Collect<BatteryState>("/bot/battery_state");
  rig.Rest(10);
  EXPECT_NEAR(messages->back().voltage, 6.0, 1e-3);
  EXPECT_NEAR(messages->back().current, -6.0, 1e-3);
}

TEST(Battery, WrongParametersAreErrors) {
  for (const char* inside :
       {"<open_circuit_voltage>0 10 1</open_circuit_voltage>",
        "<open_circuit_voltage>1 10 0 12</open_circuit_voltage>",
        "<open_circuit_voltage>-3</open_circuit_voltage>", "<technology>steam</technology>",
        "<capacity>0</capacity>", "<efficiency>0</efficiency>", "<cells>0</cells>"}) {
    Rig rig(Cart(inside), {}, 0.1);
    EXPECT_FALSE(rig.ok()) << inside;
  }
}

TEST(Battery, ItsChargeIsPartOfTheState) {
  const std::string text = "<idle_power>500</idle_power><capacity>1</capacity>";
  Rig rig(Cart(text), {}, 0.1);
  rig.Rest(100);
  Rig again(Cart(text), {}, 0.1);
  ASSERT_TRUE(again.Restore(rig.Save()));
  again.time_ns = rig.time_ns;
  const auto ours = rig.Collect<BatteryState>("/bot/battery_state");
  const auto theirs = again.Collect<BatteryState>("/bot/battery_state");
  rig.Rest(100);
  again.Rest(100);
  ASSERT_EQ(ours->size(), theirs->size());
  EXPECT_EQ(ours->back().charge, theirs->back().charge);
  EXPECT_EQ(ours->back().voltage, theirs->back().voltage);
}

}  // namespace
}  // namespace surefoot::sensors
