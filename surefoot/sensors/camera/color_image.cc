#include "surefoot/sensors/camera/color_image.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "surefoot/render/color.h"
#include "surefoot/render/shading.h"
#include "surefoot/sensors/noise_element.h"

namespace surefoot::sensors {
namespace {

/// The table of tones covers light from 0 to 2 in steps that are finer than one of the 255 values,
/// also where sRGB is steepest, near black. Brighter light is white.
constexpr int kToneSteps = 16384;
constexpr float kMaxLight = 2.0F;
constexpr float kStepsPerLight = (kToneSteps - 1) / kMaxLight;

struct Format {
  const char* encoding;
  int channels;
  int bytes_per_channel;
  std::vector<int> order;
};

const std::map<std::string, Format>& Formats() {
  static const Format rgb = {"rgb8", 3, 1, {0, 1, 2}};
  static const Format bgr = {"bgr8", 3, 1, {2, 1, 0}};
  static const Format mono = {"mono8", 1, 1, {}};
  static const Format mono16 = {"mono16", 1, 2, {}};
  static const std::map<std::string, Format> formats = {
      {"R8G8B8", rgb},
      {"RGB_INT8", rgb},
      {"rgb8", rgb},
      {"B8G8R8", bgr},
      {"BGR_INT8", bgr},
      {"bgr8", bgr},
      {"L8", mono},
      {"L_INT8", mono},
      {"mono8", mono},
      {"L16", mono16},
      {"L_INT16", mono16},
      {"mono16", mono16},
      {"BAYER_RGGB8", {"bayer_rggb8", 1, 1, {0, 1, 1, 2}}},
      {"BAYER_BGGR8", {"bayer_bggr8", 1, 1, {2, 1, 1, 0}}},
      {"BAYER_GBRG8", {"bayer_gbrg8", 1, 1, {1, 2, 0, 1}}},
      {"BAYER_GRBG8", {"bayer_grbg8", 1, 1, {1, 0, 2, 1}}},
  };
  return formats;
}

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (const auto& [name, format] : Formats()) names.push_back(name);
  return names;
}

std::uint8_t RoundedByte(float value) {
  return static_cast<std::uint8_t>(std::clamp(value, 0.0F, 255.0F) + 0.5F);
}

/// Index in the table of tones.
std::uint32_t StepOf(float light) {
  return static_cast<std::uint32_t>(std::clamp(light, 0.0F, kMaxLight) * kStepsPerLight + 0.5F);
}

struct Tones {
  std::vector<float> values;
  std::vector<std::uint8_t> bytes;
};

/// The same for all cameras: computed once, because it takes longer than the rest of a camera's
/// setup.
const Tones& AllTones() {
  static const Tones tones = [] {
    Tones made{std::vector<float>(kToneSteps), std::vector<std::uint8_t>(kToneSteps)};
    for (int i = 0; i < kToneSteps; ++i) {
      const double light = static_cast<double>(static_cast<float>(i) / kStepsPerLight);
      made.values[static_cast<std::size_t>(i)] =
          static_cast<float>(255.0 * render::SrgbFromLinear(render::ToneMapped(light)));
    }
    std::transform(made.values.begin(), made.values.end(), made.bytes.begin(), RoundedByte);
    return made;
  }();
  return tones;
}

/// Luma by ITU-R BT.601, as OpenCV converts colours to gray.
float Brightness(const float* rgb) { return 0.299F * rgb[0] + 0.587F * rgb[1] + 0.114F * rgb[2]; }

}  // namespace

ColorImage::ColorImage(const SensorArgs& args, const CameraModel& model)
    : model_(model), name_(args.place.name), seed_(args.place.seed), light_set_(args.world) {
  const world::ElementReader camera = args.element.Child("camera");
  const Format& format = Formats().at(camera.Choice("image/format", FormatNames(), "R8G8B8"));
  encoding_ = format.encoding;
  channels_ = format.channels;
  bytes_per_channel_ = format.bytes_per_channel;
  order_ = format.order;
  is_bayer_ = order_.size() == 4;
  supersample_ =
      static_cast<int>(ReaderOf(args.element, "supersample").Integer("supersample", 1, 1, 4));
  ReadExposure(args);
  tones_ = AllTones().values.data();
  tone_bytes_ = AllTones().bytes.data();
}

void ColorImage::ReadExposure(const SensorArgs& args) {
  const auto number = [&args](const char* name, double usual, double min, double max) {
    return ReaderOf(args.element, name).Number(name, usual, min, max);
  };
  exposure_.noise = ReadNoise(args.element.Child("camera"), "noise");
  exposure_.time = number("exposure", kUsualExposure, 1e-7, 100.0);
  exposure_.gain = number("gain", 1.0, 1e-4, 1e4);
  exposure_.shot_noise = number("shot_noise", 0.0, 0.0, 1.0);
}

const PixelRays& ColorImage::rays() {
  if (rays_.empty()) {
    const int n = supersample_;
    for (int i = 0; i < n * n; ++i) {
      rays_.push_back(model_.MakeRays((i % n + 0.5) / n - 0.5, (i / n + 0.5) / n - 0.5));
    }
    const auto count = static_cast<std::size_t>(model_.pixel_count());
    for (std::vector<float>& light : light_) light.resize(count);
  }
  return rays_.front();
}

void ColorImage::Trace(const Truth& truth, const RigidTransform& X_WS, int first_row,
                       int last_row) {
  rays();
  light_set_.Place(truth.state.X_WL, &lights_);
  const RigidTransform X_WO(X_WS.q * CameraModel::R_SO(), X_WS.p);
  const auto width = static_cast<std::size_t>(model_.width());
  const std::size_t first = static_cast<std::size_t>(first_row) * width;
  const std::size_t count = static_cast<std::size_t>(last_row - first_row) * width;
  TraceSamples(truth, X_WO, first, count);
}

void ColorImage::TraceSamples(const Truth& truth, const RigidTransform& X_WO, std::size_t first,
                              std::size_t count) {
  render::ViewRays view;
  view.X_WO = X_WO;
  view.count = static_cast<int>(count);
  view.near_clip = model_.near_clip();
  view.far_clip = model_.far_clip();
  view.sample_angle = model_.PixelAngle() / supersample_;
  view.sky = light_set_.sky();
  for (std::size_t sample = 0; sample < rays_.size(); ++sample) {
    view.x = rays_[sample].x.data() + first;
    view.y = rays_[sample].y.data() + first;
    view.z = rays_[sample].z.data() + first;
    std::vector<float>* target = sample == 0 ? light_ : part_;
    const std::size_t at = sample == 0 ? first : 0;
    if (sample > 0) {
      for (std::vector<float>& part : part_) part.resize(count);
    }
    render::TraceLight(*truth.visuals, *truth.looks, lights_, view,
                       {target[0].data() + at, target[1].data() + at, target[2].data() + at});
    for (std::size_t c = 0; c < 3 && sample > 0; ++c) {
      for (std::size_t i = 0; i < count; ++i) light_[c][first + i] += part_[c][i];
    }
  }
  const float share = 1.0F / static_cast<float>(rays_.size());
  for (std::size_t c = 0; c < 3 && rays_.size() > 1; ++c) {
    for (std::size_t i = 0; i < count; ++i) light_[c][first + i] *= share;
  }
}

/// From linear light to a value of 0 to 255, by table: the sRGB curve has a power per value.
float ColorImage::ToneOf(float light) const { return tones_[StepOf(light)]; }

/// Photon noise: the number of electrons has a Poisson distribution, so its standard deviation
/// grows with the square root of the gathered light. Approximated by a normal distribution.
void ColorImage::AddShotNoise(RandomStream* stream) {
  const auto usual = static_cast<float>(kUsualExposure / exposure_.time);
  const auto spread = static_cast<float>(exposure_.shot_noise);
  const auto scale = static_cast<float>(exposure_.time / kUsualExposure);
  for (std::vector<float>& light : light_) {
    stream->FillNormals(normals_.data(), normals_.size());
    for (std::size_t i = 0; i < light.size(); ++i) {
      // The light that was gathered during the exposure.
      const float gathered = scale * light[i];
      light[i] += usual * spread * std::sqrt(gathered) * normals_[i];
    }
  }
}

void ColorImage::Store(std::size_t pixel, const float* rgb, std::uint8_t* bytes) const {
  if (is_bayer_) {
    const auto width = static_cast<std::size_t>(model_.width());
    const std::size_t place = 2 * (pixel / width % 2) + pixel % width % 2;
    bytes[pixel] = RoundedByte(rgb[order_[place]]);
  } else if (channels_ == 1 && bytes_per_channel_ == 1) {
    bytes[pixel] = RoundedByte(Brightness(rgb));
  } else if (channels_ == 1) {
    // 257 = 65535 / 255.
    const float value = std::clamp(257.0F * Brightness(rgb), 0.0F, 65535.0F);
    const auto whole = static_cast<std::uint16_t>(value + 0.5F);
    bytes[2 * pixel] = static_cast<std::uint8_t>(whole & 0xFF);
    bytes[2 * pixel + 1] = static_cast<std::uint8_t>(whole >> 8);
  } else {
    for (std::size_t c = 0; c < 3; ++c) bytes[3 * pixel + c] = RoundedByte(rgb[order_[c]]);
  }
}

void ColorImage::WriteBytes(float scale, std::uint8_t* bytes) const {
  const std::size_t count = light_[0].size();
  for (std::size_t c = 0; c < 3; ++c) {
    const float* light = light_[order_[c]].data();
    const std::uint8_t* tones = tone_bytes_;
    for (std::size_t i = 0; i < count; ++i) bytes[3 * i + c] = tones[StepOf(scale * light[i])];
  }
}

void ColorImage::WriteClean(std::uint8_t* bytes) const {
  const auto scale = static_cast<float>(exposure_.gain * exposure_.time / kUsualExposure);
  if (channels_ == 3 && bytes_per_channel_ == 1) return WriteBytes(scale, bytes);
  const std::size_t count = light_[0].size();
  for (std::size_t i = 0; i < count; ++i) {
    const float rgb[3] = {ToneOf(scale * light_[0][i]), ToneOf(scale * light_[1][i]),
                          ToneOf(scale * light_[2][i])};
    Store(i, rgb, bytes);
  }
}

void ColorImage::WriteNoisy(RandomStream* stream, std::uint8_t* bytes) {
  const auto scale = static_cast<float>(exposure_.gain * exposure_.time / kUsualExposure);
  const auto mean = static_cast<float>(255.0 * exposure_.noise.mean);
  const auto spread = static_cast<float>(255.0 * exposure_.noise.stddev);
  // Random numbers are drawn channel by channel, but a pixel is stored with all its channels, so
  // the finished values overwrite the light.
  for (std::vector<float>& light : light_) {
    stream->FillNormals(normals_.data(), normals_.size());
    for (std::size_t i = 0; i < light.size(); ++i) {
      light[i] = ToneOf(scale * light[i]) + mean + spread * normals_[i];
    }
  }
  for (std::size_t i = 0; i < light_[0].size(); ++i) {
    const float rgb[3] = {light_[0][i], light_[1][i], light_[2][i]};
    Store(i, rgb, bytes);
  }
}

void ColorImage::Develop(std::int64_t sample, msgs::sensor_msgs::Image* image) {
  const auto width = static_cast<std::uint32_t>(model_.width());
  image->width = width;
  image->height = static_cast<std::uint32_t>(model_.height());
  image->encoding = encoding_;
  image->is_bigendian = 0;
  image->step = width * static_cast<std::uint32_t>(channels_ * bytes_per_channel_);
  image->data.resize(std::size_t{image->step} * image->height);
  const bool noisy = exposure_.noise.mean != 0.0 || exposure_.noise.stddev != 0.0;
  RandomStream stream(seed_, name_, static_cast<std::uint64_t>(sample));
  if (noisy || exposure_.shot_noise > 0.0) normals_.resize(light_[0].size());
  if (exposure_.shot_noise > 0.0) AddShotNoise(&stream);
  if (noisy) {
    WriteNoisy(&stream, image->data.data());
  } else {
    WriteClean(image->data.data());
  }
}

void ColorImage::Archive(StateArchive* archive, int rows) {
  const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(model_.width());
  if (count == 0) return;
  if (archive->restores()) rays();
  for (std::vector<float>& light : light_) archive->Raw(light.data(), count * sizeof(float));
}

}  // namespace surefoot::sensors
