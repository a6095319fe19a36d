#include "bench/arguments.h"

#include <cstdio>

namespace surefoot {

std::optional<int> Arguments::Read(int argc, char** argv) const {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto flag = flags_.find(word);
    const auto value = values_.find(word);
    if (flag != flags_.end()) {
      flag->second();
    } else if (value != values_.end() && i + 1 < argc) {
      value->second(argv[++i]);
    } else if (others_ && word.rfind("-", 0) != 0) {
      others_(argv[i]);
    } else if (word == "--help") {
      std::fputs(help_, stdout);
      return 0;
    } else {
      return Refuse();
    }
  }
  return std::nullopt;
}

int Arguments::Refuse() const {
  std::fputs(help_, stderr);
  return 2;
}

}  // namespace surefoot
