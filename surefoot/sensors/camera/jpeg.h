#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace surefoot::sensors {

/// Makes JPEGs of pictures, one after the other.
class JpegEncoder {
 public:
  enum class Pixels { kGray, kRgb, kBgr };

  /// `quality` is libjpeg's, from 1 to 100.
  JpegEncoder(int width, int height, Pixels pixels, int quality);
  ~JpegEncoder();

  /// `bytes` are rows without gaps; what `out` holds is replaced. False when memory runs out.
  bool Encode(const std::vector<std::uint8_t>& bytes, std::vector<std::uint8_t>* out);

 private:
  struct Libjpeg;
  int width_;
  int height_;
  Pixels pixels_;
  int quality_;
  std::unique_ptr<Libjpeg> libjpeg_;
};

}  // namespace surefoot::sensors
