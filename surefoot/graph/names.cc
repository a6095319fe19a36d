#include "surefoot/graph/names.h"

#include <algorithm>
#include <cctype>

// Names follow the rules of ROS 2: letters, digits and underscores between slashes.

namespace surefoot::graph {
namespace {

bool IsNameLetter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '/';
}

}  // namespace

Status CheckName(const std::string& name) {
  const bool good = name.size() > 1 && name[0] == '/' && name.back() != '/' &&
                    name.find("//") == std::string::npos &&
                    std::all_of(name.begin(), name.end(), IsNameLetter);
  if (good) return Status();
  return Error{
      "'" + name +
      "' is not a valid name of a topic or service: start with /, then letters, digits, _ and /"};
}

std::string TopicName(const std::string& scope, const std::string& topic) {
  const bool absolute = !topic.empty() && topic[0] == '/';
  const std::string joined = absolute ? topic : scope + "/" + topic;
  std::string name = "/";
  for (char c : joined) {
    const char letter = IsNameLetter(c) ? c : '_';
    const bool first = name.back() == '/';
    if (letter == '/' && first) continue;
    if (first && std::isdigit(static_cast<unsigned char>(letter)) != 0) name += '_';
    name += letter;
  }
  if (name.size() > 1 && name.back() == '/') name.pop_back();
  return name;
}

}  // namespace surefoot::graph
