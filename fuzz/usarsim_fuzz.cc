// Clients of USARSim. The first byte chooses the port: 'i' image, 'p' pose truth, else control.

#include "fuzz/target.h"
#include "surefoot/gateways/usarsim/net/control_server.h"
#include "surefoot/gateways/usarsim/net/image_server.h"
#include "surefoot/gateways/usarsim/net/pose_server.h"
#include "surefoot/gateways/usarsim/test/pioneer.h"
#include "tests/source_dir.h"

namespace surefoot::fuzz {
namespace {

using namespace gateways::usarsim;  // NOLINT: this file is about it
using gateways::Metrics;

class FuzzConnection final : public Connection {
 public:
  const std::string& address() const override { return address_; }
  void Answer(std::string bytes) override { Check(bytes); }
  void Sample(std::string bytes) override { Check(bytes); }
  std::size_t waiting() const override { return 0; }
  bool idle() const override { return true; }
  std::uint64_t lost() const override { return 0; }
  void Resume() override {}

 private:
  static void Check(const std::string& bytes) { Require(!bytes.empty(), "something is sent"); }
  std::string address_ = "127.0.0.1";
};

Config MakeConfig() {
  Config config;
  Result<ClassTable> table =
      ReadClassTable(std::string(SUREFOOT_SOURCE_DIR) + "/usarsim/classes.xml");
  Require(table.ok(), "the table of classes can be read");
  config.table = std::move(*table);
  return config;
}

void Run(std::string_view input) {
  if (input.empty()) return;
  static const Config config = MakeConfig();
  FakeServer server;
  AddPioneer(&server);
  Metrics metrics;
  GraphLink link(&server.bridge());
  CameraWall wall;
  Reactor reactor;
  ControlServer control(config, &link, &wall, &metrics);
  ImageServer image({}, &wall, &reactor, &metrics);
  PoseServer pose(Frames(config.frame), &link, &wall, &metrics);
  const auto turn = [&] {
    for (int i = 0; i < 4; ++i) {
      server.bridge().Pump();
      link.Take();
    }
    control.Tick();
    image.Tick();
  };
  FuzzConnection connection;
  const char port = input.front();
  input.remove_prefix(1);
  {
    const std::unique_ptr<Handler> client = port == 'i'   ? image.Accept(&connection)
                                            : port == 'p' ? pose.Accept(&connection)
                                                          : control.Accept(&connection);
    turn();
    // In pieces, line by line.
    while (!input.empty()) {
      const std::string_view piece = input.substr(0, input.find('\n') + 1);
      const std::string_view sent = piece.empty() ? input : piece;
      client->OnBytes(sent);
      input.remove_prefix(sent.size());
      turn();
    }
    server.Advance(0.2);
    turn();
    for (const auto& [name, entity] : server.entities) PublishPioneer(&server, name);
    server.Advance(0.2);
    turn();
  }
  turn();
}

void AddSeeds(SeedList* seeds) { seeds->AddFiles("fuzz/corpus/usarsim", ".txt"); }

SUREFOOT_FUZZ_TARGET(usarsim, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
