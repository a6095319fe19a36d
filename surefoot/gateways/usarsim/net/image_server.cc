#include "surefoot/gateways/usarsim/net/image_server.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <deque>
// After <cstdio>, whose FILE it needs:
#include <jpeglib.h>

namespace surefoot::gateways::usarsim {
namespace {

/// libjpeg's default error handler ends the process, so errors leave the library by longjmp.
struct Exit {
  jpeg_error_mgr manager;
  std::jmp_buf jump;
};

[[noreturn]] void Leave(j_common_ptr info) {
  std::longjmp(reinterpret_cast<Exit*>(info->err)->jump, 1);
}
void Silence(j_common_ptr) {}

/// Contains no object with a destructor, because longjmp skips destructors.
bool Compress(const Picture& picture, int quality, unsigned char** bytes, unsigned long* size) {
  jpeg_compress_struct info;
  Exit exit;
  info.err = jpeg_std_error(&exit.manager);
  exit.manager.error_exit = &Leave;
  exit.manager.output_message = &Silence;
  if (setjmp(exit.jump) != 0) {
    jpeg_destroy_compress(&info);
    return false;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, bytes, size);
  info.image_width = static_cast<JDIMENSION>(picture.width);
  info.image_height = static_cast<JDIMENSION>(picture.height);
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    const std::size_t at = std::size_t{3} * picture.width * info.next_scanline;
    JSAMPROW row = const_cast<JSAMPROW>(picture.rgb.data() + at);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  return true;
}

/// `quality` is from 1 to 100. Empty on an error of libjpeg.
std::string EncodeJpeg(const Picture& picture, int quality) {
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  std::string jpeg;
  if (Compress(picture, quality, &bytes, &size)) {
    jpeg.assign(reinterpret_cast<const char*>(bytes), size);
  }
  std::free(bytes);
  return jpeg;
}

/// Pending requests of a client; more are dropped.
constexpr std::size_t kMaxRequests = 8;
/// Four big-endian uint32 after "U": x, y, width, height.
constexpr std::size_t kPartBytes = 16;
/// Silence after which ImagePush::kAuto sends a frame.
constexpr std::chrono::milliseconds kSilence{500};
/// JPEG qualities of types 1 to 5: super, good, normal, fair, bad.
constexpr std::array kQualities = {100, 75, 50, 25, 10};

/// A request for the whole image, or for a rectangle of it (pixels).
struct Request {
  bool whole = true;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

void PutBigEndian(std::uint32_t value, int bytes, std::string* out) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    out->push_back(static_cast<char>((value >> shift) & 0xFF));
  }
}

/// Extracts requests from a stream in pieces of any size. Other bytes are skipped, as in USARSim,
/// so "OK\r\n" is one request.
class RequestReader {
 public:
  std::optional<Request> Take(char c) {
    if (in_part_) {
      part_.push_back(c);
      if (part_.size() < kPartBytes) return std::nullopt;
      in_part_ = false;
      return Request{false, Number(0), Number(4), Number(8), Number(12)};
    }
    if (c == 'U') {
      in_part_ = true;
      part_.clear();
    }
    const bool is_ok = last_ == 'O' && c == 'K';
    last_ = c;
    if (is_ok) return Request();
    return std::nullopt;
  }

 private:
  std::uint32_t Number(std::size_t at) const {
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
      value = value << 8 | static_cast<unsigned char>(part_[i]);
    }
    return value;
  }

  std::string part_;
  bool in_part_ = false;
  char last_ = 0;
};

}  // namespace

std::string EncodeFrame(const Picture& picture, int type) {
  std::string payload;
  if (type == 0) {
    PutBigEndian(static_cast<std::uint32_t>(picture.width), 2, &payload);
    PutBigEndian(static_cast<std::uint32_t>(picture.height), 2, &payload);
    payload.append(reinterpret_cast<const char*>(picture.rgb.data()), picture.rgb.size());
  } else {
    payload = EncodeJpeg(picture, kQualities[static_cast<std::size_t>(type) - 1]);
  }
  std::string frame(1, static_cast<char>(type));
  PutBigEndian(static_cast<std::uint32_t>(payload.size()), 4, &frame);
  return frame + payload;
}

class ImageServer::Client final : public Handler {
 public:
  Client(ImageServer* server, Connection* connection, int port_number)
      : server_(*server), connection_(*connection), viewer_{connection->address(), port_number} {
    server_.clients_.insert(this);
    if (server_.options_.push == ImagePush::kOn) requests_.emplace_back();
    if (server_.options_.push != ImagePush::kAuto) return;
    server_.reactor_.After(kSilence, [this, alive = alive_] {
      if (!*alive || spoke_) return;
      requests_.emplace_back();
      Serve();
    });
  }
  ~Client() override {
    *alive_ = false;
    server_.clients_.erase(this);
    server_.connected_->Set(static_cast<double>(server_.clients_.size()));
    server_.Watch();
  }

  void OnBytes(std::string_view bytes) override {
    spoke_ = true;
    for (char c : bytes) {
      const std::optional<Request> request = reader_.Take(c);
      if (request && requests_.size() < kMaxRequests) requests_.push_back(*request);
    }
    Serve();
  }
  void OnSent() override { Serve(); }
  const Viewer& viewer() const { return viewer_; }

  /// Sends one frame per request, each newer than the last one. Some clients compare the length of
  /// their buffer with that of one frame, so a second frame must not come before its request.
  void Serve() {
    if (requests_.empty() || !connection_.idle()) return;
    const Wall wall = server_.wall_.For(viewer_);
    std::uint64_t number = 0;
    for (const Tile& tile : wall.tiles) number += tile.camera->number();
    if (number == 0 || number == sent_) return;
    const Request request = requests_.front();
    requests_.pop_front();
    Send(wall, request, number);
  }

 private:
  void Send(const Wall& wall, const Request& request, std::uint64_t number) {
    const int x = static_cast<int>(std::min<std::uint32_t>(request.x, wall.width));
    const int y = static_cast<int>(std::min<std::uint32_t>(request.y, wall.height));
    int width = wall.width - x;
    int height = wall.height - y;
    if (!request.whole) {
      width = static_cast<int>(std::min<std::uint32_t>(request.width, width));
      height = static_cast<int>(std::min<std::uint32_t>(request.height, height));
    }
    // An empty rectangle gets no frame; the protocol has no error reply.
    if (width == 0 || height == 0 || width > 65535 || height > 65535) return;
    sent_ = number;
    server_.frames_->Add();
    connection_.Answer(EncodeFrame(Draw(wall, x, y, width, height), server_.options_.type));
  }

  ImageServer& server_;
  Connection& connection_;
  Viewer viewer_;
  RequestReader reader_;
  std::deque<Request> requests_;
  bool spoke_ = false;
  /// Sum of the cameras' image numbers at the last frame.
  std::uint64_t sent_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

ImageServer::ImageServer(const ImageOptions& options, CameraWall* wall, Reactor* reactor,
                         Metrics* metrics)
    : options_(options),
      wall_(*wall),
      reactor_(*reactor),
      connected_(metrics->Find("surefoot_usarsim_image_clients", Metrics::Kind::kGauge,
                               "Connections to the image port.")),
      frames_(metrics->Find("surefoot_usarsim_frames_total", Metrics::Kind::kCounter,
                            "Pictures sent by the image port.")) {}

ImageServer::~ImageServer() = default;

std::unique_ptr<Handler> ImageServer::Accept(Connection* connection, int port_number) {
  auto client = std::make_unique<Client>(this, connection, port_number);
  connected_->Set(static_cast<double>(clients_.size()));
  Watch();
  return client;
}

void ImageServer::Watch() {
  std::set<Viewer> viewers;
  for (const Client* client : clients_) viewers.insert(client->viewer());
  wall_.Watch(std::move(viewers));
}

void ImageServer::Tick() {
  if (clients_.empty()) return;
  wall_.Update();
  for (Client* client : clients_) client->Serve();
}

}  // namespace surefoot::gateways::usarsim
