#pragma once

/// The picture that the image server shows: the cameras of all robots side by side, as MultiView of
/// USARSim has it, or those that a client chose.

#include <map>
#include <memory>
#include <string>
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

/// Which robots there are, whose they are, and who looks at what.
class CameraWall {
 public:
  /// `address` is where the client of the robot is.
  void Add(const Robot* robot, const std::string& address);
  void Remove(const Robot* robot);
  /// Clients at this address see these cameras, "robot" and "camera", from now on; none: all.
  void Choose(const std::string& address, std::vector<std::pair<std::string, std::string>> cameras);

  /// What a client at this address sees: what it chose, else the cameras of its own robots, else
  /// all. In a square of tiles, or one picture.
  Wall For(const std::string& address) const;
  /// Whether the image server has clients at all; pictures are taken only then.
  void Watch(bool watched);
  /// Cameras that have come since are watched, too.
  void Update();

  const std::vector<std::pair<const Robot*, std::string>>& robots() const { return robots_; }

 private:
  std::vector<Camera*> CamerasFor(const std::string& address) const;

  std::vector<std::pair<const Robot*, std::string>> robots_;
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> chosen_;
  bool watched_ = false;
};

/// The part of the wall; what is outside or not there yet is black.
Picture Draw(const Wall& wall, int x, int y, int width, int height);

}  // namespace surefoot::gateways::usarsim
