#pragma once

/// Saving and restoring by one list. A class lists once what its future depends on:
///   void Clock::Archive(StateArchive* archive) { archive->Items(&next_, &running_); }
/// and is saved by a StateArchive on a ByteWriter and restored by one on a ByteReader.
/// Snapshots may be damaged or hostile: restored numbers must be finite, flags 0 or 1, times and
/// counts (int64) far from overflow. Everything else is checked by Require and Choice.

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/random.h"
#include "surefoot/base/time.h"

namespace surefoot {

class StateArchive {
 public:
  explicit StateArchive(ByteWriter* writer) : writer_(writer) {}
  explicit StateArchive(ByteReader* reader) : reader_(reader) {}

  bool restores() const { return reader_ != nullptr; }
  /// False after bytes to be restored did not fit.
  bool ok() const { return fits_ && (reader_ == nullptr || reader_->ok()); }
  /// Time of the snapshot being restored. kUnknownTime: the bytes come from this process, as when a
  /// state is carried over to an edited world; they are restored unchanged.
  static constexpr SimTimeNs kUnknownTime = std::numeric_limits<SimTimeNs>::min();
  SimTimeNs now_ns() const { return now_ns_; }
  void set_now_ns(SimTimeNs now_ns) { now_ns_ = now_ns; }
  bool is_from_outside() const { return now_ns_ != kUnknownTime; }

  /// A condition on restored values. Saving never fails.
  void Require(bool fits) { fits_ = fits_ && (fits || !restores()); }
  /// Number of bytes left to be restored.
  std::size_t left() const { return restores() ? reader_->left() : 0; }

  /// Plain values, flags, strings, vectors of fixed size, random streams, and everything that has
  /// Archive, or Save and Restore.
  template <typename... T>
  void Items(T*... items) {
    (Item(items), ...);
  }
  template <typename Range>
  void Each(Range* items) {
    for (auto& item : *items) Item(&item);
  }
  /// A list whose length must be the same when restored.
  template <typename T>
  void SameCount(const std::vector<T>& items) {
    auto count = static_cast<std::uint64_t>(items.size());
    Item(&count);
    Require(count == items.size());
  }
  /// A list of any length.
  template <typename T>
  void List(std::vector<T>* items) {
    auto count = static_cast<std::uint64_t>(items->size());
    Item(&count);
    if (restores()) items->clear();
    for (std::uint64_t i = 0; i < count && ok(); ++i) {
      if (restores()) items->emplace_back();
      Item(&(*items)[i]);
    }
  }
  /// A value from 0 to `last`; anything else is rejected and not assigned.
  template <typename T>
  void Choice(T* value, T last) {
    auto number = static_cast<std::int32_t>(*value);
    Item(&number);
    const bool fits = number >= 0 && number <= static_cast<std::int32_t>(last);
    Require(fits);
    if (fits) *value = static_cast<T>(number);
  }
  /// Bytes without a length.
  void Raw(void* data, std::size_t size) {
    if (restores()) {
      reader_->GetRaw(data, size);
    } else {
      writer_->PutRaw(data, size);
    }
  }

 private:
  template <typename T, typename = void>
  struct HasArchive : std::false_type {};
  template <typename T>
  struct HasArchive<T, std::void_t<decltype(&T::Archive)>> : std::true_type {};
  template <typename T, typename = void>
  struct HasSave : std::false_type {};
  template <typename T>
  struct HasSave<T, std::void_t<decltype(&T::Save)>> : std::true_type {};
  /// Eigen's matrices and vectors of fixed size.
  template <typename T, typename = void>
  struct IsMatrix : std::false_type {};
  template <typename T>
  struct IsMatrix<T, std::void_t<typename T::PlainObject, decltype(std::declval<T>().data())>>
      : std::true_type {};

  template <typename T>
  void Item(T* item) {
    if constexpr (HasArchive<T>::value) {
      item->Archive(this);
    } else if constexpr (HasSave<T>::value) {
      if (!restores()) {
        item->Save(writer_);
      } else if (!ok()) {
        return;
      } else if constexpr (std::is_same<decltype(item->Restore(reader_)), bool>::value) {
        Require(item->Restore(reader_));
      } else {
        item->Restore(reader_);
      }
    } else if constexpr (IsMatrix<T>::value) {
      static_assert(T::SizeAtCompileTime > 0, "of fixed size only");
      Raw(item->data(), sizeof(typename T::Scalar) * static_cast<std::size_t>(item->size()));
      Require(!is_from_outside() || item->allFinite());
    } else {
      static_assert(std::is_trivially_copyable<T>::value, "plain data only");
      static_assert(!std::is_enum<T>::value, "Choice knows the last value");
      Raw(item, sizeof *item);
    }
  }
  void Item(double* number) {
    Raw(number, sizeof *number);
    Require(!is_from_outside() || std::isfinite(*number));
  }
  /// Times (ns) and counts: limited so that additions cannot overflow.
  void Item(std::int64_t* number) {
    constexpr std::int64_t kMax = std::int64_t{1} << 62;
    Raw(number, sizeof *number);
    Require(!is_from_outside() || (*number <= kMax && *number >= -kMax));
  }
  void Item(bool* flag) {
    std::uint8_t byte = *flag ? 1 : 0;
    Item(&byte);
    Require(byte <= 1);
    *flag = byte != 0;
  }
  void Item(std::string* text) {
    if (restores()) {
      *text = reader_->GetString();
    } else {
      writer_->PutString(*text);
    }
  }
  void Item(Bytes* bytes) {
    if (restores()) {
      *bytes = reader_->GetBytes();
    } else {
      writer_->PutBytes(*bytes);
    }
  }
  /// As many items as there are.
  void Item(std::vector<double>* values) {
    if (restores()) {
      reader_->GetDoubles(values->data(), values->size());
      for (const double value : *values) Require(!is_from_outside() || std::isfinite(value));
    } else {
      writer_->PutDoubles(values->data(), values->size());
    }
  }
  void Item(RandomStream* stream) {
    RandomStream::State state = stream->state();
    Item(&state);
    stream->set_state(state);
  }

  ByteWriter* writer_ = nullptr;
  ByteReader* reader_ = nullptr;
  bool fits_ = true;
  SimTimeNs now_ns_ = kUnknownTime;
};

/// The state of objects as bytes.
template <typename... T>
Bytes SavedState(T*... things) {
  Bytes bytes;
  ByteWriter writer(&bytes);
  StateArchive(&writer).Items(things...);
  return bytes;
}

/// Restores it at that time; returns false if the bytes do not fit the objects.
template <typename... T>
bool RestoreStateAt(SimTimeNs now_ns, const Bytes& bytes, T*... things) {
  ByteReader reader(bytes);
  StateArchive archive(&reader);
  archive.set_now_ns(now_ns);
  archive.Items(things...);
  return archive.ok() && reader.left() == 0;
}

/// The same at an unknown time.
template <typename... T>
bool RestoreState(const Bytes& bytes, T*... things) {
  return RestoreStateAt(StateArchive::kUnknownTime, bytes, things...);
}

}  // namespace surefoot
