#pragma once

#include <array>
#include <string>

#include "surefoot/noise/scalar_noise.h"
#include "surefoot/noise/triad_error.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/fields.h"

namespace surefoot::sensors {

/// Makes the errors of a sensor editable. They are kept in its element, as files write them. A kind
/// of sensor says in SensorKind::fields which of these it has:
///   kind.fields = [](ErrorFields* fields) {
///     fields->Noise("", "Pressure", "Pa", "air_pressure/pressure/noise");
///   };
/// Fields are named by prefix and part ("voltage." gives "voltage.mean", "voltage.stddev", ...);
/// `what` is the quantity for people and `unit` its unit.
class ErrorFields {
 public:
  /// What is set goes into the element, which must outlive the fields.
  ErrorFields(const world::ElementReader& reader, world::Element* element, world::Fields* fields)
      : reader_(reader), element_(element), fields_(fields) {}

  const world::ElementReader& reader() const { return reader_; }
  bool Has(const std::string& child) const { return FindChild(element_, child) != nullptr; }

  /// <noise> at a path of the element ("camera/noise"). `now`: as the sensor has it, where a preset
  /// may say so, too.
  void Noise(const std::string& prefix, const std::string& what, const std::string& unit,
             const std::string& path);
  void Noise(const std::string& prefix, const std::string& what, const std::string& unit,
             const std::string& path, const noise::ScalarNoiseSpec& now);
  /// The same for <x>, <y> and <z> in `path`.
  void AxisNoise(const std::string& prefix, const std::string& what, const std::string& unit,
                 const std::string& path);
  void AxisNoise(const std::string& prefix, const std::string& what, const std::string& unit,
                 const std::string& path, const std::array<noise::ScalarNoiseSpec, 3>& now);
  /// A child <surefoot:gyro> or the like (noise_element.h).
  void Triad(const std::string& child, const std::string& what, const std::string& unit,
             const noise::TriadErrorSpec& now);
  /// A child <surefoot:NAME> with a number from 0 to 1.
  void Share(const std::string& name, const std::string& label, double now);

 private:
  const world::ElementReader& reader_;
  world::Element* element_;
  world::Fields* fields_;
};

}  // namespace surefoot::sensors
