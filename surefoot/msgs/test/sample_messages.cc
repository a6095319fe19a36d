#include "surefoot/msgs/test/sample_messages.h"

#include <fstream>

#include "surefoot/msgs/test/random_message.h"

namespace surefoot::msgs {

std::vector<Sample> Samples() {
  std::vector<Sample> samples;
  RandomStream random(4, "sample");
  for (const TypeInfo* type : AllTypes()) {
    for (std::size_t longest : {0, 1, 2, 3, 7}) {
      const std::shared_ptr<void> message = type->make();
      FillRandom(*type, longest, &random, message.get());
      Sample sample{type, {}};
      type->encode(message.get(), &sample.bytes);
      samples.push_back(std::move(sample));
    }
  }
  return samples;
}

std::string Hex(const Bytes& bytes) {
  std::string text;
  for (std::uint8_t byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

Bytes FromHex(const std::string& text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

void WriteDefinitions(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder / "definitions");
  for (const TypeInfo* type : AllTypes()) {
    std::string file = type->name;
    for (std::size_t at; (at = file.find('/')) != std::string::npos;) file.replace(at, 1, "__");
    std::ofstream(folder / "definitions" / (file + ".msg")) << type->definition;
  }
}

}  // namespace surefoot::msgs
