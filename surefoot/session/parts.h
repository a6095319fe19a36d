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

/// The components of a build. builtin/ fills it with everything compiled in; a program may add its
/// own engines and formats before it opens a session.
struct Parts {
  formats::FormatRegistry formats;
  physics::BackendRegistry engines;
  sensors::SensorRegistry sensors;
  drives::DriveRegistry drives;
  /// The referee of worlds that have one.
  events::RefereeKind referee = {};
  Licence licence;
  LanguageRegistry languages;
  GatewayRegistry gateways;
  UserInterfaceRegistry interfaces;
  /// Folders with Surefoot's own models, searched after SUREFOOT_PATH.
  std::vector<std::string> data_folders;

  /// Engines that exist, but are missing in this build or installation.
  std::vector<std::string> missing_engines;

  /// By name; the first one for an empty name; nullptr if unknown.
  const physics::BackendFactory* FindEngine(const std::string& name) const;
  /// Self-descriptions of all engines. Loads all their libraries.
  std::vector<physics::BackendInfo> EngineInfos() const;
  /// The same as a function, so that libraries are loaded only on demand.
  physics::EngineChoice Choice() const;
  /// The error that lists the available engines.
  Error NoSuchEngine(const std::string& name) const;
};

/// Names of the engines with force-based dynamics, in the registry's order: the meaning of "all
/// engines". Purely kinematic ones must be requested by name.
std::vector<std::string> DynamicEngines(const Parts& parts);

/// False if its library cannot be loaded; its help then states the reason, and it has no
/// capabilities.
bool IsUsable(const physics::BackendInfo& engine);

}  // namespace surefoot
