#pragma once

#include <string>
#include <vector>

#include "surefoot/drives/drive.h"
#include "surefoot/events/referee.h"
#include "surefoot/formats/format.h"
#include "surefoot/physics/backend.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/session/access.h"

namespace surefoot {

/// What a build is made of. builtin/ fills it with all that is compiled in; a program may add its
/// own engines and formats before it opens a session.
struct Parts {
  formats::FormatRegistry formats;
  physics::BackendRegistry engines;
  sensors::SensorRegistry sensors;
  drives::DriveRegistry drives;
  /// Who judges in worlds that have a referee.
  events::RefereeKind referee = {};
  Licence licence;
  LanguageRegistry languages;
  GatewayRegistry gateways;
  UserInterfaceRegistry interfaces;
  /// Folders with models of our own, searched after SUREFOOT_PATH.
  std::vector<std::string> data_folders;

  /// Engines that Surefoot has but this build or installation lacks.
  std::vector<std::string> missing_engines;

  /// By name; the first one for an empty name. nullptr when there is none.
  const physics::BackendFactory* FindEngine(const std::string& name) const;
  /// What each engine says of itself. Loads them all.
  std::vector<physics::BackendInfo> EngineInfos() const;
  /// The same, when it is asked for.
  physics::EngineChoice Choice() const;
  /// Says which engines there are.
  Error NoSuchEngine(const std::string& name) const;
};

/// Names of the engines that know forces, in the registry's order: what "all engines" means. Those
/// that move robots without forces are asked for by name.
std::vector<std::string> DynamicEngines(const Parts& parts);

/// False: its library cannot be loaded, its help says why, and it can do nothing.
bool IsUsable(const physics::BackendInfo& engine);

}  // namespace surefoot
