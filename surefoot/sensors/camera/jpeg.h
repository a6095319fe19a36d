#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace surefoot::sensors {

/// Encodes images of one size as JPEG, one at a time. Not thread-safe: one encoder per camera.
///   JpegEncoder encoder(640, 480, JpegEncoder::Pixels::kRgb, 80);
///   if (encoder.Encode(image.data, &message.data)) Publish(message);
class JpegEncoder {
 public:
  enum class Pixels { kGray, kRgb, kBgr };

  /// `quality` is libjpeg's scale, 1 to 100.
  JpegEncoder(int width, int height, Pixels pixels, int quality);
  ~JpegEncoder();

  /// `bytes` are rows without padding; the contents of `out` are replaced. False on an error of
  /// libjpeg, for example when memory runs out.
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
