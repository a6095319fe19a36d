// Packets of RoboCup's game controller and answers of players. A decoded packet must be the same
// after being encoded and decoded again.

#include "fuzz/target.h"
#include "surefoot/gateways/gamecontroller/packet.h"

namespace surefoot::fuzz {
namespace {

using namespace gateways::gamecontroller;  // NOLINT: this file is about it

void Run(std::string_view input) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(input.data());
  const Result<GameState> game = DecodeData(bytes, input.size());
  if (game.ok()) {
    const Bytes packet = EncodeData(*game, 7);
    Require(DecodeData(packet.data(), packet.size()).ok(), "a packet that was decoded can be sent");
  }
  const Result<PlayerReport> report = DecodeReturn(bytes, input.size());
  if (report.ok()) {
    const Bytes packet = EncodeReturn(*report);
    Require(DecodeReturn(packet.data(), packet.size()).ok(),
            "an answer that was decoded can be sent");
  }
}

void AddSeeds(SeedList* seeds) {
  for (int version = kOldestVersion; version <= kNewestVersion; ++version) {
    seeds->Add(EncodeData(GameState(), 1, static_cast<std::uint8_t>(version)));
  }
  seeds->Add(EncodeReturn(PlayerReport()));
}

SUREFOOT_FUZZ_TARGET(gamecontroller, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
