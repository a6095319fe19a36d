#include "surefoot/gateways/usarsim/camera_wall.h"

#include <algorithm>
#include <cstring>

namespace surefoot::gateways::usarsim {
namespace {

/// Addresses that chose something; a server is not kept busy by those that were here long ago.
constexpr std::size_t kMostChosen = 1000;

void Paste(const Picture& from, int at_x, int at_y, Picture* to) {
  const int x0 = std::max(0, at_x);
  const int x1 = std::min(to->width, at_x + from.width);
  const int y0 = std::max(0, at_y);
  const int y1 = std::min(to->height, at_y + from.height);
  if (x0 >= x1) return;
  for (int y = y0; y < y1; ++y) {
    const std::size_t source = 3 * (static_cast<std::size_t>(y - at_y) * from.width + (x0 - at_x));
    const std::size_t target = 3 * (static_cast<std::size_t>(y) * to->width + x0);
    std::memcpy(to->rgb.data() + target, from.rgb.data() + source,
                3 * static_cast<std::size_t>(x1 - x0));
  }
}

}  // namespace

void CameraWall::Add(const Robot* robot, const std::string& address) {
  robots_.emplace_back(robot, address);
}

void CameraWall::Remove(const Robot* robot) {
  robots_.erase(std::remove_if(robots_.begin(), robots_.end(),
                               [&](const auto& entry) { return entry.first == robot; }),
                robots_.end());
}

void CameraWall::Choose(const std::string& address,
                        std::vector<std::pair<std::string, std::string>> cameras) {
  if (cameras.empty()) {
    chosen_.erase(address);
  } else if (chosen_.count(address) > 0 || chosen_.size() < kMostChosen) {
    chosen_[address] = std::move(cameras);
  }
}

std::vector<Camera*> CameraWall::CamerasFor(const std::string& address) const {
  std::vector<Camera*> all;
  std::vector<Camera*> own;
  std::vector<Camera*> chosen;
  const auto choice = chosen_.find(address);
  for (const auto& [robot, owner] : robots_) {
    for (const auto& camera : robot->cameras()) {
      all.push_back(camera.get());
      if (owner == address) own.push_back(camera.get());
      if (choice == chosen_.end()) continue;
      for (const auto& [robot_name, camera_name] : choice->second) {
        const bool is_robot = robot_name.empty() || SameWord(robot_name, robot->entity());
        const bool is_camera = camera_name.empty() || SameWord(camera_name, camera->spec().name);
        if (is_robot && is_camera) chosen.push_back(camera.get());
      }
    }
  }
  if (!chosen.empty()) return chosen;
  return own.empty() ? all : own;
}

Wall CameraWall::For(const std::string& address) const {
  const std::vector<Camera*> cameras = CamerasFor(address);
  Wall wall;
  if (cameras.empty()) return wall;
  int tile_width = 0;
  int tile_height = 0;
  for (const Camera* camera : cameras) {
    tile_width = std::max(tile_width, camera->width());
    tile_height = std::max(tile_height, camera->height());
  }
  int columns = 1;
  while (columns * columns < static_cast<int>(cameras.size())) ++columns;
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    const int number = static_cast<int>(i);
    wall.tiles.push_back(
        {cameras[i], number % columns * tile_width, number / columns * tile_height});
  }
  const int rows = (static_cast<int>(cameras.size()) + columns - 1) / columns;
  wall.width = columns * tile_width;
  wall.height = rows * tile_height;
  return wall;
}

void CameraWall::Watch(bool watched) {
  watched_ = watched;
  Update();
}

void CameraWall::Update() {
  for (const auto& [robot, owner] : robots_) {
    for (const auto& camera : robot->cameras()) camera->Want(watched_);
  }
}

Picture Draw(const Wall& wall, int x, int y, int width, int height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  picture.rgb.assign(std::size_t{3} * static_cast<std::size_t>(width) * height, 0);
  for (const Tile& tile : wall.tiles) {
    if (const auto part = tile.camera->picture()) Paste(*part, tile.x - x, tile.y - y, &picture);
  }
  return picture;
}

}  // namespace surefoot::gateways::usarsim
