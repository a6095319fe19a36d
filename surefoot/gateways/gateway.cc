#include "surefoot/gateways/gateway.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "surefoot/base/text.h"

namespace surefoot::gateways {
namespace {

const Option* FindOption(const GatewayKind& kind, const std::string& name) {
  const auto found = std::find_if(kind.options.begin(), kind.options.end(),
                                  [&](const Option& option) { return option.name == name; });
  return found == kind.options.end() ? nullptr : &*found;
}

}  // namespace

Result<std::string> TextSetting(const GatewayKind& kind, const Settings& settings,
                                const std::string& name) {
  const Option* option = FindOption(kind, name);
  if (option == nullptr) return Error{"there is no option '" + name + "'"};
  const auto found = settings.find(name);
  return found == settings.end() ? option->value : found->second;
}

Result<double> NumberSetting(const GatewayKind& kind, const Settings& settings,
                             const std::string& name, double least, double most) {
  const Result<std::string> text = TextSetting(kind, settings, name);
  if (!text.ok()) return text.error();
  char* end = nullptr;
  const double value = std::strtod(text->c_str(), &end);
  const bool whole = !text->empty() && *end == '\0' && std::isfinite(value);
  if (whole && value >= least && value <= most) return value;
  return Error{name + " is '" + *text + "', accepted are numbers from " + DecimalText(least) +
               " to " + DecimalText(most)};
}

Status CheckSettings(const GatewayKind& kind, const Settings& settings) {
  for (const auto& [name, value] : settings) {
    if (FindOption(kind, name) != nullptr) continue;
    const std::string known = Joined(kind.options, &Option::name);
    return Error{"there is no option '" + name + "'; accepted: " + known};
  }
  return Status();
}

}  // namespace surefoot::gateways
