// How long requests of a client block the server's loop: the longest time in which it did not serve
// other clients, in wall time and in processor time of its thread.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "bench/loop/fleet.h"
#include "bench/loop/loop_server.h"
#include "surefoot/msgs/surefoot_msgs.h"

namespace surefoot {
namespace {

namespace fs = std::filesystem;
namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using loop::LoopServer;
using loop::Spawn;

constexpr const char* kHelp = R"(usage: loop_bench [options]

How long the loop of a server, which runs in real time, is held up by what a client asks for.

  --world NAME     what is served; default: husky_lab
  --only TEXT      only actions whose name has this text
  --triangles N    of the mesh that is checked and spawned; default: 200000
  --robots N       instead: each kind of action in a world with N robots
  --robot URI      the robots; default: model://husky_scout, with camera, LIDARs and IMU
  --seen N         number of robots whose cameras and LIDARs are subscribed to; default: 1
  --help
)";

/// A wavy ball with this number of triangles, as binary STL.
std::string BallMesh(int triangles) {
  const int rings = std::max(4, static_cast<int>(std::sqrt(triangles / 4.0)));
  const int sides = 2 * rings;
  std::string out(80, ' ');
  const auto put = [&out](const auto& value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  put(static_cast<std::uint32_t>(2 * rings * sides));
  const auto corner = [&](int ring, int side) {
    const double up = M_PI * ring / rings;
    const double around = 2.0 * M_PI * side / sides;
    const double r = 0.5 + 0.1 * std::sin(5.0 * up) * std::cos(7.0 * around);
    for (const double x : {r * std::sin(up) * std::cos(around), r * std::sin(up) * std::sin(around),
                           r * std::cos(up)}) {
      put(static_cast<float>(x));
    }
  };
  for (int ring = 0; ring < rings; ++ring) {
    for (int side = 0; side < sides; ++side) {
      for (const bool lower : {false, true}) {
        for (int i = 0; i < 3; ++i) put(0.0F);
        corner(ring, side);
        corner(ring + 1, lower ? side + 1 : side);
        corner(lower ? ring : ring + 1, side + 1);
        put(std::uint16_t{0});
      }
    }
  }
  return out;
}

sm::UploadFile::Response Upload(LoopServer* bench, const std::string& path,
                                const std::string& data) {
  constexpr std::size_t kChunk = 1 << 20;
  sm::UploadFile::Response response;
  sm::UploadFile::Request request;
  request.path = path;
  for (std::size_t at = 0; at < data.size(); at += kChunk) {
    const std::string part = data.substr(at, kChunk);
    request.data.assign(part.begin(), part.end());
    request.offset = static_cast<std::int64_t>(at);
    request.last = at + kChunk >= data.size();
    response = bench->Call<sm::UploadFile>("/surefoot/upload", request);
    request.batch = response.batch;
  }
  return response;
}

void MeasureEdits(LoopServer* bench) {
  bench->Measure("duplicate", [bench] {
    sm::DuplicateEntity::Request request;
    request.entity = "husky";
    return bench->Call<sm::DuplicateEntity>("/surefoot/edit/duplicate", request).message;
  });
  bench->Measure("spawn a second husky", [bench] { return Spawn(bench, "model://husky", 40.0); });
  sm::RemoveEntity::Response removed;
  bench->Measure("remove", [&] {
    sm::RemoveEntity::Request request;
    request.entity = "husky_1";
    removed = bench->Call<sm::RemoveEntity>("/surefoot/edit/remove", request);
    return removed.message;
  });
  bench->Measure("put back", [&] {
    sm::RestoreEntity::Request request;
    request.token = removed.token;
    return bench->Call<sm::RestoreEntity>("/surefoot/edit/restore", request).message;
  });
  bench->Measure("save_world", [bench] {
    sm::SaveWorld::Request request;
    request.file = "loop_bench.sdf";
    request.overwrite = true;
    return bench->Call<sm::SaveWorld>("/surefoot/save_world", request).message;
  });
}

void MeasureSnapshots(LoopServer* bench) {
  for (const bool in_file : {false, true}) {
    const std::string where = in_file ? " (file)" : " (memory)";
    bench->Measure("snapshot save" + where, [&] {
      sm::SaveSnapshot::Request request;
      (in_file ? request.file : request.name) = "loop_bench";
      return bench->Call<sm::SaveSnapshot>("/surefoot/snapshot/save", request).message;
    });
    bench->Measure("snapshot restore" + where, [&] {
      sm::RestoreSnapshot::Request request;
      (in_file ? request.file : request.name) = "loop_bench";
      return bench->Call<sm::RestoreSnapshot>("/surefoot/snapshot/restore", request).message;
    });
  }
}

void MeasureFiles(LoopServer* bench, int triangles) {
  std::string uri;
  const std::string mesh = BallMesh(triangles);
  bench->Measure("upload of a mesh", [&] {
    const auto stored = Upload(bench, "ball.stl", mesh);
    uri = stored.uri;
    return stored.message;
  });
  bench->Measure("check of a mesh", [&] {
    sm::CheckModel::Request request;
    request.uri = uri;
    return bench->Call<sm::CheckModel>("/surefoot/check", request).message;
  });
  bench->Measure("spawn of a mesh", [&] { return Spawn(bench, uri, 60.0); });
  bench->Measure("library", [bench] {
    bench->Call<sm::GetLibrary>("/surefoot/library", {});
    return std::string();
  });
  bench->Measure("get_spawnables", [bench] {
    return bench->Call<si::GetSpawnables>("/get_spawnables", {}).result.error_message;
  });
}

void MeasureLibrary(LoopServer* bench, const char* kind) {
  std::vector<std::string> uris;
  for (const sm::LibraryItem& item : bench->Call<sm::GetLibrary>("/surefoot/library", {}).items) {
    if (item.kind == kind) uris.push_back(item.uri);
  }
  // Another thread draws the pictures of the library, which would disturb the measurements.
  bench->TurnFor(1.0);
  double x = 100.0;
  for (const std::string& uri : uris) {
    const std::string name = fs::path(uri).filename().string();
    if (std::string(kind) == "model") {
      x += 20.0;
      bench->Measure("spawn " + name, [&] { return Spawn(bench, uri, x); });
    } else {
      bench->Measure("load_world " + name, [&] {
        si::LoadWorld::Request request;
        request.uri = uri;
        const auto loaded = bench->Call<si::LoadWorld>("/load_world", request);
        return loaded.result.result == 1 ? std::string() : loaded.result.error_message;
      });
    }
  }
}

int Main(int argc, char** argv) {
  std::string world = "husky_lab";
  std::string only;
  int triangles = 200000;
  loop::FleetOptions fleet;
  Arguments arguments(kHelp);
  arguments.Value("--world", &world);
  arguments.Value("--only", &only);
  arguments.Value("--triangles", &triangles);
  arguments.Value("--robots", &fleet.robots);
  arguments.Value("--robot", &fleet.uri);
  arguments.Value("--seen", &fleet.seen);
  if (const auto code = arguments.Read(argc, argv)) return *code;
  std::error_code ignored;
  const fs::path folder = fs::temp_directory_path(ignored) / "surefoot_loop_bench";
  fs::create_directories(folder, ignored);
  fs::current_path(folder, ignored);
  if (fleet.robots > 0) world = loop::WriteFleet(fleet, folder.string());
  LoopServer bench(world);
  bench.only = only;
  if (fleet.robots > 0) {
    loop::MeasureFleet(fleet, world, &bench);
    fs::remove_all(folder, ignored);
    return 0;
  }
  LoopServer::PrintHeader();
  bench.Measure("nothing", [] { return std::string(); });
  MeasureSnapshots(&bench);
  MeasureEdits(&bench);
  MeasureFiles(&bench, triangles);
  MeasureLibrary(&bench, "model");
  MeasureLibrary(&bench, "world");
  std::printf("\nlongest block: %.1f ms of processor time\n", 1e3 * bench.worst());
  fs::remove_all(folder, ignored);
  return 0;
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
