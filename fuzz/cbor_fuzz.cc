// Messages in CDR of any type (chosen by the first byte) to CBOR, and to JSON and back. Bytes that
// can be decoded must give well-formed CBOR, and JSON that reads as the same message.

#include <nlohmann/json.hpp>

#include "fuzz/target.h"
#include "surefoot/gateways/web/rosbridge/cbor.h"
#include "surefoot/gateways/web/rosbridge/payload.h"
#include "surefoot/msgs/json.h"
#include "surefoot/msgs/ros1.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::fuzz {
namespace {

using nlohmann::json;

bool IsCbor(const std::string& bytes) {
  return !json::from_cbor(bytes, true, false, json::cbor_tag_handler_t::ignore).is_discarded();
}

void Run(std::string_view input) {
  if (input.empty()) return;
  const auto& types = msgs::AllTypes();
  const msgs::TypeInfo& type = *types[static_cast<unsigned char>(input[0]) % types.size()];
  const Bytes cdr(input.begin() + 1, input.end());
  const std::shared_ptr<void> message = type.make();
  static_cast<void>(msgs::DecodeRos1(type, cdr.data(), cdr.size(), message.get()));
  const Result<std::string> text = gateways::web::CdrToJson(type, cdr);
  Require(IsCbor(gateways::web::CborRawPublish("/topic", 1, cdr)), "raw messages are CBOR");
  if (!type.decode(cdr.data(), cdr.size(), message.get())) return;
  Require(text.ok(), "what decodes can be written as JSON");
  Require(IsCbor(gateways::web::CborPublish("/topic", type, cdr)), "messages are CBOR");
  const std::shared_ptr<void> again = type.make();
  const Status read = msgs::FromJson(type, *text, again.get());
  if (read.ok()) {
    Require(msgs::ToJson(type, again.get()).size() > 1, "JSON can be written again");
  }
}

void AddSeeds(SeedList* seeds) {
  const auto& types = msgs::AllTypes();
  for (std::size_t i = 0; i < types.size() && i < 256; ++i) {
    Bytes cdr;
    types[i]->encode(types[i]->make().get(), &cdr);
    cdr.insert(cdr.begin(), static_cast<std::uint8_t>(i));
    seeds->Add(cdr);
  }
}

SUREFOOT_FUZZ_TARGET(cbor, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
