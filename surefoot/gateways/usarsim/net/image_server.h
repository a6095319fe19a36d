#pragma once

/// The image port (5003): a frame per request, "OK" for the whole image, "U" and four numbers for a
/// rectangle of it.

#include <memory>
#include <set>

#include "surefoot/gateways/metrics.h"
#include "surefoot/gateways/usarsim/camera_wall.h"
#include "surefoot/gateways/usarsim/net/reactor.h"

namespace surefoot::gateways::usarsim {

/// When a client gets a frame without a request: never, at once (UT2004's "legacy" mode), or after
/// half a second of silence, which suits clients of both kinds.
enum class ImagePush { kOff, kOn, kAuto };

/// Format of frames.
struct ImageOptions {
  /// 0: raw; 1 (best) to 5: JPEG.
  int type = 3;
  ImagePush push = ImagePush::kAuto;
};

/// A frame: type (1 byte), size of the payload (4 bytes, big-endian), payload. Type 0 is width and
/// height (2 bytes each, big-endian) and RGB rows; types 1 to 5 are JPEG.
std::string EncodeFrame(const Picture& picture, int type);

/// The clients of all image ports.
class ImageServer {
 public:
  ImageServer(const ImageOptions& options, CameraWall* wall, Reactor* reactor, Metrics* metrics);
  ~ImageServer();

  /// `port_number`: number of a robot's separate port; 0: the common port.
  std::unique_ptr<Handler> Accept(Connection* connection, int port_number = 0);
  /// Sends new images to clients with pending requests.
  void Tick();

 private:
  class Client;
  /// Updates the wall's list of viewers.
  void Watch();

  ImageOptions options_;
  CameraWall& wall_;
  Reactor& reactor_;
  std::set<Client*> clients_;
  Metrics::Value* connected_;
  Metrics::Value* frames_;
};

}  // namespace surefoot::gateways::usarsim
