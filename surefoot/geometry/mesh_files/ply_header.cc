#include "surefoot/geometry/mesh_files/ply_header.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh_files/obj_words.h"

namespace surefoot::ply {
namespace {

using obj::TakeWord;
using obj::Trimmed;

static_assert(std::endian::native == std::endian::little);

std::optional<Type> TypeOf(std::string_view word) {
  if (word == "char" || word == "int8") return Type::kInt8;
  if (word == "uchar" || word == "uint8") return Type::kUint8;
  if (word == "short" || word == "int16") return Type::kInt16;
  if (word == "ushort" || word == "uint16") return Type::kUint16;
  if (word == "int" || word == "int32") return Type::kInt32;
  if (word == "uint" || word == "uint32") return Type::kUint32;
  if (word == "float" || word == "float32") return Type::kFloat;
  if (word == "double" || word == "float64") return Type::kDouble;
  return std::nullopt;
}

std::size_t SizeOf(Type type) {
  switch (type) {
    case Type::kInt8:
    case Type::kUint8:
      return 1;
    case Type::kInt16:
    case Type::kUint16:
      return 2;
    case Type::kDouble:
      return 8;
    default:
      return 4;
  }
}

template <typename T>
double As(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

double Decoded(Type type, const char* bytes) {
  switch (type) {
    case Type::kInt8:
      return As<std::int8_t>(bytes);
    case Type::kUint8:
      return As<std::uint8_t>(bytes);
    case Type::kInt16:
      return As<std::int16_t>(bytes);
    case Type::kUint16:
      return As<std::uint16_t>(bytes);
    case Type::kInt32:
      return As<std::int32_t>(bytes);
    case Type::kUint32:
      return As<std::uint32_t>(bytes);
    case Type::kFloat:
      return As<float>(bytes);
    case Type::kDouble:
      return As<double>(bytes);
  }
  return 0.0;
}

Error Unknown(std::string_view line) {
  return Error{"the header line \"" + std::string(line.substr(0, 60)) +
               "\" is not understood; export the mesh again"};
}

Status ReadProperty(std::string_view line, Header* header) {
  std::string_view rest = line;
  TakeWord(&rest);
  if (header->elements.empty()) return Unknown(line);
  Property property;
  std::string_view word = TakeWord(&rest);
  property.is_list = word == "list";
  if (property.is_list) {
    const std::optional<Type> count_type = TypeOf(TakeWord(&rest));
    if (!count_type) return Unknown(line);
    property.count_type = *count_type;
    word = TakeWord(&rest);
  }
  const std::optional<Type> type = TypeOf(word);
  if (!type) return Unknown(line);
  property.type = *type;
  property.name = std::string(TakeWord(&rest));
  std::vector<Property>& properties = header->elements.back().properties;
  if (property.name.empty() || properties.size() >= 256) return Unknown(line);
  properties.push_back(std::move(property));
  return {};
}

Status ReadElement(std::string_view line, Header* header) {
  std::string_view rest = line;
  TakeWord(&rest);
  Element element;
  element.name = std::string(TakeWord(&rest));
  if (!FromChars(TakeWord(&rest), &element.count)) return Unknown(line);
  if (header->elements.size() >= 64) return Unknown(line);
  header->elements.push_back(std::move(element));
  return {};
}

Status ReadFormat(std::string_view line, Header* header) {
  std::string_view rest = line;
  TakeWord(&rest);
  const std::string_view name = TakeWord(&rest);
  if (name == "ascii") {
    header->encoding = Encoding::kText;
  } else if (name == "binary_little_endian") {
    header->encoding = Encoding::kLittleEndian;
  } else if (name == "binary_big_endian") {
    header->encoding = Encoding::kBigEndian;
  } else {
    return Unknown(line);
  }
  return {};
}

Status ReadLine(std::string_view line, Header* header) {
  std::string_view rest = line;
  const std::string_view word = TakeWord(&rest);
  if (word == "format") return ReadFormat(line, header);
  if (word == "element") return ReadElement(line, header);
  if (word == "property") return ReadProperty(line, header);
  if (word == "comment" && TakeWord(&rest) == "TextureFile") header->texture = Trimmed(rest);
  return {};
}

}  // namespace

Result<Header> ReadHeader(std::string_view bytes) {
  Header header;
  std::size_t at = 0;
  while (true) {
    const std::size_t end = bytes.find('\n', at);
    if (end == std::string_view::npos || header.lines > 1000) {
      return Error{"the header of the PLY has no end (\"end_header\"); export the mesh again"};
    }
    const std::string_view line = Trimmed(bytes.substr(at, end - at));
    at = end + 1;
    ++header.lines;
    if (header.lines == 1) {
      if (line != "ply") return Error{"the PLY does not start with \"ply\"; is it another file?"};
      continue;
    }
    if (line == "end_header") break;
    const Status status = ReadLine(line, &header);
    if (!status) return status.error();
  }
  header.size = at;
  return header;
}

Numbers::Numbers(std::string_view bytes, const Header& header)
    : bytes_(bytes), at_(header.size), encoding_(header.encoding) {}

bool Numbers::Next(Type type, double* value) {
  if (encoding_ == Encoding::kText) return NextText(value);
  const std::size_t size = SizeOf(type);
  if (left() < size) return false;
  if (encoding_ == Encoding::kLittleEndian) {
    *value = Decoded(type, bytes_.data() + at_);
  } else {
    std::array<char, 8> turned;
    for (std::size_t i = 0; i < size; ++i) turned[i] = bytes_[at_ + size - 1 - i];
    *value = Decoded(type, turned.data());
  }
  at_ += size;
  return true;
}

bool Numbers::NextText(double* value) {
  const auto is_space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (at_ < bytes_.size() && is_space(bytes_[at_])) ++at_;
  std::size_t end = at_;
  while (end < bytes_.size() && !is_space(bytes_[end])) ++end;
  const std::string_view word = bytes_.substr(at_, end - at_);
  at_ = end;
  return !word.empty() && ParseNumber(word, value);
}

}  // namespace surefoot::ply
