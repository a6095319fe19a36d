#include "surefoot/msgs/test/random_message.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

namespace surefoot::msgs {
namespace {

using Kind = FieldRef::Kind;

template <typename T>
T FiniteBits(RandomStream* random) {
  for (;;) {
    const std::uint64_t bits = random->NextBits();
    T value;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) return value;
  }
}

std::string Text(std::size_t longest, std::size_t max_size, RandomStream* random) {
  static const char* const kParts[] = {"a", "base_link", "\xc3\xa4", "\xe2\x82\xac",
                                       " ", "\"",        "\\"};
  std::string text;
  const std::size_t parts = random->NextBits() % (longest + 1);
  for (std::size_t i = 0; i < parts; ++i) {
    const std::string_view part = kParts[random->NextBits() % 7];
    if (text.size() + part.size() <= max_size) text += part;
  }
  return text;
}

void FillItem(const FieldRef& field, std::size_t longest, RandomStream* random, void* item) {
  switch (field.kind) {
    case Kind::kBool:
      *static_cast<bool*>(item) = random->NextBits() % 2 == 1;
      return;
    case Kind::kFloat32:
      *static_cast<float*>(item) = FiniteBits<float>(random);
      return;
    case Kind::kFloat64:
      *static_cast<double*>(item) = FiniteBits<double>(random);
      return;
    case Kind::kString:
      *static_cast<std::string*>(item) = Text(longest, field.max_text, random);
      return;
    case Kind::kMessage:
      FillRandom(*field.type, longest, random, item);
      return;
    default: {
      const std::uint64_t bits = random->NextBits();
      std::memcpy(item, &bits, field.item_size);
    }
  }
}

}  // namespace

void FillRandom(const TypeInfo& type, std::size_t longest, RandomStream* random, void* message) {
  VisitFields(type, message, [&](const FieldRef& field) {
    FieldRef filled = field;
    if (field.shape == FieldRef::Shape::kArray) {
      filled.count = random->NextBits() % (std::min(longest, field.max_items) + 1);
      filled.items = field.resize(field.vector, filled.count);
    }
    for (std::size_t i = 0; i < filled.count; ++i) {
      FillItem(filled, longest, random, filled.item(i));
    }
  });
}

}  // namespace surefoot::msgs
