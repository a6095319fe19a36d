#include <cmath>
#include <iterator>

#include "surefoot/base/text.h"
#include "surefoot/formats/urdf/xacro/functions.h"

namespace surefoot::formats::urdf {
namespace {

constexpr double kDegrees = 180.0 / M_PI;

/// The functions of Python's module math with one argument, with two, and those with special
/// rules.
struct OneNumber {
  const char* name;
  double (*function)(double);
};

constexpr OneNumber kOneNumber[] = {
    {"sin", [](double x) { return std::sin(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"asin", [](double x) { return std::asin(x); }},
    {"acos", [](double x) { return std::acos(x); }},
    {"atan", [](double x) { return std::atan(x); }},
    {"sinh", [](double x) { return std::sinh(x); }},
    {"cosh", [](double x) { return std::cosh(x); }},
    {"tanh", [](double x) { return std::tanh(x); }},
    {"asinh", [](double x) { return std::asinh(x); }},
    {"acosh", [](double x) { return std::acosh(x); }},
    {"atanh", [](double x) { return std::atanh(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"expm1", [](double x) { return std::expm1(x); }},
    {"log10", [](double x) { return std::log10(x); }},
    {"log2", [](double x) { return std::log2(x); }},
    {"log1p", [](double x) { return std::log1p(x); }},
    {"fabs", [](double x) { return std::fabs(x); }},
    // The order of operations is CPython's, for equal rounding.
    {"radians", [](double x) { return x * (M_PI / 180.0); }},
    {"degrees", [](double x) { return x * kDegrees; }},
};

struct TwoNumbers {
  const char* name;
  double (*function)(double, double);
};

constexpr TwoNumbers kTwoNumbers[] = {
    {"atan2", [](double a, double b) { return std::atan2(a, b); }},
    {"pow", [](double a, double b) { return std::pow(a, b); }},
    {"fmod", [](double a, double b) { return std::fmod(a, b); }},
    {"copysign", [](double a, double b) { return std::copysign(a, b); }},
};

constexpr const char* kSpecial[] = {"log",   "hypot", "floor", "ceil",
                                    "trunc", "isnan", "isinf", "isfinite"};

double Number(const std::string& name, const std::vector<Value>& values, std::size_t index) {
  if (!values[index].IsNumber()) {
    Wrong("the function " + name + " takes numbers", TypeName(values[index]),
          "check the properties that it uses");
  }
  return AsDouble(values[index]);
}

void CheckCount(const std::string& name, const std::vector<Value>& values, std::size_t low,
                std::size_t high) {
  if (values.size() >= low && values.size() <= high) return;
  Wrong("the function " + name + " has the wrong number of arguments",
        std::to_string(values.size()),
        "it takes " + std::to_string(low) + (high > low ? " or " + std::to_string(high) : ""));
}

/// Python raises ValueError or OverflowError where C returns nan or infinity for valid arguments.
double Checked(const std::string& name, double result, bool finite, bool had_nan) {
  if ((std::isnan(result) && !had_nan) || (std::isinf(result) && finite)) {
    Wrong("the function " + name + " is not defined for these numbers", "",
          "check the arguments: sqrt and log take positive numbers, asin and acos -1 to 1");
  }
  return result;
}

/// floor, ceil and trunc return integers in Python. 9.2e18 is just below 2^63.
Value ToInteger(const std::string& name, double value) {
  if (!(std::fabs(value) < 9.2e18)) {
    Unsupported("the integer result of " + name + " exceeds 64 bits", FloatText(value));
  }
  return static_cast<std::int64_t>(value);
}

/// log with a base is log(x) / log(base), as in CPython, so the last bits agree.
Value CallSpecial(const std::string& name, const std::vector<Value>& values) {
  if (name == "hypot") {
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) sum = std::hypot(sum, Number(name, values, i));
    return sum;
  }
  CheckCount(name, values, 1, name == "log" ? 2 : 1);
  const double x = Number(name, values, 0);
  if (name == "log") {
    double result = Checked(name, std::log(x), std::isfinite(x), std::isnan(x));
    if (values.size() == 1) return result;
    const double base = Number(name, values, 1);
    const double divisor = Checked(name, std::log(base), std::isfinite(base), std::isnan(base));
    if (divisor == 0.0) Wrong("the base of a logarithm is 1", "log");
    return result / divisor;
  }
  if (name == "isnan") return std::isnan(x);
  if (name == "isinf") return std::isinf(x);
  if (name == "isfinite") return std::isfinite(x);
  if (values[0].IsInteger()) return AsInteger(values[0]);
  if (name == "floor") return ToInteger(name, std::floor(x));
  if (name == "ceil") return ToInteger(name, std::ceil(x));
  return ToInteger(name, std::trunc(x));
}

}  // namespace

bool IsMathFunction(const std::string& name) {
  for (const OneNumber& known : kOneNumber) {
    if (name == known.name) return true;
  }
  for (const TwoNumbers& known : kTwoNumbers) {
    if (name == known.name) return true;
  }
  return std::find(std::begin(kSpecial), std::end(kSpecial), name) != std::end(kSpecial);
}

std::string MathNames() {
  return Joined(kOneNumber, &OneNumber::name) + ", " + Joined(kTwoNumbers, &TwoNumbers::name) +
         ", " + Joined(kSpecial);
}

/// The functions of the two tables take and return floats, as Python's module math does: sqrt(4)
/// is 2.0.
std::optional<Value> CallMath(const std::string& name, const std::vector<Value>& values) {
  for (const OneNumber& known : kOneNumber) {
    if (name != known.name) continue;
    CheckCount(name, values, 1, 1);
    const double x = Number(name, values, 0);
    return Checked(name, known.function(x), std::isfinite(x), std::isnan(x));
  }
  for (const TwoNumbers& known : kTwoNumbers) {
    if (name != known.name) continue;
    CheckCount(name, values, 2, 2);
    const double a = Number(name, values, 0);
    const double b = Number(name, values, 1);
    return Checked(name, known.function(a, b), std::isfinite(a) && std::isfinite(b),
                   std::isnan(a) || std::isnan(b));
  }
  if (!IsMathFunction(name)) return std::nullopt;
  return CallSpecial(name, values);
}

}  // namespace surefoot::formats::urdf
