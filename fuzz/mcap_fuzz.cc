// Recordings in MCAP: messages, metadata, attachments, checksums.

#include "fuzz/recordings.h"
#include "surefoot/record/mcap/mcap_reader.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) {
  ReadRecording("input.mcap", input);
  auto reader = McapReader::Open(Folder() + "/input.mcap");
  if (!reader.ok()) return;
  for (const McapAttachment& attachment : (*reader)->attachments()) {
    const Result<Bytes> bytes = (*reader)->ReadAttachment(attachment);
    Require(bytes.ok() || !bytes.error().message.empty(), "an error says something");
  }
  static_cast<void>((*reader)->FindMetadata("surefoot.run"));
  static_cast<void>((*reader)->VerifyChecksums());
}

std::uint64_t ReadLittle(const std::string& bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return value;
}

/// The file without checksums of its chunks, which mutations would violate.
std::string WithoutChecksums(std::string bytes) {
  constexpr std::size_t kMagic = 8;
  constexpr std::size_t kHead = 9;
  constexpr std::size_t kBeforeChecksum = 24;
  constexpr char kChunk = 6;
  std::size_t at = kMagic;
  while (at + kHead <= bytes.size()) {
    const std::uint64_t length = ReadLittle(bytes, at + 1);
    if (length > bytes.size() - at - kHead) break;
    if (bytes[at] == kChunk && length > kBeforeChecksum + 4) {
      bytes.replace(at + kHead + kBeforeChecksum, 4, 4, '\0');
    }
    at += kHead + length;
  }
  return bytes;
}

void AddSeeds(SeedList* seeds) {
  SeedList files;
  files.AddFiles("surefoot/record/test/data", ".mcap");
  for (const std::string& file : files.seeds()) {
    seeds->Add(file);
    seeds->Add(WithoutChecksums(file));
  }
}

SUREFOOT_FUZZ_TARGET(mcap, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
