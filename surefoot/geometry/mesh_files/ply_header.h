#pragma once

/// The header and the numbers of PLY files; included by ply_*.cc only.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::ply {

enum class Type { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat, kDouble };

struct Property {
  std::string name;
  bool is_list = false;
  Type count_type = Type::kUint8;
  Type type = Type::kFloat;
};

struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::vector<Property> properties;
};

enum class Encoding { kText, kLittleEndian, kBigEndian };

struct Header {
  Encoding encoding = Encoding::kText;
  std::vector<Element> elements;
  /// Of "comment TextureFile NAME"; empty when there is none.
  std::string texture;
  /// Where the data start.
  std::size_t size = 0;
  int lines = 0;
};

Result<Header> ReadHeader(std::string_view bytes);

/// Takes one number after another from the data.
class Numbers {
 public:
  Numbers(std::string_view bytes, const Header& header);

  /// False at the end of the data, or when a text is no number.
  bool Next(Type type, double* value);
  /// Bytes that are left: every number takes one at least.
  std::size_t left() const { return bytes_.size() - at_; }

 private:
  bool NextText(double* value);

  std::string_view bytes_;
  std::size_t at_;
  Encoding encoding_;
};

}  // namespace surefoot::ply
