#include "surefoot/geometry/mesh/uri_options.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

// Options behind a URI, "?key=value&key=value", for generated meshes and parts of height maps.

namespace surefoot {

std::string WithoutOptions(const std::string& uri) { return uri.substr(0, uri.find('?')); }

UriOptions OptionsIn(const std::string& uri) {
  UriOptions options;
  const std::size_t question = uri.find('?');
  std::istringstream text(question == std::string::npos ? "" : uri.substr(question + 1));
  for (std::string option; std::getline(text, option, '&');) {
    const std::size_t equals = std::min(option.find('='), option.size());
    options.emplace_back(option.substr(0, equals),
                         equals < option.size() ? option.substr(equals + 1) : std::string());
  }
  return options;
}

Status SetOptions(const std::string& uri, const std::vector<UriOption>& options,
                  const std::string& kind, const std::string& of, const std::string& examples) {
  for (const auto& [key, value] : OptionsIn(uri)) {
    const auto known = std::find_if(options.begin(), options.end(),
                                    [&](const UriOption& option) { return key == option.name; });
    if (known == options.end()) {
      return Error{uri + ": there is no " + (of.empty() ? kind + " " : "") + "option '" + key +
                   "'" + of + "; there are: " + Joined(options, &UriOption::name)};
    }
    if (known->set(value)) continue;
    return Error{uri + ": " + kind + " option " + key + "='" + value +
                 "' is not understood; write " + examples};
  }
  return Status();
}

std::string LowerEnding(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  return ending.empty() ? ending : Lower(std::string_view(ending).substr(1));
}

/// As in RFC 3986; an invalid code is left unchanged.
std::string PercentDecoded(std::string_view text) {
  const auto digit = [](char c) {
    const std::size_t at = std::string_view("0123456789abcdefABCDEF").find(c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at < 16 ? at : at - 6);
  };
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool coded =
        text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    decoded += coded ? static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])) : text[i];
    if (coded) i += 2;
  }
  return decoded;
}

}  // namespace surefoot
