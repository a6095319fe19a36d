#include "surefoot/builtin/register_gateways.h"

#include "surefoot/builtin/data_folders.h"
#include "surefoot/gateways/usarsim/usarsim.h"
#include "surefoot/gateways/web/web_gateway.h"

namespace surefoot {

void RegisterGateways(gateways::GatewayKinds* kinds) {
  kinds->Add("web", gateways::web::WebGatewayKind());
  const std::vector<std::string> folders = DataFolders();
  const std::string data = folders.empty() ? "." : folders.back();
  kinds->Add("usarsim", gateways::UsarsimKind(data + "/usarsim/classes.xml"));
}

}  // namespace surefoot
