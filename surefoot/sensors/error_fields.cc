#include "surefoot/sensors/error_fields.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/math/text.h"
#include "surefoot/sensors/noise_element.h"

// The editable numbers of a sensor's errors: each is a path into its element, a range, and a label
// for the page.

namespace surefoot::sensors {
namespace {

using noise::ScalarNoiseSpec;
using world::Element;

constexpr const char* kGroup = "Sensor noise";
constexpr double kMax = 1e9;
constexpr const char* kAxes[] = {"/x/noise", "/y/noise", "/z/noise"};

/// The element at the end of a path such as "camera/noise"; missing elements are created.
Element* AtPath(Element* element, const std::string& path) {
  for (std::size_t start = 0; start < path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    element = ChildOf(element, path.substr(start, end - start));
    start = end + 1;
  }
  return element;
}

/// A member of <noise>, with its name in files and its label on the page.
struct Part {
  const char* name;
  const char* label;
  double ScalarNoiseSpec::*member;
  bool may_be_negative;
};
constexpr Part kParts[] = {
    {"mean", "mean error", &ScalarNoiseSpec::mean, true},
    {"stddev", "spread", &ScalarNoiseSpec::stddev, false},
    {"bias_mean", "mean bias", &ScalarNoiseSpec::bias_mean, true},
    {"bias_stddev", "spread of the bias", &ScalarNoiseSpec::bias_stddev, false}};

/// Writes all members of a noise. If its values came from a preset, an element with one member
/// would replace the preset's others by 0.
void WriteNoise(const ScalarNoiseSpec& noise, Element* element) {
  for (auto& [name, value] : element->attributes) {
    if (name == "type" && value == "none") value = "gaussian";
  }
  if (element->Attribute("type") == nullptr && FindChild(element, "type") == nullptr) {
    element->attributes.emplace_back("type", "gaussian");
  }
  for (const Part& part : kParts) {
    const double value = noise.*part.member;
    if (value != 0.0 || FindChild(element, part.name) != nullptr) {
      SetValue(element, part.name, NumberText(value));
    }
  }
  if (!noise.Wanders() || FindChild(element, "dynamic_bias_stddev") != nullptr) return;
  // The inverse of ReadNoise: SDF has the density of the driving noise, not the spread.
  const double time = noise.dynamic_bias_correlation_time;
  SetValue(element, "dynamic_bias_stddev",
           NumberText(noise.dynamic_bias_stddev / std::sqrt(time / 2.0)));
  SetValue(element, "dynamic_bias_correlation_time", NumberText(time));
}

ScalarNoiseSpec NoiseAt(const world::ElementReader& reader, const std::string& path) {
  return reader.Has(path) ? ReadNoise(reader, path) : ScalarNoiseSpec();
}

world::Caption CaptionOf(const std::string& name, const std::string& what, const char* part,
                         const std::string& unit) {
  return {name, what + ", " + part, kGroup, unit};
}

}  // namespace

void ErrorFields::Noise(const std::string& prefix, const std::string& what, const std::string& unit,
                        const std::string& path) {
  Noise(prefix, what, unit, path, NoiseAt(reader_, path));
}

void ErrorFields::Noise(const std::string& prefix, const std::string& what, const std::string& unit,
                        const std::string& path, const ScalarNoiseSpec& now) {
  for (const Part& part : kParts) {
    fields_->Number(CaptionOf(prefix + part.name, what, part.label, unit),
                    {part.may_be_negative ? -kMax : 0.0, kMax}, now.*part.member,
                    [now, member = part.member, path, element = element_](double value) {
                      ScalarNoiseSpec requested = now;
                      requested.*member = value;
                      WriteNoise(requested, AtPath(element, path));
                      return Status();
                    });
  }
}

void ErrorFields::AxisNoise(const std::string& prefix, const std::string& what,
                            const std::string& unit, const std::string& path) {
  AxisNoise(prefix, what, unit, path,
            {NoiseAt(reader_, path + kAxes[0]), NoiseAt(reader_, path + kAxes[1]),
             NoiseAt(reader_, path + kAxes[2])});
}

void ErrorFields::AxisNoise(const std::string& prefix, const std::string& what,
                            const std::string& unit, const std::string& path,
                            const std::array<ScalarNoiseSpec, 3>& now) {
  for (const Part& part : kParts) {
    const Vector3d value(now[0].*part.member, now[1].*part.member, now[2].*part.member);
    fields_->Vector(CaptionOf(prefix + part.name, what, part.label, unit),
                    {part.may_be_negative ? -kMax : 0.0, kMax}, value,
                    [now, member = part.member, path, element = element_](const Vector3d& set) {
                      for (std::size_t i = 0; i < 3; ++i) {
                        ScalarNoiseSpec requested = now[i];
                        requested.*member = set[static_cast<Eigen::Index>(i)];
                        WriteNoise(requested, AtPath(element, path + kAxes[i]));
                      }
                      return Status();
                    });
  }
}

void ErrorFields::Triad(const std::string& child, const std::string& what, const std::string& unit,
                        const noise::TriadErrorSpec& now) {
  const auto add = [&](const char* name, const char* label, const std::string& of, double min,
                       const Vector3d& value) {
    fields_->Vector(CaptionOf(child + "." + name, what, label, of), {min, kMax}, value,
                    [child, name, element = element_](const Vector3d& set) {
                      SetValue(ChildOf(element, "surefoot:" + child),
                               std::string("surefoot:") + name, NumberText(set));
                      return Status();
                    });
  };
  const auto of_bias = [&](double noise::BiasSpec::*member) {
    return Vector3d(now.bias[0].*member, now.bias[1].*member, now.bias[2].*member);
  };
  add("noise_density", "noise", unit + "/sqrt(Hz)", 0.0, now.noise_density);
  add("bias", "bias", unit, -kMax, of_bias(&noise::BiasSpec::constant));
  add("turn_on_bias", "spread of the bias at the start", unit, 0.0,
      of_bias(&noise::BiasSpec::turn_on_stddev));
  add("random_walk", "random walk of the bias", unit + "/sqrt(s)", 0.0,
      of_bias(&noise::BiasSpec::random_walk));
}

void ErrorFields::Share(const std::string& name, const std::string& label, double now) {
  fields_->Number({name, label, kGroup}, {0.0, 1.0}, now, [name, element = element_](double value) {
    SetValue(element, "surefoot:" + name, NumberText(value));
    return Status();
  });
}

}  // namespace surefoot::sensors
