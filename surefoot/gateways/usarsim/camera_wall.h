#pragma once

/// The picture that the image server shows: the cameras of all robots side by side, as MultiView of
/// USARSim has it, or those that a client chose.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "surefoot/gateways/usarsim/robot.h"

namespace surefoot::gateways::usarsim {

struct Tile {
  Camera* camera = nullptr;
  int x = 0;
  int y = 0;
};

struct Wall {
  int width = 0;
  int height = 0;
  std::vector<Tile> tiles;
};

/// Who looks: a client at an address, or one at the image port of a robot's own.
struct Viewer {
  std::string address;
  /// Which of the robots' ports; 0: the port of all.
  int port_number = 0;

  bool operator<(const Viewer& other) const {
    return std::tie(port_number, address) < std::tie(other.port_number, other.address);
  }
};

/// Where a camera is in the picture that its robot's client gets.
struct CameraSpot {
  int x = 0;
  int y = 0;
  /// The image port of the robot's own, and the place there; 0: it has none.
  int port = 0;
  int port_x = 0;
  int port_y = 0;
};

/// Which robots there are, whose they are, and who looks at what.
class CameraWall {
 public:
  struct Entry {
    const Robot* robot = nullptr;
    /// Where its client is.
    std::string address;
    /// Its image port among those of the robots, from 1; 0: there was none left.
    int port_number = 0;
  };

  /// Image ports for one robot each, in their order. A robot gets the first that is free.
  void set_robot_ports(std::vector<int> ports) { robot_ports_ = std::move(ports); }

  /// `address` is where the client of the robot is.
  void Add(const Robot* robot, const std::string& address);
  void Remove(const Robot* robot);
  /// Clients at this address see these cameras, "robot" and "camera", from now on; none: all.
  void Choose(const std::string& address, std::vector<std::pair<std::string, std::string>> cameras);

  /// What a client sees: at a robot's port the cameras of that robot; else what it chose, else the
  /// cameras of its own robots, else all. In a square of tiles, or one picture.
  Wall For(const Viewer& viewer) const;
  /// As a client at this address and at the robot's own port sees it.
  CameraSpot SpotOf(const Camera& camera, const std::string& address) const;
  /// The clients of the image server. Pictures are taken only by cameras that one of them sees.
  void Watch(std::set<Viewer> viewers);
  /// The same after robots came, went or were chosen.
  void Update();

  const std::vector<Entry>& robots() const { return robots_; }

 private:
  std::vector<Camera*> CamerasFor(const Viewer& viewer) const;
  bool IsTaken(int port_number) const;

  std::vector<Entry> robots_;
  std::vector<int> robot_ports_;
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> chosen_;
  std::set<Viewer> watching_;
};

/// The part of the wall; what is outside or not there yet is black.
Picture Draw(const Wall& wall, int x, int y, int width, int height);

}  // namespace surefoot::gateways::usarsim
