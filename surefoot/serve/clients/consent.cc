#include "surefoot/serve/clients/consent.h"

#include <algorithm>

#include "surefoot/base/text.h"
#include "surefoot/world/element_reader.h"

// Programs and scripts from clients run only after the owner has agreed. Consent is to the exact
// code, so a changed program is asked about again.

namespace surefoot::serve {
namespace {

/// Blanks in a row that are shown as they are.
constexpr std::size_t kMaxBlanks = 100;

/// The code point at a place of a text in UTF-8, and the number of its bytes; a byte that begins
/// none is returned by itself (RFC 3629).
unsigned CodePointAt(const std::string& text, std::size_t at, std::size_t* size) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(at);
  *size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  unsigned point = *size == 1 ? first : first & (0x7fU >> *size);
  for (std::size_t i = 1; i < *size; ++i) {
    if ((byte(at + i) & 0xc0U) != 0x80U) {
      *size = 1;
      return first;
    }
    point = point << 6U | (byte(at + i) & 0x3fU);
  }
  return point;
}

/// Control characters of C1, marks of direction, and characters without width: code can look
/// different from what it is (Boucher and Anderson 2021, "Trojan Source").
bool IsInvisible(unsigned point) {
  const auto between = [point](unsigned first, unsigned last) {
    return point >= first && point <= last;
  };
  return between(0x7f, 0x9f) || point == 0xad || point == 0x61c || between(0x200b, 0x200f) ||
         between(0x2028, 0x202e) || between(0x2060, 0x206f) || point == 0xfeff ||
         between(0xe0000, 0xe007f);
}

}  // namespace

bool Consents::IsAllowed(const ForeignCode& code) const { return all_ || allowed_.count(code) > 0; }

bool Consents::Check(const ForeignCode& code) {
  if (IsAllowed(code)) return true;
  if (IsRefused(code) || pending_.size() >= kMaxPending) return false;
  // The same code is asked about once, however often it is requested.
  const auto same = [&](const Question& question) { return question.code == code; };
  if (std::none_of(pending_.begin(), pending_.end(), same)) pending_.push_back({++last_id_, code});
  return false;
}

Status Consents::Answer(std::uint64_t id, bool allow) {
  const auto found = std::find_if(pending_.begin(), pending_.end(),
                                  [&](const Question& question) { return question.id == id; });
  if (found == pending_.end()) {
    return Error{"no program or script with the id " + std::to_string(id) +
                 " waits for consent; /surefoot/view/status lists those that do"};
  }
  (allow ? allowed_ : refused_).insert(std::move(found->code));
  pending_.erase(found);
  if (answered) answered();
  return Status();
}

std::string ShownCode(const std::string& code) {
  std::string shown;
  std::size_t at = 0;
  while (at < code.size() && shown.size() < Consents::kMaxShown) {
    const std::size_t blanks = std::min(code.find_first_not_of(" \t\r\n", at), code.size()) - at;
    if (blanks > kMaxBlanks) {
      shown += "\n<" + std::to_string(blanks) + " blanks>\n";
      at += blanks;
      continue;
    }
    std::size_t size = 0;
    const unsigned point = CodePointAt(code, at, &size);
    const bool plain = point == '\n' || point == '\t' || (point >= 0x20 && !IsInvisible(point));
    shown += plain ? code.substr(at, size) : StrFormat("<U+%04X>", point);
    at += size;
  }
  if (at < code.size()) {
    shown += "\n... and " + std::to_string(code.size() - at) + " further bytes";
  }
  return shown;
}

std::vector<ForeignCode> ScriptsOf(const world::World& world) {
  std::vector<ForeignCode> scripts;
  Problems ignored;
  for (const world::Element& element : world.spec().extensions) {
    if (element.name != "surefoot:script") continue;
    const std::string name = world::ElementReader(element, &ignored).Text("name", "script");
    scripts.push_back({ForeignCode::Kind::kScript, name, element.text});
  }
  return scripts;
}

}  // namespace surefoot::serve
