#pragma once

/// For the generated sources.

#include "surefoot/msgs/cdr.h"
#include "surefoot/msgs/field_text.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

template <typename T>
TypeInfo MakeTypeInfo(const char* name, const char* definition) {
  TypeInfo info{};
  info.name = name;
  info.definition = definition;
  info.encode = [](const void* message, Bytes* out) {
    CdrWriter writer(out);
    writer.Write(*static_cast<const T*>(message));
  };
  info.decode = [](const std::uint8_t* data, std::size_t size, void* message) {
    CdrReader reader(data, size);
    reader.Read(static_cast<T*>(message));
    return reader.ok();
  };
  info.make = []() -> std::shared_ptr<void> { return std::make_shared<T>(); };
  info.set_field = [](const std::string& path, const std::string& text, void* message) {
    return SetField(path, text, static_cast<T*>(message));
  };
  return info;
}

}  // namespace surefoot::msgs
