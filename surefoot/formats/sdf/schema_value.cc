#include "surefoot/formats/sdf/schema_value.h"

#include <cmath>
#include <limits>
#include <optional>
#include <sdf/Param.hh>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

/// Values of these elements may be infinite: "no limit".
bool MayBeInfinite(const std::string& name) {
  for (const char* known : {"lower", "upper", "effort", "velocity", "min", "max", "far", "mu",
                            "mu2", "friction", "friction2", "threshold", "kp", "stiffness"}) {
    if (name == known) return true;
  }
  return false;
}

void CheckRange(const sdf::Param& param, double value, const std::string& text,
                const Source& source, Problems* problems) {
  Problems ignored;
  const auto bound = [&](const std::optional<std::string>& limit) -> std::optional<double> {
    return limit ? ParseLimit(*limit, source, &ignored) : std::nullopt;
  };
  const auto least = bound(param.GetMinValueAsString());
  const auto most = bound(param.GetMaxValueAsString());
  if ((!least || value >= *least) && (!most || value <= *most)) return;
  std::string advice = "accepted:";
  if (least) advice += " at least " + *param.GetMinValueAsString();
  if (most) advice += std::string(least ? "," : "") + " at most " + *param.GetMaxValueAsString();
  problems->Error(source, "the value is out of range", text, advice);
}

void CheckPose(const std::string& text, const SdfNode& element, const Source& source,
               Problems* problems) {
  const std::string format = element.AttributeOr("rotation_format");
  if (!format.empty() && format != "euler_rpy" && format != "quat_xyzw") {
    problems->Error(source, "an unknown rotation_format", format, "accepted: euler_rpy, quat_xyzw");
    return;
  }
  const bool quaternion = format == "quat_xyzw";
  const auto values = ParseVector(text, quaternion ? 7 : 6, source, problems);
  if (!values || !quaternion) return;
  double square = 0.0;
  for (std::size_t i = 3; i < 7; ++i) square += (*values)[i] * (*values)[i];
  if (std::abs(square - 1.0) > 0.01) {
    problems->Error(source, "the quaternion's length is not 1", text,
                    "write x y z qx qy qz qw with a unit quaternion");
  }
}

int VectorLength(const std::string& type) {
  if (type == "vector3") return 3;
  if (type == "vector2d" || type == "vector2i" || type == "time") return 2;
  if (type == "quaternion") return 3;
  return 0;
}

}  // namespace

void CheckSdfValue(const sdf::Param& param, const std::string& text, const SdfNode& element,
                   const Source& source, Problems* problems) {
  const std::string& type = param.GetTypeName();
  if (type == "double" || type == "float") {
    const auto value = MayBeInfinite(element.name) ? ParseLimit(text, source, problems)
                                                   : ParseDouble(text, source, problems);
    if (value) CheckRange(param, *value, text, source, problems);
  } else if (type == "int" || type == "unsigned int" || type == "uint64_t") {
    const long long least = type == "int" ? std::numeric_limits<int>::min() : 0;
    const long long most =
        type == "int" ? std::numeric_limits<int>::max() : std::numeric_limits<unsigned int>::max();
    const auto value = ParseInteger(text, least, most, source, problems);
    if (value) CheckRange(param, static_cast<double>(*value), text, source, problems);
  } else if (type == "bool") {
    ParseBool(text, source, problems);
  } else if (type == "pose") {
    // An empty pose is the identity.
    if (!Trimmed(text).empty()) CheckPose(text, element, source, problems);
  } else if (type == "color") {
    ParseColor(text, source, problems);
  } else if (VectorLength(type) > 0) {
    ParseVector(text, VectorLength(type), source, problems);
  }
}

}  // namespace surefoot::formats
