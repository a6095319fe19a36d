#include "surefoot/gateways/usarsim/camera.h"

#include <cmath>

#include "surefoot/msgs/sensor_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

using msgs::sensor_msgs::CameraInfo;
using msgs::sensor_msgs::Image;

/// Offsets of red, green and blue in a pixel (bytes).
struct Layout {
  std::size_t bytes = 3;
  std::size_t red = 0;
  std::size_t green = 1;
  std::size_t blue = 2;
};

const Layout* FindLayout(const std::string& encoding) {
  static constexpr Layout kRgb{3, 0, 1, 2};
  static constexpr Layout kBgr{3, 2, 1, 0};
  static constexpr Layout kRgba{4, 0, 1, 2};
  static constexpr Layout kBgra{4, 2, 1, 0};
  static constexpr Layout kMono{1, 0, 0, 0};
  // The high byte of 16 bits; messages are little-endian.
  static constexpr Layout kMono16{2, 1, 1, 1};
  if (encoding == "rgb8") return &kRgb;
  if (encoding == "bgr8") return &kBgr;
  if (encoding == "rgba8") return &kRgba;
  if (encoding == "bgra8") return &kBgra;
  if (encoding == "mono8" || encoding.rfind("bayer_", 0) == 0) return &kMono;
  if (encoding == "mono16") return &kMono16;
  return nullptr;
}

/// Converts a message to RGB; nullptr for unknown encodings and inconsistent sizes.
std::shared_ptr<const Picture> PictureOf(const Image& image) {
  const Layout* layout = FindLayout(image.encoding);
  const std::uint64_t row = layout == nullptr ? 0 : std::uint64_t{image.width} * layout->bytes;
  if (row == 0 || image.height == 0 || image.step < row) return nullptr;
  if (std::uint64_t{image.step} * image.height > image.data.size()) return nullptr;
  auto picture = std::make_shared<Picture>();
  picture->width = static_cast<int>(image.width);
  picture->height = static_cast<int>(image.height);
  picture->rgb.reserve(std::size_t{3} * image.width * image.height);
  for (std::size_t y = 0; y < image.height; ++y) {
    const std::uint8_t* pixel = image.data.data() + y * image.step;
    for (std::size_t x = 0; x < image.width; ++x, pixel += layout->bytes) {
      picture->rgb.push_back(pixel[layout->red]);
      picture->rgb.push_back(pixel[layout->green]);
      picture->rgb.push_back(pixel[layout->blue]);
    }
  }
  return picture;
}

}  // namespace

// CameraInfo is beside the image topic. Size and field of view are needed for CONF before any image
// is requested.
Camera::Camera(SensorSpec spec, const std::string& scope, GraphLink* link)
    : spec_(std::move(spec)), topic_(graph::TopicName(scope, spec_.topic)), link_(*link) {
  const std::string info = topic_.substr(0, topic_.rfind('/')) + "/camera_info";
  info_listener_ = link_.Listen(info, [this](const graph::Sample& sample) { TakeInfo(sample); });
}

Camera::~Camera() {
  link_.Unlisten(info_listener_);
  link_.Unlisten(picture_listener_);
}

void Camera::TakeInfo(const graph::Sample& sample) {
  CameraInfo info;
  if (sample.type != &info.type() || !msgs::Decode(sample.cdr, &info)) return;
  if (info.width == 0 || info.height == 0 || info.k[0] <= 0.0) return;
  width_ = static_cast<int>(info.width);
  height_ = static_cast<int>(info.height);
  // k[0] is the focal length in pixels.
  field_of_view_ = 2.0 * std::atan(info.width / (2.0 * info.k[0]));
}

// The last image is dropped with the subscription, so that a later client does not get an old one.
void Camera::SetActive(bool requested) {
  if (requested == (picture_listener_ != 0)) return;
  if (requested) {
    picture_listener_ =
        link_.Listen(topic_, [this](const graph::Sample& sample) { TakePicture(sample); });
  } else {
    link_.Unlisten(picture_listener_);
    picture_listener_ = 0;
    picture_ = nullptr;
  }
}

void Camera::TakePicture(const graph::Sample& sample) {
  Image image;
  if (sample.type != &image.type() || !msgs::Decode(sample.cdr, &image)) return;
  std::shared_ptr<const Picture> picture = PictureOf(image);
  if (picture == nullptr) return;
  width_ = picture->width;
  height_ = picture->height;
  picture_ = std::move(picture);
  ++number_;
}

}  // namespace surefoot::gateways::usarsim
