#pragma once

/// Colour images of a camera, from rays to the bytes of the message.

#include <string>
#include <vector>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/render/light_field.h"
#include "surefoot/sensors/camera/camera_model.h"

namespace surefoot::sensors {

/// How light becomes an image.
struct ExposureSpec {
  /// Exposure time (s). At kUsualExposure and gain 1 a white floor in sunlight is just white.
  double time = 0.01;
  double gain = 1.0;
  /// Relative standard deviation of white at the usual exposure: 1 / sqrt(number of electrons).
  double shot_noise = 0.0;
  /// SDF's <noise>, as a share of white in the finished image.
  noise::ScalarNoiseSpec noise;
};
constexpr double kUsualExposure = 0.01;

/// The image of one camera: traces linear light and converts it to the message's encoding. Trace
/// may be called for several blocks of rows, at different poses (rolling shutter), before Develop.
/// Not thread-safe; one image is traced by one thread at a time.
class ColorImage {
 public:
  /// Reads <image><format>, <noise> and the exposure.
  ColorImage(const SensorArgs& args, const CameraModel& model);

  /// Traces rows [first, last) with the camera's frame S at X_WS. Needs truth.visuals and
  /// truth.looks.
  void Trace(const Truth& truth, const RigidTransform& X_WS, int first_row, int last_row);

  /// Converts what was traced, with the noise of this sample; fills everything but the header.
  void Develop(std::int64_t sample, msgs::sensor_msgs::Image* image);

  const CameraModel& model() const { return model_; }
  const std::string& encoding() const { return encoding_; }
  int rays_per_pixel() const { return supersample_ * supersample_; }
  const PixelRays& rays();

  /// Saves or restores the first `rows` rows of an unfinished image.
  void Archive(StateArchive* archive, int rows);

 private:
  void ReadExposure(const SensorArgs& args);
  void TraceSamples(const Truth& truth, const RigidTransform& X_WO, std::size_t first,
                    std::size_t count);
  void AddShotNoise(RandomStream* stream);
  void WriteClean(std::uint8_t* bytes) const;
  /// WriteClean for three channels of one byte, which nearly all cameras have.
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
  /// The colour (0 red, 1 green, 2 blue) of each byte of a pixel; for Bayer patterns, of each pixel
  /// of a 2 x 2 block.
  std::vector<int> order_;
  bool is_bayer_ = false;
  int supersample_ = 1;
  render::LightSet light_set_;
  std::vector<render::LightSource> lights_;
  /// For each sample within a pixel.
  std::vector<PixelRays> rays_;
  /// Linear light by colour, and a buffer for the second and further samples.
  std::vector<float> light_[3];
  std::vector<float> part_[3];
  std::vector<float> normals_;
  /// Finished values of 0 to 255 by StepOf(light), and the same as bytes.
  const float* tones_ = nullptr;
  const std::uint8_t* tone_bytes_ = nullptr;
};

}  // namespace surefoot::sensors
