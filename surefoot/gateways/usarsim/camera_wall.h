#pragma once

/// The picture that the image server shows: the cameras of all robots side by side, as MultiView of
/// USARSim has it, or those that a client chose.

#include <functional>
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
    /// It has not been tried yet whether there is one.
    bool waits_for_port = true;
  };
  /// Opens the image port with that number, from 1; 0: it is not to be had.
  using OpenPort = std::function<int(int number)>;
  using ClosePort = std::function<void(int port)>;

  /// Image ports for one robot each that are open, in their order. A robot gets the first that is
  /// free when it comes.
  void set_robot_ports(std::vector<int> ports) { robot_ports_ = std::move(ports); }
  /// So many at most, each open as long as a robot with a camera has it.
  void set_robot_ports(int most, OpenPort open, ClosePort close);

  /// `address` is where the client of the robot is.
  void Add(const Robot* robot, const std::string& address);
  void Remove(const Robot* robot);
  /// Image ports for robots that came or whose cameras were found since.
  void GivePorts();
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
  /// The number of the first port that is free; 0: there is none.
  int FreePort();

  std::vector<Entry> robots_;
  /// By number; 0: not open.
  std::vector<int> robot_ports_;
  /// nullptr: all are open that there are.
  OpenPort open_port_;
  ClosePort close_port_;
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> chosen_;
  std::set<Viewer> watching_;
};

/// The part of the wall; what is outside or not there yet is black.
Picture Draw(const Wall& wall, int x, int y, int width, int height);

}  // namespace surefoot::gateways::usarsim
