#include "surefoot/builtin/builtin.h"

#include "surefoot/builtin/data_folders.h"
#include "surefoot/builtin/register_access.h"
#include "surefoot/builtin/register_formats.h"
#include "surefoot/engines/register.h"
#include "surefoot/game/referee/football_referee.h"

namespace surefoot {

Parts BuiltinParts() {
  Parts parts;
  engines::RegisterBackends(&parts.engines);
  parts.missing_engines = engines::MissingEngines();
  RegisterFormats(&parts.formats);
  parts.sensors = sensors::BuiltinSensors();
  parts.drives = drives::BuiltinDrives();
  parts.referee = game::FootballReferees();
  RegisterAccess(&parts);
  parts.data_folders = DataFolders();
  return parts;
}

Result<std::unique_ptr<Session>> Open(const std::string& file, const SessionOptions& options,
                                      Problems* problems) {
  return Session::Open(BuiltinParts(), file, options, problems);
}

}  // namespace surefoot
