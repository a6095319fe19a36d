#pragma once

/// The image port: a frame for each request, "OK" for all of the picture, "U" for a part of it.

#include <memory>
#include <set>

#include "surefoot/gateways/metrics.h"
#include "surefoot/gateways/usarsim/camera_wall.h"
#include "surefoot/gateways/usarsim/net/reactor.h"

namespace surefoot::gateways::usarsim {

/// When a client that has not asked gets a frame: never, at once, or when it has been silent for
/// half a second.
enum class ImagePush { kOff, kOn, kAuto };

struct ImageOptions {
  /// 0: raw; 1 (best) to 5: JPEG.
  int type = 3;
  ImagePush push = ImagePush::kAuto;
};

/// A frame with its header.
std::string EncodeFrame(const Picture& picture, int type);

class ImageServer {
 public:
  ImageServer(const ImageOptions& options, CameraWall* wall, Reactor* reactor, Metrics* metrics);
  ~ImageServer();

  /// `port_number`: which of the robots' own ports; 0: that of all.
  std::unique_ptr<Handler> Accept(Connection* connection, int port_number = 0);
  /// Sends to those that wait for a picture.
  void Tick();

 private:
  class Client;
  /// Tells the wall who looks.
  void Watch();

  ImageOptions options_;
  CameraWall& wall_;
  Reactor& reactor_;
  std::set<Client*> clients_;
  Metrics::Value* connected_;
  Metrics::Value* frames_;
};

}  // namespace surefoot::gateways::usarsim
