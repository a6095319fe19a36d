#include "surefoot/geometry/mesh/uri_options.h"

#include <algorithm>

namespace surefoot {

std::string WithoutOptions(const std::string& uri) { return uri.substr(0, uri.find('?')); }

UriOptions OptionsIn(const std::string& uri) {
  UriOptions options;
  const std::size_t question = uri.find('?');
  std::size_t start = question == std::string::npos ? uri.size() : question + 1;
  while (start < uri.size()) {
    const std::size_t end = std::min(uri.find('&', start), uri.size());
    const std::string option = uri.substr(start, end - start);
    const std::size_t equals = std::min(option.find('='), option.size());
    options.emplace_back(option.substr(0, equals),
                         equals < option.size() ? option.substr(equals + 1) : std::string());
    start = end + 1;
  }
  return options;
}

}  // namespace surefoot
