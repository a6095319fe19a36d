#pragma once

/// The image of the image server: the cameras of all robots side by side, as USARSim's MultiView,
/// or those that a client chose. USARSim has one image port that shows the game's window; clients
/// find their camera in it by the offsets in CONF.

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "surefoot/gateways/usarsim/robot.h"

namespace surefoot::gateways::usarsim {

/// A camera and its position in the image (pixels).
struct Tile {
  Camera* camera = nullptr;
  int x = 0;
  int y = 0;
};

/// The layout of an image: its size and its tiles.
struct Wall {
  int width = 0;
  int height = 0;
  std::vector<Tile> tiles;
};

/// A client of the image server, by its address and port.
struct Viewer {
  std::string address;
  /// Number of a robot's separate image port, from 1; 0: the common port.
  int port_number = 0;

  bool operator<(const Viewer& other) const {
    return std::tie(port_number, address) < std::tie(other.port_number, other.address);
  }
};

/// Position of a camera in the images that its robot's client gets (pixels).
struct CameraSpot {
  /// In the image of the common port.
  int x = 0;
  int y = 0;
  /// The robot's separate image port (0: none), and the position in its image.
  int port = 0;
  int port_x = 0;
  int port_y = 0;
};

/// The robots of all clients, the addresses of the clients, and the cameras that each viewer sees.
/// Used on the gateway's thread only.
class CameraWall {
 public:
  struct Entry {
    const Robot* robot = nullptr;
    /// Address of its client.
    std::string address;
    /// Number of its separate image port, from 1; 0: none was left.
    int port_number = 0;
    /// Whether a port has not been assigned yet.
    bool waits_for_port = true;
  };
  /// Opens the image port with that number, from 1; returns the port, or 0 if it is not available.
  using OpenPort = std::function<int(int number)>;
  using ClosePort = std::function<void(int port)>;

  /// Separate image ports that are open from the start, in order. A robot gets the first free one.
  void set_robot_ports(std::vector<int> ports) { robot_ports_ = std::move(ports); }
  /// At most `max` separate ports, each open only while a robot with a camera uses it.
  void set_robot_ports(int max, OpenPort open, ClosePort close);

  /// `address`: that of the robot's client.
  void Add(const Robot* robot, const std::string& address);
  void Remove(const Robot* robot);
  /// Assigns image ports to robots that were added, or whose cameras were found, since the last
  /// call.
  void GivePorts();
  /// Sets the cameras, pairs of robot and camera, that clients at this address see; empty: all.
  void Choose(const std::string& address, std::vector<std::pair<std::string, std::string>> cameras);

  /// The layout for a viewer: on a robot's port the cameras of that robot; otherwise the cameras
  /// that it chose, otherwise those of its own robots, otherwise all.
  Wall For(const Viewer& viewer) const;
  /// Position of a camera for a client at this address, on the common and on the robot's port.
  CameraSpot SpotOf(const Camera& camera, const std::string& address) const;
  /// Sets the clients of the image server. Only cameras that one of them sees produce images.
  void Watch(std::set<Viewer> viewers);
  /// Call after robots were added, removed or chosen.
  void Update();

  const std::vector<Entry>& robots() const { return robots_; }

 private:
  std::vector<Camera*> CamerasFor(const Viewer& viewer) const;
  bool IsTaken(int port_number) const;
  /// Number of the first free port, from 1; 0: none.
  int FreePort();

  std::vector<Entry> robots_;
  /// Port of each number (index + 1); 0: not open.
  std::vector<int> robot_ports_;
  /// nullptr: all ports are open from the start.
  OpenPort open_port_;
  ClosePort close_port_;
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> chosen_;
  std::set<Viewer> watching_;
};

/// Draws a rectangle of the layout. Parts without an image yet, and outside of the layout, are
/// black.
Picture Draw(const Wall& wall, int x, int y, int width, int height);

}  // namespace surefoot::gateways::usarsim
