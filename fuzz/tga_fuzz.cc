// TGA images.

#include "fuzz/images.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) {
  const std::string bytes(input);
  if (IsTga(bytes)) CheckPicture(ReadTga(bytes));
}

/// 4 x 4 pixels of a type: 1 palette, 2 colour, 3 grey, plus 8 for run lengths.
std::string MakeTga(int type, int bits) {
  const bool palette = type % 8 == 1;
  std::string out = {0, static_cast<char>(palette ? 1 : 0), static_cast<char>(type), 0, 0};
  const char count = static_cast<char>(palette ? 16 : 0);
  out += {count, 0, static_cast<char>(palette ? 24 : 0), 0, 0, 0, 0, 4, 0, 4, 0};
  out += {static_cast<char>(bits), static_cast<char>(bits == 32 ? 8 : 0x20)};
  if (palette) out += std::string(48, 'p');
  if (type < 8) return out + std::string(static_cast<std::size_t>(2 * bits), '\x05');
  // A run of ten pixels, then six single ones.
  const std::string pixel(static_cast<std::size_t>(bits / 8), '\x03');
  out += "\x89" + pixel + "\x05";
  for (int i = 0; i < 6; ++i) out += pixel;
  return out;
}

void AddSeeds(SeedList* seeds) {
  for (const int packed : {0, 8}) {
    seeds->Add(MakeTga(1 + packed, 8));
    seeds->Add(MakeTga(3 + packed, 8));
    for (const int bits : {16, 24, 32}) seeds->Add(MakeTga(2 + packed, bits));
  }
}

SUREFOOT_FUZZ_TARGET(tga, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
