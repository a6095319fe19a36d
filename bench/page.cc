#include "bench/page.h"

#include <fstream>
#include <sstream>

namespace surefoot {

Result<std::string> ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return Error{"cannot read " + path};
  return text.str();
}

Status WriteText(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return file ? Status() : Status(Error{"cannot write " + path});
}

Status WriteSection(const std::string& path, const std::string& program, const std::string& text) {
  const std::string first = "<!-- " + program + ": begin, written by the program -->";
  const std::string last = "<!-- " + program + ": end -->";
  const Result<std::string> old = ReadText(path);
  if (!old.ok()) return old.error();
  const std::size_t begin = old->find(first);
  const std::size_t end = old->find(last);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    return Error{path + " needs the lines '" + first + "' and '" + last + "'"};
  }
  return WriteText(path, old->substr(0, begin) + first + "\n" + text + old->substr(end));
}

}  // namespace surefoot
