// BMP images.

#include "fuzz/images.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) {
  const std::string bytes(input);
  if (IsBmp(bytes)) CheckPicture(ReadBmp(bytes));
}

void Put(std::uint32_t value, int bytes, std::string* out) {
  for (int i = 0; i < bytes; ++i) out->push_back(static_cast<char>(value >> (8 * i)));
}

/// 4 x 4 pixels; up to 8 bits with a palette of 16 entries.
std::string MakeBmp(std::uint32_t bits, std::uint32_t compression) {
  const std::uint32_t palette = bits <= 8 ? 16 : 0;
  const std::uint32_t offset = 14 + 40 + palette * 4 + (compression == 3 ? 12 : 0);
  const std::uint32_t row = (4 * bits + 31) / 32 * 4;
  std::string out = "BM";
  Put(offset + row * 4, 4, &out);
  Put(0, 4, &out);
  Put(offset, 4, &out);
  for (const std::uint32_t value : {40u, 4u, 4u}) Put(value, 4, &out);
  Put(1, 2, &out);
  Put(bits, 2, &out);
  for (const std::uint32_t value : {compression, row * 4, 2835u, 2835u, palette, 0u}) {
    Put(value, 4, &out);
  }
  if (compression == 3) {
    for (const std::uint32_t mask : {0xf800u, 0x7e0u, 0x1fu}) Put(mask, 4, &out);
  }
  for (std::uint32_t i = 0; i < palette; ++i) Put(i * 0x101010u, 4, &out);
  for (std::uint32_t i = 0; i < row * 4; ++i) out.push_back(static_cast<char>(i * 7));
  return out;
}

void AddSeeds(SeedList* seeds) {
  for (const std::uint32_t bits : {1u, 4u, 8u, 16u, 24u, 32u}) seeds->Add(MakeBmp(bits, 0));
  seeds->Add(MakeBmp(16, 3));
  seeds->Add(MakeBmp(8, 1));
  seeds->Add(MakeBmp(4, 2));
}

SUREFOOT_FUZZ_TARGET(bmp, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
