#include "surefoot/gateways/usarsim/camera_wall.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace surefoot::gateways::usarsim {
namespace {

/// Limit of addresses with a choice: choices outlive connections, so they would accumulate.
constexpr std::size_t kMaxChoices = 1000;

/// Copies an image to a position of another one, clipped at its edges.
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
  robots_.push_back(Entry{robot, address});
  GivePorts();
}

void CameraWall::set_robot_ports(int max, OpenPort open, ClosePort close) {
  robot_ports_.assign(static_cast<std::size_t>(max), 0);
  open_port_ = std::move(open);
  close_port_ = std::move(close);
}

// With ports on demand, a robot gets one when its cameras are known: a robot without a camera needs
// none.
void CameraWall::GivePorts() {
  for (Entry& entry : robots_) {
    const bool later = open_port_ && entry.robot->cameras().empty();
    if (!entry.waits_for_port || later) continue;
    entry.waits_for_port = false;
    entry.port_number = FreePort();
  }
}

// A number whose port cannot be opened is skipped; another program may use it.
int CameraWall::FreePort() {
  for (int number = 1; number <= static_cast<int>(robot_ports_.size()); ++number) {
    if (IsTaken(number)) continue;
    int& port = robot_ports_[static_cast<std::size_t>(number) - 1];
    if (port == 0) port = open_port_(number);
    if (port != 0) return number;
  }
  return 0;
}

bool CameraWall::IsTaken(int port_number) const {
  return std::any_of(robots_.begin(), robots_.end(),
                     [&](const Entry& entry) { return entry.port_number == port_number; });
}

void CameraWall::Remove(const Robot* robot) {
  const auto found = std::find_if(robots_.begin(), robots_.end(),
                                  [&](const Entry& entry) { return entry.robot == robot; });
  if (found == robots_.end()) return;
  const int number = found->port_number;
  robots_.erase(found);
  if (number == 0 || !close_port_) return;
  close_port_(std::exchange(robot_ports_[static_cast<std::size_t>(number) - 1], 0));
}

void CameraWall::Choose(const std::string& address,
                        std::vector<std::pair<std::string, std::string>> cameras) {
  if (cameras.empty()) {
    chosen_.erase(address);
  } else if (chosen_.count(address) > 0 || chosen_.size() < kMaxChoices) {
    chosen_[address] = std::move(cameras);
  }
}

// One pass collects all three candidates in the order of the robots.
std::vector<Camera*> CameraWall::CamerasFor(const Viewer& viewer) const {
  std::vector<Camera*> all;
  std::vector<Camera*> own;
  std::vector<Camera*> chosen;
  const auto choice = chosen_.find(viewer.address);
  for (const Entry& entry : robots_) {
    if (viewer.port_number > 0 && viewer.port_number != entry.port_number) continue;
    const Robot* robot = entry.robot;
    for (const auto& camera : robot->cameras()) {
      all.push_back(camera.get());
      if (entry.address == viewer.address) own.push_back(camera.get());
      if (choice == chosen_.end()) continue;
      for (const auto& [robot_name, camera_name] : choice->second) {
        const bool is_robot = robot_name.empty() || SameWord(robot_name, robot->entity());
        const bool is_camera = camera_name.empty() || SameWord(camera_name, camera->spec().name);
        if (is_robot && is_camera) chosen.push_back(camera.get());
      }
    }
  }
  if (viewer.port_number > 0) return all;
  if (!chosen.empty()) return chosen;
  return own.empty() ? all : own;
}

// All tiles have the size of the largest camera, in a square grid with the smallest number of
// columns that suffices: USARSim's QuadView for four cameras.
Wall CameraWall::For(const Viewer& viewer) const {
  const std::vector<Camera*> cameras = CamerasFor(viewer);
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

// The layouts are computed again for each query; GETCONF is rare.
CameraSpot CameraWall::SpotOf(const Camera& camera, const std::string& address) const {
  CameraSpot spot;
  for (const Tile& tile : For(Viewer{address, 0}).tiles) {
    if (tile.camera != &camera) continue;
    spot.x = tile.x;
    spot.y = tile.y;
  }
  for (const Entry& entry : robots_) {
    if (entry.port_number == 0) continue;
    for (const Tile& tile : For(Viewer{address, entry.port_number}).tiles) {
      if (tile.camera != &camera) continue;
      spot.port = robot_ports_[static_cast<std::size_t>(entry.port_number) - 1];
      spot.port_x = tile.x;
      spot.port_y = tile.y;
    }
  }
  return spot;
}

void CameraWall::Watch(std::set<Viewer> viewers) {
  watching_ = std::move(viewers);
  Update();
}

void CameraWall::Update() {
  std::set<const Camera*> seen;
  for (const Viewer& viewer : watching_) {
    for (const Camera* camera : CamerasFor(viewer)) seen.insert(camera);
  }
  for (const Entry& entry : robots_) {
    for (const auto& camera : entry.robot->cameras())
      camera->SetActive(seen.count(camera.get()) > 0);
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
