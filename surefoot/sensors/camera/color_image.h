#pragma once

/// Colour pictures of a camera, from rays to the bytes of the message.

#include <string>
#include <vector>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/render/light_field.h"
#include "surefoot/sensors/camera/camera_model.h"

namespace surefoot::sensors {

/// How light becomes a picture.
struct ExposureSpec {
  /// Exposure time (s). At kUsualExposure and gain 1 a white floor in the sun is just white.
  double time = 0.01;
  double gain = 1.0;
  /// Relative spread of white at the usual exposure: one over the square root of the electrons.
  double shot_noise = 0.0;
  /// SDF's <noise>, in shares of white of the finished picture.
  noise::ScalarNoiseSpec noise;
};
constexpr double kUsualExposure = 0.01;

class ColorImage {
 public:
  /// Reads <image><format>, <noise> and what belongs to the exposure.
  ColorImage(const SensorArgs& args, const CameraModel& model);

  /// Takes rows [first, last) as the camera, whose frame S is at X_WS, sees them now. Needs
  /// truth.visuals and truth.looks.
  void Trace(const Truth& truth, const RigidTransform& X_WS, int first_row, int last_row);

  /// Exposes what was traced, with the noise of that sample: everything but the header.
  void Develop(std::int64_t sample, msgs::sensor_msgs::Image* image);

  const CameraModel& model() const { return model_; }
  const std::string& encoding() const { return encoding_; }
  int rays_per_pixel() const { return supersample_ * supersample_; }
  const PixelRays& rays();

  /// Rows that were taken of an unfinished picture.
  void Archive(StateArchive* archive, int rows);

 private:
  void ReadExposure(const SensorArgs& args);
  void TraceSamples(const Truth& truth, const RigidTransform& X_WO, std::size_t first,
                    std::size_t count);
  void AddShotNoise(RandomStream* stream);
  void WriteClean(std::uint8_t* bytes) const;
  /// The same of colours of a byte each, which nearly all cameras have.
  void WriteBytes(float scale, std::uint8_t* bytes) const;
  void WriteNoisy(RandomStream* stream, std::uint8_t* bytes);
  float ToneOf(float light) const;
  void Store(std::size_t pixel, const float* rgb, std::uint8_t* bytes) const;

  CameraModel model_;
  std::string name_;
  std::uint64_t seed_;
  ExposureSpec exposure_;
  std::string encoding_;
  int channels_ = 3;
  int bytes_per_channel_ = 1;
  /// Which colour each byte of a pixel is; for Bayer patterns, of each pixel of two by two.
  std::vector<int> order_;
  bool is_bayer_ = false;
  int supersample_ = 1;
  render::LightSet light_set_;
  std::vector<render::LightSource> lights_;
  /// Of each sample within a pixel.
  std::vector<PixelRays> rays_;
  /// Linear light by colour, and room for a further sample.
  std::vector<float> light_[3];
  std::vector<float> part_[3];
  std::vector<float> normals_;
  /// Finished values of 0 to 255 by light, and the same as bytes.
  const float* tones_ = nullptr;
  const std::uint8_t* tone_bytes_ = nullptr;
};

}  // namespace surefoot::sensors
