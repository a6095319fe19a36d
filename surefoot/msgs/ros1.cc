#include "surefoot/msgs/ros1.h"

#include <cstring>

#include "surefoot/msgs/ros1_names.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::msgs {
namespace {

using Kind = FieldRef::Kind;
using Shape = FieldRef::Shape;

bool HasSeq(const TypeInfo& type) { return &type == &std_msgs::Header::type(); }

class Writer {
 public:
  Writer(std::uint32_t seq, Bytes* out) : seq_(seq), out_(out) { out_->clear(); }

  void Write(const TypeInfo& type, void* message) {
    if (HasSeq(type)) WriteNumber(seq_);
    VisitFields(type, message, [&](const FieldRef& field) {
      if (!Ros1Lacks(type, field.name)) WriteField(field);
    });
  }

 private:
  void WriteField(const FieldRef& field) {
    if (field.shape == Shape::kArray) WriteNumber(static_cast<std::uint32_t>(field.count));
    if (field.kind == Kind::kMessage) {
      for (std::size_t i = 0; i < field.count; ++i) Write(*field.type, field.item(i));
    } else if (field.kind == Kind::kString) {
      for (std::size_t i = 0; i < field.count; ++i) {
        const auto& text = *static_cast<const std::string*>(field.item(i));
        WriteNumber(static_cast<std::uint32_t>(text.size()));
        Put(text.data(), text.size());
      }
    } else {
      Put(field.items, field.count * field.item_size);
    }
  }
  void WriteNumber(std::uint32_t value) { Put(&value, sizeof value); }
  void Put(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::uint8_t*>(data);
    out_->insert(out_->end(), first, first + size);
  }

  std::uint32_t seq_;
  Bytes* out_;
};

class Reader {
 public:
  Reader(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  bool ok() const { return ok_; }
  std::size_t left() const { return left_; }

  void Read(const TypeInfo& type, void* message) {
    if (HasSeq(type)) ReadNumber();
    VisitFields(type, message, [&](const FieldRef& field) {
      if (ok_ && !Ros1Lacks(type, field.name)) ReadField(field);
    });
  }

 private:
  void ReadField(FieldRef field) {
    if (field.shape == Shape::kArray) {
      const std::size_t count = ReadNumber();
      if (!ok_ || count > left_ / SmallestSize(field)) {
        ok_ = false;
        return;
      }
      field.items = field.resize(field.vector, count);
      field.count = count;
    }
    if (field.kind == Kind::kMessage) {
      for (std::size_t i = 0; i < field.count && ok_; ++i) Read(*field.type, field.item(i));
    } else if (field.kind == Kind::kString) {
      for (std::size_t i = 0; i < field.count && ok_; ++i) {
        ReadText(static_cast<std::string*>(field.item(i)));
      }
    } else if (field.kind == Kind::kBool) {
      for (std::size_t i = 0; i < field.count && ok_; ++i) ReadBool(field.item(i));
    } else {
      Take(field.items, field.count * field.item_size);
    }
  }
  /// In bytes, of one item in an array; messages without fields count as one.
  static std::size_t SmallestSize(const FieldRef& field) {
    if (field.kind == Kind::kString) return 4;
    if (field.kind != Kind::kMessage) return field.item_size;
    std::size_t size = HasSeq(*field.type) ? 4 : 0;
    const std::shared_ptr<void> item = field.type->make();
    VisitFields(*field.type, item.get(), [&](const FieldRef& part) {
      if (Ros1Lacks(*field.type, part.name)) return;
      size += part.shape == Shape::kArray ? 4 : part.count * SmallestSize(part);
    });
    return size == 0 ? 1 : size;
  }
  void ReadText(std::string* text) {
    const std::size_t size = ReadNumber();
    if (!ok_ || size > left_) {
      ok_ = false;
      return;
    }
    text->assign(reinterpret_cast<const char*>(data_), size);
    Skip(size);
  }
  void ReadBool(void* item) {
    std::uint8_t byte = 0;
    Take(&byte, 1);
    *static_cast<bool*>(item) = byte != 0;
  }
  std::uint32_t ReadNumber() {
    std::uint32_t value = 0;
    Take(&value, sizeof value);
    return value;
  }
  void Take(void* to, std::size_t size) {
    if (!ok_ || size > left_) {
      ok_ = false;
      return;
    }
    if (size == 0) return;
    std::memcpy(to, data_, size);
    Skip(size);
  }
  void Skip(std::size_t size) {
    data_ += size;
    left_ -= size;
  }

  const std::uint8_t* data_;
  std::size_t left_;
  bool ok_ = true;
};

}  // namespace

void EncodeRos1(const TypeInfo& type, const void* message, std::uint32_t seq, Bytes* out) {
  // Visiting does not change anything.
  Writer(seq, out).Write(type, const_cast<void*>(message));
}

bool DecodeRos1(const TypeInfo& type, const std::uint8_t* data, std::size_t size, void* message) {
  Reader reader(data, size);
  reader.Read(type, message);
  return reader.ok() && reader.left() == 0;
}

}  // namespace surefoot::msgs
