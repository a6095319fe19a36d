#include "surefoot/serve/clients/people.h"

namespace surefoot::serve {
namespace {

/// Characters, not bytes.
constexpr std::size_t kMaxNameLength = 40;

/// A continuation byte of UTF-8 (RFC 3629, section 3).
bool IsContinuation(char letter) { return (static_cast<unsigned char>(letter) & 0xc0U) == 0x80U; }

/// Removes control characters and repeated spaces. Names appear in logs and on the pages of others,
/// so they must not break lines.
std::string Tidied(const std::string& name) {
  std::string tidy;
  std::size_t letters = 0;
  for (const char letter : name) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < 32 || code == 127) continue;
    if (letter == ' ' && (tidy.empty() || tidy.back() == ' ')) continue;
    if (!IsContinuation(letter) && ++letters > kMaxNameLength) break;
    tidy += letter;
  }
  while (!tidy.empty() && tidy.back() == ' ') tidy.pop_back();
  return tidy;
}

}  // namespace

void People::Join(const std::string& client, const std::string& name) {
  const std::string tidy = Tidied(name);
  names_[client] = tidy.empty() ? client : tidy;
}

std::string People::NameOf(const std::string& client) const {
  const auto found = names_.find(client);
  return found == names_.end() ? client : found->second;
}

}  // namespace surefoot::serve
