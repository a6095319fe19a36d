#include "surefoot/session/parts.h"

namespace surefoot {

std::vector<physics::BackendInfo> Parts::EngineInfos() const {
  std::vector<physics::BackendInfo> infos;
  for (const auto& entry : engines.entries()) infos.push_back(entry.second.info());
  return infos;
}

}  // namespace surefoot
