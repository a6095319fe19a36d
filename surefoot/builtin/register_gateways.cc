#include "surefoot/builtin/register_gateways.h"

#include "surefoot/builtin/data_folders.h"
#include "surefoot/builtin/gateway_list.h"

namespace surefoot {

void RegisterGateways(gateways::GatewayKinds* kinds) {
  const std::vector<std::string> folders = DataFolders();
  AddGateways(kinds, folders.empty() ? "." : folders.back());
}

}  // namespace surefoot
