#pragma once

#include <array>
#include <string>

#include "surefoot/noise/scalar_noise.h"
#include "surefoot/noise/triad_error.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/fields.h"

namespace surefoot::sensors {

/// Makes the errors of a sensor editable. Values are written to the sensor's element, in the form
/// of files, so that an edited world can be saved. A kind of sensor declares its errors in
/// SensorKind::fields:
///   kind.fields = [](ErrorFields* fields) {
///     fields->Noise("", "Pressure", "Pa", "air_pressure/pressure/noise");
///   };
/// A field's name is the prefix and the part ("voltage." makes "voltage.mean", "voltage.stddev",
/// ...); `what` is the quantity as people read it, and `unit` its unit.
class ErrorFields {
 public:
  /// Setters write to the element, which must outlive the fields.
  ErrorFields(const world::ElementReader& reader, world::Element* element, world::Fields* fields)
      : reader_(reader), element_(element), fields_(fields) {}

  const world::ElementReader& reader() const { return reader_; }
  bool Has(const std::string& child) const { return FindChild(element_, child) != nullptr; }

  /// <noise> at a path of the element ("camera/noise"). `now`: the current value, where it may come
  /// from a preset instead of the element.
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
