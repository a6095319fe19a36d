/// The soil model given in files is the one used for forces.

#include <gtest/gtest.h>

#include "surefoot/ground/soil/soil_wheel.h"
#include "surefoot/world/ground_reader.h"
#include "surefoot/world/test/markup.h"

namespace surefoot::ground {
namespace {

world::Soil Read(const std::string& more, std::string* error = nullptr) {
  Problems problems;
  const world::GroundMaterial ground = world::ReadGround(
      world::test::ParseMarkup(
          "<ground name=\"sand\"><soil><cohesion>500</cohesion>"
          "<friction_angle_deg>30</friction_angle_deg><exponent>1.1</exponent>"
          "<frictional_modulus>8e5</frictional_modulus><shear_modulus_x>0.02</shear_modulus_x>"
          "<density>1600</density><slip_sinkage>0.5</slip_sinkage>" +
          more + "</soil></ground>"),
      &problems);
  if (error != nullptr) {
    *error = problems.ErrorText();
  } else {
    EXPECT_EQ(problems.ErrorText(), "") << more;
  }
  return ground.soil;
}

SoilForces Forces(const world::Soil& soil, const SoilOptions& options) {
  SoilWheel wheel;
  wheel.radius = 0.15;
  wheel.width = 0.1;
  wheel.flattening_pressure = 6e3;
  return SoilContact::Make(soil, wheel, options)->AtHeight(0.125, TreadSlipOf(0.3, 0.2));
}

TEST(SoilOptions, OfFilesAreThoseOfTheProgram) {
  using Edit = void (*)(SoilOptions*);
  const std::pair<const char*, Edit> kinds[] = {
      {"<shear>vector</shear>", [](SoilOptions* o) { o->shear = SoilShear::kVector; }},
      {"<flat_measure>chord</flat_measure>",
       [](SoilOptions* o) { o->flat_measure = FlatMeasure::kChord; }},
      {"<flat_shear>belt</flat_shear>", [](SoilOptions* o) { o->flat_shear = FlatShear::kFlat; }},
      {"<bulldozing>none</bulldozing>", [](SoilOptions* o) { o->bulldozing = Bulldozing::kNone; }},
      {"<bulldozing>wall</bulldozing>", [](SoilOptions* o) { o->bulldozing = Bulldozing::kWall; }},
      {"<bulldozing_angle_deg>30</bulldozing_angle_deg>",
       [](SoilOptions* o) { o->bulldozing_angle = 0.5235987755982988; }},
      {"<slip_sinkage_law>lyasko</slip_sinkage_law>",
       [](SoilOptions* o) { o->slip_sinkage = SlipSinkage::kLyasko; }},
      {"<rebound>0.3</rebound>", [](SoilOptions* o) { o->rebound = 0.3; }}};
  const SoilForces usual = Forces(Read(""), SoilOptions());
  for (const auto& [text, edit] : kinds) {
    SCOPED_TRACE(text);
    const world::Soil soil = Read(text);
    SoilOptions options;
    edit(&options);
    const SoilForces expected = Forces(Read(""), options);
    const SoilForces got = Forces(soil, SoilOptions().For(soil));
    EXPECT_EQ(got.fx, expected.fx);
    EXPECT_EQ(got.fy, expected.fy);
    EXPECT_EQ(got.fz, expected.fz);
    EXPECT_EQ(got.torque, expected.torque);
    EXPECT_FALSE(got.fx == usual.fx && got.fy == usual.fy && got.fz == usual.fz) << "no effect";
  }
}

TEST(SoilOptions, WrongValuesReportWhatIsAccepted) {
  const std::pair<const char*, const char*> wrong[] = {
      {"<shear>sideways</shear>", "independent, vector"},
      {"<flat_measure>line</flat_measure>", "arc, chord"},
      {"<flat_shear>line</flat_shear>", "circle, belt"},
      {"<bulldozing>yes</bulldozing>", "hegedus, none, wall"},
      {"<slip_sinkage_law>cubic</slip_sinkage_law>", "linear, lyasko"},
      {"<rebound>1</rebound>", "0.99"},
      {"<bulldozing_angle>7</bulldozing_angle>", "1.6"},
      {"<sheer>vector</sheer>", "did you mean \"shear\"?"}};
  for (const auto& [text, accepted] : wrong) {
    std::string error;
    Read(text, &error);
    EXPECT_NE(error.find(accepted), std::string::npos) << text << ": " << error;
    EXPECT_NE(error.find("test.sdf:1"), std::string::npos) << error;
  }
}

}  // namespace
}  // namespace surefoot::ground
