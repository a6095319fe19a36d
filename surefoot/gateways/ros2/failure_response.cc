#include "surefoot/gateways/ros2/failure_response.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "surefoot/msgs/simulation_interfaces.h"

namespace surefoot::gateways::ros2 {
namespace {

using SimulationResult = msgs::simulation_interfaces::Result;

constexpr std::array<std::string_view, 5> kReasons = {"message", "status_message", "error_message",
                                                      "error_string", "reason"};

void Fill(const msgs::FieldRef& field, const std::string& reason) {
  using Kind = msgs::FieldRef::Kind;
  if (field.shape != msgs::FieldRef::Shape::kSingle) return;
  const bool is_reason = std::find(kReasons.begin(), kReasons.end(), field.name) != kReasons.end();
  if (field.kind == Kind::kString && is_reason) {
    *static_cast<std::string*>(field.items) = reason;
  } else if (field.kind == Kind::kMessage && field.type == &SimulationResult::type()) {
    auto* result = static_cast<SimulationResult*>(field.items);
    result->result = SimulationResult::RESULT_OPERATION_FAILED;
    result->error_message = reason;
  }
}

}  // namespace

Bytes FailureResponse(const msgs::TypeInfo& response, const std::string& reason) {
  const std::shared_ptr<void> message = response.make();
  // `success` is false by default.
  msgs::VisitFields(response, message.get(),
                    [&](const msgs::FieldRef& field) { Fill(field, reason); });
  Bytes cdr;
  response.encode(message.get(), &cdr);
  return cdr;
}

}  // namespace surefoot::gateways::ros2
