#include "surefoot/gateways/web/rosbridge/fragments.h"

#include <algorithm>
#include <utility>

#include "surefoot/msgs/json_text.h"

namespace surefoot::gateways::web {
namespace {

/// Fragments per outgoing message: a fragment size of 1 byte must not multiply a message's size by
/// a hundred.
constexpr std::size_t kMaxPieces = 4096;
/// Fragments per incoming message; far more than a message of the accepted size needs.
constexpr std::int64_t kMaxTotal = 1000000;

/// A continuation byte of UTF-8 (RFC 3629, section 3).
bool IsInsideCharacter(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

std::vector<std::string> SplitIntoFragments(std::string_view text, std::size_t size,
                                            const std::string& id) {
  // At least one character, which has up to four bytes.
  size = std::max({size, text.size() / kMaxPieces + 1, std::size_t{4}});
  std::vector<std::string_view> pieces;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(at + size, text.size());
    // A fragment must itself be valid UTF-8, because it is a JSON string.
    while (end < text.size() && end > at + 1 && IsInsideCharacter(text[end])) --end;
    pieces.push_back(text.substr(at, end - at));
    at = end;
  }
  std::vector<std::string> messages;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    msgs::JsonText json;
    json.BeginObject().Text("op", "fragment").Text("id", id).Text("data", pieces[i]);
    json.Integer("num", static_cast<long long>(i));
    json.Integer("total", static_cast<long long>(pieces.size()));
    messages.push_back(json.EndObject().text());
  }
  return messages;
}

Error Defragmenter::Drop(const std::string& id, const std::string& why) {
  if (const auto found = parts_.find(id); found != parts_.end()) {
    bytes_ -= found->second.bytes;
    parts_.erase(found);
  }
  return Error{"fragments of '" + id.substr(0, 80) + "': " + why};
}

void Defragmenter::DropOld(TimePoint now) {
  for (auto it = parts_.begin(); it != parts_.end();) {
    const bool old = now - it->second.last > limits_.fragment_timeout;
    if (old) bytes_ -= it->second.bytes;
    it = old ? parts_.erase(it) : std::next(it);
  }
}

Result<std::string> Defragmenter::Add(const std::string& id, std::int64_t num, std::int64_t total,
                                      std::string data, TimePoint now) {
  DropOld(now);
  if (total < 1 || total > kMaxTotal || num < 0 || num >= total) {
    return Drop(id, "number " + std::to_string(num) + " of " + std::to_string(total) +
                        "; accepted are numbers from 0 to total - 1 and totals from 1 to " +
                        std::to_string(kMaxTotal));
  }
  const auto found = parts_.find(id);
  if (found == parts_.end() && parts_.size() >= limits_.open_fragments) {
    return Drop(id, "there are " + std::to_string(parts_.size()) +
                        " incomplete messages already; complete them first");
  }
  Parts& parts = found == parts_.end() ? parts_[id] : found->second;
  if (parts.total != 0 && parts.total != total) {
    return Drop(id, "the total was " + std::to_string(parts.total) + ", now it is " +
                        std::to_string(total));
  }
  parts.total = total;
  parts.last = now;
  // 64 bytes for the map's node: otherwise a million empty fragments would be free.
  const std::size_t bytes = data.size() + 64;
  if (!parts.pieces.emplace(num, std::move(data)).second) return std::string();
  parts.bytes += bytes;
  bytes_ += bytes;
  // Twice the limit, so that one large message fits beside several small ones.
  if (bytes_ > limits_.message_bytes * 2) {
    return Drop(
        id, "too large; at most " + std::to_string(limits_.message_bytes) + " bytes per message");
  }
  if (static_cast<std::int64_t>(parts.pieces.size()) < total) return std::string();
  std::string whole;
  for (const auto& [number, piece] : parts.pieces) whole += piece;
  bytes_ -= parts.bytes;
  parts_.erase(id);
  if (whole.size() > limits_.message_bytes) return Drop(id, "too large");
  return whole;
}

}  // namespace surefoot::gateways::web
