#pragma once

#include <string_view>

#include "fuzz/target.h"
#include "surefoot/record/message_reader.h"

namespace surefoot::fuzz {

/// Reads the input as a recording of this name and decodes all messages.
inline void ReadRecording(const std::string& name, std::string_view input) {
  const std::string path = WriteFile(name, input);
  auto reader = record::MessageReader::Open(path);
  if (!reader.ok()) return Require(!reader.error().message.empty(), "an error says something");
  record::TypedMessage message;
  std::size_t sum = 0;
  while ((*reader)->Next(&message)) sum += message.topic().size() + message.data().size();
  Require(sum < std::size_t{1} << 40, "messages have sensible sizes");
}

}  // namespace surefoot::fuzz
