#include "surefoot/gateways/gateway.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "surefoot/base/text.h"

// Settings arrive as texts from the command line. The reader keeps the first error and continues
// with defaults, so a gateway can read all of its settings in one go.

namespace surefoot::gateways {
namespace {

const Option* FindOption(const GatewayKind& kind, const std::string& name) {
  const auto found = std::find_if(kind.options.begin(), kind.options.end(),
                                  [&](const Option& option) { return option.name == name; });
  return found == kind.options.end() ? nullptr : &*found;
}

}  // namespace

SettingsReader::SettingsReader(const GatewayKind& kind, const Settings& settings)
    : kind_(kind), settings_(settings) {
  for (const auto& [name, value] : settings) {
    if (FindOption(kind, name) != nullptr) continue;
    const std::string known = Joined(kind.options, &Option::name);
    Note(Error{"unknown option '" + name + "'; accepted: " + known});
  }
}

std::string SettingsReader::Text(const std::string& name) {
  const auto found = settings_.find(name);
  const Option* option = FindOption(kind_, name);
  SUREFOOT_CHECK(option != nullptr, "unknown option '" + name + "'");
  return found == settings_.end() ? option->value : found->second;
}

double SettingsReader::Number(const std::string& name, double min, double max) {
  return *NumberOr("", name, min, max);
}

std::optional<double> SettingsReader::NumberOr(const std::string& word, const std::string& name,
                                               double min, double max) {
  const std::string text = Text(name);
  if (!word.empty() && text == word) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool whole = !text.empty() && *end == '\0' && std::isfinite(value);
  if (whole && value >= min && value <= max) return value;
  Note(Error{name + " is '" + text + "', accepted are numbers from " + DecimalText(min) + " to " +
             DecimalText(max) + (word.empty() ? "" : ", or " + word)});
  return min;
}

int SettingsReader::Choice(const std::string& name, const std::vector<std::string>& accepted) {
  const std::string text = Text(name);
  const auto found = std::find(accepted.begin(), accepted.end(), text);
  if (found != accepted.end()) return static_cast<int>(found - accepted.begin());
  Note(Error{name + " is '" + text + "', accepted: " + Joined(accepted)});
  return 0;
}

}  // namespace surefoot::gateways
