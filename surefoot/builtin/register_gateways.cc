#include "surefoot/builtin/register_gateways.h"

#include <filesystem>

#include "surefoot/builtin/data_folders.h"
#include "surefoot/gateways/gamecontroller/gamecontroller.h"
#include "surefoot/gateways/usarsim/usarsim.h"
#include "surefoot/gateways/web/web_gateway.h"

namespace surefoot {

void RegisterGateways(gateways::GatewayKinds* kinds) {
  const std::vector<std::string> folders = DataFolders();
  const std::string data = folders.empty() ? "." : folders.back();
  std::error_code error;
  const bool has_page = std::filesystem::is_regular_file(data + "/web/index.html", error);
  kinds->Add("web", gateways::web::WebGatewayKind(has_page ? data + "/web" : ""));
  kinds->Add("usarsim", gateways::UsarsimKind(data + "/usarsim/classes.xml"));
  kinds->Add("gamecontroller", gateways::GameControllerKind());
}

}  // namespace surefoot
