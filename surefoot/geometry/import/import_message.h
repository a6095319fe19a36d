#pragma once

/// What the import programs write and child_import.cc reads: a header of 32 bytes and a body.

#include <cstdint>
#include <string>

#include "surefoot/base/bytes.h"
#include "surefoot/base/hash.h"

namespace surefoot {

/// "SFIMPORT" and the version of what follows; both sides are always of one build.
constexpr std::uint64_t kImportMagic = 0x54524f504d494653ULL;
constexpr std::uint32_t kImportVersion = 1;
/// Whether a mesh may name any file, or only files in the places that follow.
constexpr const char* kImportAny = "any";
constexpr const char* kImportOnly = "only";
/// Where an import program writes.
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
