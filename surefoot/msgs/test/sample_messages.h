#pragma once

/// The same messages with random contents in every program that compares them.

#include <filesystem>
#include <string>
#include <vector>

#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

struct Sample {
  const TypeInfo* type;
  Bytes bytes;
};

/// Some messages of every type.
std::vector<Sample> Samples();

std::string Hex(const Bytes& bytes);
Bytes FromHex(const std::string& text);

/// folder/definitions/<type, / as __>.msg of every type.
void WriteDefinitions(const std::filesystem::path& folder);

}  // namespace surefoot::msgs
