#pragma once

/// CDR in its first version (XCDR1, OMG DDS-XTypes), the wire format of ROS 2 and of its
/// recordings: a header of four bytes, then the fields in order, each number aligned to its size
/// relative to the end of the header. Written little-endian; both byte orders are read.
///
///   Bytes bytes;
///   CdrWriter(&bytes).Write(message);
///   CdrReader reader(bytes.data(), bytes.size());
///   reader.Read(&message);
///   if (!reader.ok()) ...

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/msgs/bool_item.h"

namespace surefoot::msgs {

constexpr std::size_t kCdrHeader = 4;

/// Whether a struct has fields with bounds. Headers of the library are C++17.
template <typename T, typename = void>
constexpr bool kHasBounds = false;
template <typename T>
constexpr bool kHasBounds<T, std::void_t<decltype(T::kBounds)>> = true;

/// Writes one message; replaces the content of `out`.
class CdrWriter {
 public:
  explicit CdrWriter(Bytes* out) : out_(out) { out_->assign({0, 1, 0, 0}); }

  template <typename T>
  void Write(const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      Align(sizeof(T));
      PutRaw(&value, sizeof(T));
    } else {
      // A message without fields is one byte, because IDL has no empty structs.
      const std::size_t before = out_->size();
      T::VisitFields(value, [this](const char*, const auto& field) { Write(field); });
      if (out_->size() == before && IsEmpty<T>()) out_->push_back(0);
    }
  }
  void Write(const BoolItem& item) { Write(item.value); }
  void Write(const std::string& text) {
    Write(static_cast<std::uint32_t>(text.size() + 1));
    PutRaw(text.c_str(), text.size() + 1);
  }
  template <typename T>
  void Write(const std::vector<T>& values) {
    Write(static_cast<std::uint32_t>(values.size()));
    WriteItems(values.data(), values.size());
  }
  template <typename T, std::size_t n>
  void Write(const std::array<T, n>& values) {
    WriteItems(values.data(), n);
  }

  template <typename T>
  static bool IsEmpty() {
    bool empty = true;
    const T value{};
    T::VisitFields(value, [&](const char*, const auto&) { empty = false; });
    return empty;
  }

 private:
  /// Numbers are copied at once: their layout in memory is that of CDR.
  template <typename T>
  void WriteItems(const T* items, std::size_t count) {
    if constexpr (std::is_arithmetic_v<T>) {
      if (count == 0) return;
      Align(sizeof(T));
      PutRaw(items, count * sizeof(T));
    } else {
      for (std::size_t i = 0; i < count; ++i) Write(items[i]);
    }
  }
  void Align(std::size_t size) {
    const std::size_t over = (out_->size() - kCdrHeader) % size;
    if (over != 0) out_->resize(out_->size() + size - over, 0);
  }
  void PutRaw(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::uint8_t*>(data);
    out_->insert(out_->end(), first, first + size);
  }

  Bytes* out_;
};

/// Reads the output of CdrWriter or of any other CDR writer. After a value that does not fit, ok()
/// is false and the rest is unchanged. Never allocates more memory than the bytes can fill,
/// whatever the lengths claim.
class CdrReader {
 public:
  CdrReader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {
    // CDR_BE and CDR_LE; other representations are not plain CDR.
    ok_ = size >= kCdrHeader && data[0] == 0 && data[1] <= 1;
    swap_ = ok_ && data[1] == 0;
    at_ = kCdrHeader;
  }

  bool ok() const { return ok_; }

  template <typename T>
  void Read(T* value) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      ReadItems(&byte, 1);
      *value = byte != 0;
    } else if constexpr (std::is_arithmetic_v<T>) {
      ReadItems(value, 1);
    } else {
      const std::size_t before = at_;
      T::VisitFields(*value, [this]([[maybe_unused]] const char* name, auto& field) {
        Read(&field);
        if constexpr (kHasBounds<T>) CheckBounds<T>(name, field);
      });
      if (at_ == before && at_ < size_ && CdrWriter::IsEmpty<T>()) ++at_;
    }
  }
  void Read(BoolItem* item) { Read(&item->value); }
  void Read(std::string* text) {
    const std::size_t size = ReadSize(1);
    if (!ok_) return;
    const auto* first = data_ + at_;
    at_ += size;
    // The length includes the final NUL; some writers omit it.
    const bool has_nul = size > 0 && first[size - 1] == 0;
    text->assign(reinterpret_cast<const char*>(first), has_nul ? size - 1 : size);
  }
  template <typename T>
  void Read(std::vector<T>* values) {
    const std::size_t count = ReadSize(std::is_arithmetic_v<T> ? sizeof(T) : 1);
    if (!ok_) return;
    if constexpr (std::is_arithmetic_v<T>) {
      values->resize(count);
      ReadItems(values->data(), count);
    } else {
      // Existing items keep their memory; further ones are added one by one while bytes are left.
      if (values->size() > count) values->resize(count);
      for (std::size_t i = 0; i < count && ok_; ++i) {
        if (i == values->size()) values->emplace_back();
        Read(&(*values)[i]);
      }
    }
  }
  template <typename T, std::size_t n>
  void Read(std::array<T, n>* values) {
    if constexpr (std::is_arithmetic_v<T>) {
      ReadItems(values->data(), n);
    } else {
      for (T& value : *values) Read(&value);
    }
  }

 private:
  /// After reading, because what a bounded field may claim is limited by the bytes anyway.
  template <typename T, typename Field>
  void CheckBounds(std::string_view name, const Field& field) {
    for (const auto& bounds : T::kBounds) {
      if (bounds.name == name && !Fits(bounds, field)) ok_ = false;
    }
  }
  template <typename Bounds, typename T>
  static bool Fits(const Bounds&, const T&) {
    return true;
  }
  template <typename Bounds>
  static bool Fits(const Bounds& bounds, const std::string& text) {
    return bounds.text == 0 || text.size() <= bounds.text;
  }
  template <typename Bounds, typename T>
  static bool Fits(const Bounds& bounds, const std::vector<T>& items) {
    return (bounds.items == 0 || items.size() <= bounds.items) && AllFit(bounds, items);
  }
  template <typename Bounds, typename T, std::size_t n>
  static bool Fits(const Bounds& bounds, const std::array<T, n>& items) {
    return AllFit(bounds, items);
  }
  /// Of arrays, only texts have bounds of their own.
  template <typename Bounds, typename Items>
  static bool AllFit(const Bounds& bounds, const Items& items) {
    if constexpr (std::is_same_v<typename Items::value_type, std::string>) {
      for (const std::string& text : items) {
        if (!Fits(bounds, text)) return false;
      }
    }
    return true;
  }

  /// Number of items that follow, each of at least `item` bytes.
  std::size_t ReadSize(std::size_t item) {
    std::uint32_t count = 0;
    ReadItems(&count, 1);
    if (ok_ && count > (size_ - at_) / item) ok_ = false;
    return ok_ ? count : 0;
  }
  template <typename T>
  void ReadItems(T* items, std::size_t count) {
    if (!ok_ || count == 0) return;
    const std::size_t over = (at_ - kCdrHeader) % sizeof(T);
    if (over != 0) at_ += sizeof(T) - over;
    if (at_ > size_ || count > (size_ - at_) / sizeof(T)) {
      ok_ = false;
      return;
    }
    std::memcpy(items, data_ + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    if (swap_ && sizeof(T) > 1) Swap(items, count);
  }
  template <typename T>
  static void Swap(T* items, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      std::uint8_t bytes[sizeof(T)];
      std::memcpy(bytes, items + i, sizeof(T));
      for (std::size_t j = 0; j < sizeof(T) / 2; ++j) std::swap(bytes[j], bytes[sizeof(T) - 1 - j]);
      std::memcpy(items + i, bytes, sizeof(T));
    }
  }

  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
  bool ok_ = false;
  bool swap_ = false;
};

}  // namespace surefoot::msgs
