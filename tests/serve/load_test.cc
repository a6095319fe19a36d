// A large world is loaded while another one is served.

#include <gmock/gmock.h>

#include "surefoot/msgs/simulation_interfaces.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;
using testing::HasSubstr;

/// A world that takes some tenths of a second to load.
std::string ManyBoxes(int count) {
  std::string text = "<sdf version='1.9'><world name='boxes'>";
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    text += "<model name='box_" + number + "'><static>true</static><pose>" + number +
            " 0 0 0 0 0</pose><link name='l'><collision name='c'><geometry><box><size>0.5 0.5 "
            "0.5</size></box></geometry></collision></link></model>";
  }
  return text + "</world></sdf>";
}

class LoadTest : public testing::Test {
 protected:
  LoadTest() : served_("flat", Served::Playing()) {}
  std::uint64_t Load(const std::string& text) {
    si::LoadWorld::Request request;
    request.resource_string = text;
    return served_.client().Call<si::LoadWorld>("/load_world", request);
  }
  bool Answered(std::uint64_t id) {
    served_.client().Look();
    return served_.client().answers.count(id) > 0;
  }
  si::LoadWorld::Response Await(std::uint64_t id) {
    while (!Answered(id)) served_.Turn();
    si::LoadWorld::Response response;
    EXPECT_TRUE(msgs::Decode(served_.client().answers.at(id).value(), &response));
    return response;
  }
  int State() { return served_.Call<si::GetSimulationState>("/get_simulation_state").state.state; }

  Served served_;
};

TEST_F(LoadTest, TheOldWorldContinuesUntilTheNewOneIsThere) {
  const std::uint64_t id = Load(ManyBoxes(1500));
  EXPECT_EQ(State(), si::SimulationState::STATE_LOADING_WORLD);
  const std::int64_t before = served_.simulation().step_count();
  const auto second = Await(Load(ManyBoxes(1)));
  EXPECT_THAT(second.result.error_message, HasSubstr("another world is being loaded"));
  si::SetSimulationState::Request pause;
  pause.state.state = si::SimulationState::STATE_PAUSED;
  EXPECT_THAT(
      served_.Call<si::SetSimulationState>("/set_simulation_state", pause).result.error_message,
      HasSubstr("is being loaded"));
  ASSERT_FALSE(Answered(id)) << "the world is too small for this test";
  EXPECT_GT(served_.simulation().step_count(), before);
  EXPECT_EQ(served_.simulation().world().spec().name, "flat");
  const auto loaded = Await(id);
  EXPECT_EQ(loaded.result.result, si::Result::RESULT_OK) << loaded.result.error_message;
  EXPECT_EQ(loaded.world.name, "boxes");
  EXPECT_EQ(served_.simulation().world().spec().name, "boxes");
  EXPECT_EQ(State(), si::SimulationState::STATE_STOPPED);
}

TEST_F(LoadTest, ABadWorldChangesNothing) {
  const auto failed = Await(Load(ManyBoxes(100) + "<rest>"));
  EXPECT_NE(failed.result.result, si::Result::RESULT_OK);
  EXPECT_EQ(State(), si::SimulationState::STATE_PLAYING);
  EXPECT_EQ(served_.simulation().world().spec().name, "flat");
}

TEST_F(LoadTest, TheServerMayEndMeanwhile) {
  Load(ManyBoxes(500));
  served_.Turn(2);
}

}  // namespace
}  // namespace surefoot::serve::test
