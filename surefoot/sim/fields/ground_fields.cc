#include "surefoot/sim/fields/fields.h"

namespace surefoot::sim {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

void AddAngle(const Caption& caption, const Limits& limits_deg, double* radians, Fields* fields) {
  fields->Number(caption, limits_deg, *radians / kDegree, [radians](double degrees) {
    *radians = degrees * kDegree;
    return Status();
  });
}

template <typename Kind, std::size_t kCount>
void AddKind(const Caption& caption, const char* const (&names)[kCount], Kind* kind,
             Fields* fields) {
  const std::vector<std::string> choices(names, names + kCount);
  fields->Choice(caption, choices, names[static_cast<std::size_t>(*kind)],
                 [choices, kind](const std::string& name) {
                   for (std::size_t i = 0; i < choices.size(); ++i) {
                     if (choices[i] == name) *kind = static_cast<Kind>(i);
                   }
                   return Status();
                 });
}

// The ranges are those of ground_reader.cc, so that what is set can be saved and read.
void AddHard(world::HardGround* hard, Fields* fields) {
  const std::string group = "Hard ground";
  fields->Number({"mu", "Friction", group}, {0.0, 10.0}, &hard->mu);
  fields->Number({"slip_stiffness", "Slip stiffness (0: from friction)", group}, {0.0, 1000.0},
                 &hard->slip_stiffness);
  fields->Number({"rolling_resistance", "Rolling resistance", group}, {0.0, 1.0},
                 &hard->rolling_resistance);
  fields->Number({"roughness", "Roughness (ISO 8608)", group, "m^3"}, {0.0, 1.0}, &hard->roughness);
  fields->Number({"waviness", "Waviness of the roughness", group}, {1.0, 4.0}, &hard->waviness);
  fields->Number({"lug_share", "Share of tyre lugs that is felt", group}, {0.0, 10.0},
                 &hard->lug_share);
}

void AddSoil(world::Soil* soil, Fields* fields) {
  const std::string group = "Soil";
  fields->Number({"soil.cohesion", "Cohesion", group, "Pa"}, {0.0, 1e7}, &soil->cohesion);
  AddAngle({"soil.friction_angle", "Angle of friction", group, "deg"}, {0.0, 80.0},
           &soil->friction_angle, fields);
  fields->Number({"soil.exponent", "Sinkage exponent n", group}, {0.01, 3.0}, &soil->exponent);
  fields->Number({"soil.cohesive_modulus", "Cohesive modulus k_c", group, "N/m^(n+1)"},
                 {-1e12, 1e12}, &soil->cohesive_modulus);
  fields->Number({"soil.frictional_modulus", "Frictional modulus k_phi", group, "N/m^(n+2)"},
                 {-1e12, 1e12}, &soil->frictional_modulus);
  fields->Number({"soil.shear_modulus_x", "Shear displacement along", group, "m"}, {1e-5, 1.0},
                 &soil->shear_modulus_x);
  fields->Number({"soil.shear_modulus_y", "Shear displacement across", group, "m"}, {1e-5, 1.0},
                 &soil->shear_modulus_y);
  fields->Number({"soil.density", "Density", group, "kg/m^3"}, {1.0, 10000.0}, &soil->density);
  fields->Number({"soil.slip_sinkage", "Sinkage by slip", group}, {0.0, 100.0},
                 &soil->slip_sinkage);
  fields->Number({"soil.dig_rate", "Digging by slip", group}, {0.0, 1.0}, &soil->dig_rate);
  fields->Flag({"soil.ruts", "Wheels leave ruts", group}, &soil->ruts);
}

void AddSoilModel(world::SoilModel* model, Fields* fields) {
  const std::string group = "How soil is computed";
  AddKind({"soil.shear", "Shear", group}, world::kSoilShearNames, &model->shear, fields);
  AddKind({"soil.bulldozing", "Soil beside the wheel", group}, world::kBulldozingNames,
          &model->bulldozing, fields);
  AddKind({"soil.slip_sinkage_law", "Law of sinkage by slip", group}, world::kSlipSinkageNames,
          &model->slip_sinkage, fields);
  fields->Number({"soil.rebound", "Rebound behind the wheel", group}, {0.0, 0.99}, &model->rebound);
}

}  // namespace

void AddGroundFields(world::GroundMaterial* ground, Fields* fields) {
  AddHard(&ground->hard, fields);
  if (!ground->has_soil) return;
  AddSoil(&ground->soil, fields);
  AddSoilModel(&ground->soil.model, fields);
}

}  // namespace surefoot::sim
