#pragma once

/// Messages of the import programs, read by child_import.cc: a header of 32 bytes and a body.

#include <cstdint>
#include <string>

#include "surefoot/base/bytes.h"
#include "surefoot/base/hash.h"

namespace surefoot {

/// "SFIMPORT" in ASCII, and the version of the body; both sides are always of the same build.
constexpr std::uint64_t kImportMagic = 0x54524f504d494653ULL;
constexpr std::uint32_t kImportVersion = 1;
/// Whether a mesh may refer to any file, or only to files in the places that follow.
constexpr const char* kImportAny = "any";
constexpr const char* kImportOnly = "only";
/// File descriptor that an import program writes to; standard output stays free for libraries.
constexpr int kImportDescriptor = 3;

enum class ImportKind : std::uint32_t { kError = 1, kMesh = 2, kRaster = 3, kImage = 4 };

inline Bytes ImportMessage(ImportKind kind, const Bytes& body) {
  Bytes message;
  message.reserve(body.size() + 32);
  ByteWriter out(&message);
  out.Put(kImportMagic);
  out.Put(kImportVersion);
  out.Put(static_cast<std::uint32_t>(kind));
  out.Put<std::uint64_t>(body.size());
  out.Put<std::uint64_t>(HashBytes(body.data(), body.size()));
  out.PutRaw(body.data(), body.size());
  return message;
}

}  // namespace surefoot
