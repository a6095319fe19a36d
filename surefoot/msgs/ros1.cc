#include "surefoot/msgs/ros1.h"

#include "surefoot/msgs/ros1_names.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::msgs {
namespace {

using Kind = FieldRef::Kind;
using Shape = FieldRef::Shape;

bool HasSeq(const TypeInfo& type) { return &type == &std_msgs::Header::type(); }

class Writer {
 public:
  Writer(std::uint32_t seq, Bytes* out) : seq_(seq), out_(out) { out->clear(); }

  void Write(const TypeInfo& type, void* message) {
    if (HasSeq(type)) out_.Put(seq_);
    VisitFields(type, message, [&](const FieldRef& field) {
      if (!Ros1Lacks(type, field.name)) WriteField(field);
    });
  }

 private:
  void WriteField(const FieldRef& field) {
    if (field.shape == Shape::kArray) out_.Put(static_cast<std::uint32_t>(field.count));
    if (field.kind == Kind::kMessage) {
      for (std::size_t i = 0; i < field.count; ++i) Write(*field.type, field.item(i));
    } else if (field.kind == Kind::kString) {
      for (std::size_t i = 0; i < field.count; ++i) {
        out_.PutString(*static_cast<const std::string*>(field.item(i)));
      }
    } else {
      out_.PutRaw(field.items, field.count * field.item_size);
    }
  }

  std::uint32_t seq_;
  ByteWriter out_;
};

class Reader {
 public:
  Reader(const std::uint8_t* data, std::size_t size) : in_(data, size) {}

  bool ok() const { return fits_ && in_.ok(); }
  std::size_t left() const { return in_.left(); }

  void Read(const TypeInfo& type, void* message) {
    if (HasSeq(type)) in_.Get<std::uint32_t>();
    VisitFields(type, message, [&](const FieldRef& field) {
      if (ok() && !Ros1Lacks(type, field.name)) ReadField(field);
    });
  }

 private:
  void ReadField(FieldRef field) {
    if (field.shape == Shape::kArray) {
      const std::size_t count = in_.Get<std::uint32_t>();
      fits_ = in_.ok() && count <= in_.left() / SmallestSize(field);
      if (!fits_) return;
      field.items = field.resize(field.vector, count);
      field.count = count;
    }
    if (field.kind == Kind::kMessage) {
      for (std::size_t i = 0; i < field.count && ok(); ++i) Read(*field.type, field.item(i));
    } else if (field.kind == Kind::kString) {
      for (std::size_t i = 0; i < field.count && ok(); ++i) {
        *static_cast<std::string*>(field.item(i)) = in_.GetString();
      }
    } else if (field.kind == Kind::kBool) {
      for (std::size_t i = 0; i < field.count && ok(); ++i) {
        *static_cast<bool*>(field.item(i)) = in_.Get<std::uint8_t>() != 0;
      }
    } else {
      in_.GetRaw(field.items, field.count * field.item_size);
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

  ByteReader in_;
  bool fits_ = true;
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
