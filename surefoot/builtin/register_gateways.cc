#include "surefoot/builtin/register_gateways.h"

#include "surefoot/gateways/web/web_gateway.h"

namespace surefoot {

void RegisterGateways(gateways::GatewayKinds* kinds) {
  kinds->Add("web", gateways::web::WebGatewayKind());
}

}  // namespace surefoot
