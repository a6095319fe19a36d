#include "surefoot/formats/sdf/schema/schema_value.h"

#include <cmath>
#include <limits>
#include <optional>

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

void CheckRange(const SdfValueType& type, double value, const std::string& text,
                const Source& source, Problems* problems) {
  if (type.least.empty() && type.most.empty()) return;
  Problems ignored;
  const auto bound = [&](const std::string& limit) -> std::optional<double> {
    return limit.empty() ? std::nullopt : ParseLimit(limit, source, &ignored);
  };
  const auto least = bound(type.least);
  const auto most = bound(type.most);
  if ((!least || value >= *least) && (!most || value <= *most)) return;
  std::string advice = "accepted:";
  if (least) advice += " at least " + type.least;
  if (most) advice += std::string(least ? "," : "") + " at most " + type.most;
  problems->Error(source, kSdfOutOfRange, text, advice);
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

void CheckInteger(const SdfValueType& type, const std::string& text, const Source& source,
                  Problems* problems) {
  const bool is_signed = type.kind == 'i';
  const long long least = is_signed ? std::numeric_limits<int>::min() : 0;
  const long long most =
      is_signed ? std::numeric_limits<int>::max() : std::numeric_limits<unsigned int>::max();
  // "100.0" and "1e5" are written too.
  Problems ignored;
  const auto number = ParseDouble(text, source, &ignored);
  const bool whole = number && *number == std::floor(*number) &&
                     *number >= static_cast<double>(least) && *number <= static_cast<double>(most);
  if (!whole && !ParseInteger(text, least, most, source, problems)) return;
  if (number) CheckRange(type, *number, text, source, problems);
}

}  // namespace

void CheckSdfValue(const SdfValueType& type, const std::string& text, const SdfNode& element,
                   const Source& source, Problems* problems) {
  switch (type.kind) {
    case 'd': {
      const auto value = MayBeInfinite(element.name) ? ParseLimit(text, source, problems)
                                                     : ParseDouble(text, source, problems);
      if (value) CheckRange(type, *value, text, source, problems);
      break;
    }
    case 'i':
    case 'u':
      CheckInteger(type, text, source, problems);
      break;
    case 'b':
      ParseBool(text, source, problems);
      break;
    case 'p':
      // An empty pose is the identity.
      if (!Trimmed(text).empty()) CheckPose(text, element, source, problems);
      break;
    case 'c':
      ParseColor(text, source, problems);
      break;
    case '2':
      ParseVector(text, 2, source, problems);
      break;
    case '3':
      ParseVector(text, 3, source, problems);
      break;
    default:
      break;
  }
}

}  // namespace surefoot::formats
