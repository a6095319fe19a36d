#pragma once

/// Plain little-endian byte strings for snapshots and recordings.

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace surefoot {

using Bytes = std::vector<std::uint8_t>;

/// Appends values to a byte string. Does not allocate once the string's capacity suffices.
class ByteWriter {
 public:
  explicit ByteWriter(Bytes* out) : out_(out) {}

  template <typename T>
  void Put(const T& value) {
    static_assert(std::is_trivially_copyable<T>::value, "plain data only");
    PutRaw(&value, sizeof value);
  }
  void PutRaw(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::uint8_t*>(data);
    out_->insert(out_->end(), first, first + size);
  }
  void PutDoubles(const double* data, std::size_t count) {
    Put<std::uint64_t>(count);
    PutRaw(data, count * sizeof(double));
  }
  /// Length in 32 bits, then the text.
  void PutString(const std::string& text) {
    Put<std::uint32_t>(static_cast<std::uint32_t>(text.size()));
    PutRaw(text.data(), text.size());
  }
  /// Length in 64 bits, then the bytes.
  void PutBytes(const Bytes& bytes) {
    Put<std::uint64_t>(bytes.size());
    PutRaw(bytes.data(), bytes.size());
  }

 private:
  Bytes* out_;
};

/// Reads the output of ByteWriter. After a read past the end, ok() is false and values are zero.
class ByteReader {
 public:
  ByteReader(const void* data, std::size_t size)
      : data_(static_cast<const std::uint8_t*>(data)), left_(size) {}
  explicit ByteReader(const Bytes& bytes) : ByteReader(bytes.data(), bytes.size()) {}

  template <typename T>
  T Get() {
    static_assert(std::is_trivially_copyable<T>::value, "plain data only");
    T value{};
    GetRaw(&value, sizeof value);
    return value;
  }
  /// Beyond the end nothing is read, and ok() is false from then on.
  void GetRaw(void* out, std::size_t size) {
    if (!ok_ || size > left_) {
      ok_ = false;
      return;
    }
    if (size > 0) std::memcpy(out, data_, size);
    data_ += size;
    left_ -= size;
  }
  /// Reads a block written by PutDoubles, which must contain exactly `count` values.
  void GetDoubles(double* out, std::size_t count) {
    if (Get<std::uint64_t>() != count) ok_ = false;
    GetRaw(out, count * sizeof(double));
  }
  std::string GetString() {
    const std::uint32_t size = Get<std::uint32_t>();
    if (!ok_ || size > left_) {
      ok_ = false;
      return {};
    }
    std::string text(size, '\0');
    GetRaw(text.data(), size);
    return text;
  }
  Bytes GetBytes() {
    const std::uint64_t size = Get<std::uint64_t>();
    if (!ok_ || size > left_) {
      ok_ = false;
      return {};
    }
    Bytes bytes(size);
    GetRaw(bytes.data(), size);
    return bytes;
  }

  bool ok() const { return ok_; }
  std::size_t left() const { return left_; }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
  bool ok_ = true;
};

}  // namespace surefoot
