#include "tests/hostile/binary_samples.h"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace surefoot::hostile {
namespace {

constexpr std::array<std::array<float, 3>, 4> kCorners = {
    {{0.0F, 0.0F, 0.0F}, {0.4F, 0.0F, 0.0F}, {0.0F, 0.4F, 0.0F}, {0.0F, 0.0F, 0.4F}}};
constexpr std::array<std::array<std::uint16_t, 3>, 4> kFaces = {
    {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};

template <typename T>
void Put(std::string* out, T value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out->append(bytes, sizeof value);
}

void PutBig(std::string* out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out->push_back(static_cast<char>(value >> shift));
}

std::string CornerBytes() {
  std::string bytes;
  for (const auto& corner : kCorners) {
    for (const float c : corner) Put(&bytes, c);
  }
  return bytes;
}

std::string Chunk3ds(std::uint16_t id, const std::string& content) {
  std::string chunk;
  Put(&chunk, id);
  Put(&chunk, static_cast<std::uint32_t>(content.size() + 6));
  return chunk + content;
}

void PutPngChunk(std::string* out, const std::string& type, const std::string& content) {
  PutBig(out, static_cast<std::uint32_t>(content.size()));
  const std::string body = type + content;
  *out += body;
  const auto* bytes = reinterpret_cast<const Bytef*>(body.data());
  PutBig(out, static_cast<std::uint32_t>(crc32(0, bytes, static_cast<uInt>(body.size()))));
}

struct TiffTag {
  std::uint16_t id;
  std::uint16_t type;
  std::uint32_t count;
  std::uint32_t value;
};

}  // namespace

std::string BinaryStl() {
  std::string out(80, ' ');
  Put(&out, static_cast<std::uint32_t>(kFaces.size()));
  for (const auto& face : kFaces) {
    out.append(12, '\0');
    for (const std::uint16_t corner : face) {
      for (const float c : kCorners[corner]) Put(&out, c);
    }
    out.append(2, '\0');
  }
  return out;
}

std::string BinaryPly() {
  std::string out =
      "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty float x\n"
      "property float y\nproperty float z\nelement face 4\n"
      "property list uchar int vertex_indices\nend_header\n";
  out += CornerBytes();
  for (const auto& face : kFaces) {
    out.push_back(3);
    for (const std::uint16_t corner : face) Put(&out, static_cast<std::int32_t>(corner));
  }
  return out;
}

std::string Glb() {
  std::string data = CornerBytes();
  for (const auto& face : kFaces) {
    for (const std::uint16_t corner : face) Put(&data, corner);
  }
  std::string json =
      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,)"
      R"("translation":[0,0,0.1]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},)"
      R"("indices":1,"material":0}]}],"materials":[{"pbrMetallicRoughness":{"baseColorFactor":)"
      R"([0.8,0.2,0.1,1]}}],"buffers":[{"byteLength":72}],"bufferViews":[{"buffer":0,)"
      R"("byteOffset":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],)"
      R"("max":[0.4,0.4,0.4]},{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}]})";
  while (json.size() % 4 != 0) json.push_back(' ');
  std::string out = "glTF";
  Put(&out, std::uint32_t{2});
  Put(&out, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + data.size()));
  Put(&out, static_cast<std::uint32_t>(json.size()));
  out += "JSON" + json;
  Put(&out, static_cast<std::uint32_t>(data.size()));
  return out + std::string("BIN\0", 4) + data;
}

std::string Studio3ds() {
  std::string vertices;
  Put(&vertices, static_cast<std::uint16_t>(kCorners.size()));
  vertices += CornerBytes();
  std::string faces;
  Put(&faces, static_cast<std::uint16_t>(kFaces.size()));
  for (const auto& face : kFaces) {
    for (const std::uint16_t corner : face) Put(&faces, corner);
    Put(&faces, std::uint16_t{0});
  }
  const std::string mesh = Chunk3ds(0x4100, Chunk3ds(0x4110, vertices) + Chunk3ds(0x4120, faces));
  const std::string object = Chunk3ds(0x4000, std::string("part\0", 5) + mesh);
  const std::string colour = Chunk3ds(0xA020, Chunk3ds(0x0011, std::string("\xc8\x32\x14")));
  const std::string material = Chunk3ds(0xAFFF, Chunk3ds(0xA000, std::string("red\0", 4)) + colour);
  return Chunk3ds(0x4D4D, Chunk3ds(0x3D3D, material + object));
}

std::string Png() {
  constexpr std::uint32_t kSize = 17;
  std::string rows;
  for (std::uint32_t y = 0; y < kSize; ++y) {
    rows.push_back(0);
    for (std::uint32_t x = 0; x < kSize; ++x) rows.push_back(static_cast<char>(x * y));
  }
  uLongf size = compressBound(static_cast<uLong>(rows.size()));
  std::vector<Bytef> packed(size);
  compress(packed.data(), &size, reinterpret_cast<const Bytef*>(rows.data()),
           static_cast<uLong>(rows.size()));
  std::string header;
  PutBig(&header, kSize);
  PutBig(&header, kSize);
  header += std::string("\x08\x00\x00\x00\x00", 5);
  std::string out("\x89PNG\r\n\x1a\n", 8);
  PutPngChunk(&out, "IHDR", header);
  PutPngChunk(&out, "IDAT", std::string(reinterpret_cast<const char*>(packed.data()), size));
  PutPngChunk(&out, "IEND", "");
  return out;
}

std::string GeoTiff() {
  constexpr std::uint32_t kSize = 17;
  constexpr std::uint32_t kTags = 14;
  constexpr std::uint32_t kAfterTags = 8 + 2 + kTags * 12 + 4;
  constexpr std::uint32_t kScaleAt = kAfterTags;
  constexpr std::uint32_t kTieAt = kScaleAt + 24;
  constexpr std::uint32_t kKeysAt = kTieAt + 48;
  constexpr std::uint32_t kPixelsAt = kKeysAt + 32;
  std::string out("II*\0", 4);
  Put(&out, std::uint32_t{8});
  Put(&out, static_cast<std::uint16_t>(kTags));
  const TiffTag tags[kTags] = {
      {256, 3, 1, kSize},     {257, 3, 1, kSize},     {258, 3, 1, 32},
      {259, 3, 1, 1},         {262, 3, 1, 1},         {273, 4, 1, kPixelsAt},
      {277, 3, 1, 1},         {278, 3, 1, kSize},     {279, 4, 1, kSize * kSize * 4},
      {284, 3, 1, 1},         {339, 3, 1, 3},         {33550, 12, 3, kScaleAt},
      {33922, 12, 6, kTieAt}, {34735, 3, 16, kKeysAt}};
  for (const TiffTag& tag : tags) {
    Put(&out, tag.id);
    Put(&out, tag.type);
    Put(&out, tag.count);
    Put(&out, tag.value);
  }
  Put(&out, std::uint32_t{0});
  for (const double scale : {0.5, 0.5, 0.0}) Put(&out, scale);
  for (const double tie : {0.0, 0.0, 0.0, 500000.0, 5000000.0, 0.0}) Put(&out, tie);
  // UTM zone 33 north, in metres, pixels as areas.
  for (const std::uint16_t key : {1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32633}) {
    Put(&out, key);
  }
  for (std::uint32_t y = 0; y < kSize; ++y) {
    for (std::uint32_t x = 0; x < kSize; ++x) Put(&out, 0.001F * static_cast<float>(x * y));
  }
  return out;
}

std::string MujocoMesh() {
  std::string out;
  for (const std::int32_t count : {4, 0, 0, 4}) Put(&out, count);
  out += CornerBytes();
  for (const auto& face : kFaces) {
    for (const std::uint16_t corner : face) Put(&out, static_cast<std::int32_t>(corner));
  }
  return out;
}

}  // namespace surefoot::hostile
