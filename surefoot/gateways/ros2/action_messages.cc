#include "surefoot/gateways/ros2/action_messages.h"

#include <algorithm>
#include <type_traits>

#include "surefoot/msgs/cdr.h"

namespace surefoot::gateways::ros2 {
namespace {

using msgs::kCdrHeader;

void WriteFields(const msgs::TypeInfo& type, void* message, msgs::CdrWriter* writer);

void WriteItem(const msgs::FieldRef& field, std::size_t i, msgs::CdrWriter* writer) {
  if (field.kind == msgs::FieldRef::Kind::kMessage) {
    return WriteFields(*field.type, field.item(i), writer);
  }
  msgs::VisitItem(field.kind, field.item(i), [&](auto* item) {
    if constexpr (!std::is_void_v<std::remove_pointer_t<decltype(item)>>) writer->Write(*item);
  });
}

/// A message of any type at the present position, whose alignment differs from that of a message by
/// itself.
void WriteFields(const msgs::TypeInfo& type, void* message, msgs::CdrWriter* writer) {
  bool empty = true;
  msgs::VisitFields(type, message, [&](const msgs::FieldRef& field) {
    empty = false;
    if (field.shape == msgs::FieldRef::Shape::kArray) {
      writer->Write(static_cast<std::uint32_t>(field.count));
    }
    for (std::size_t i = 0; i < field.count; ++i) WriteItem(field, i, writer);
  });
  // IDL has no empty structs.
  if (empty) writer->Write(std::uint8_t{0});
}

/// The id at the beginning of a message.
std::optional<GoalUuid> ReadUuid(const Bytes& cdr) {
  msgs::CdrReader reader(cdr.data(), cdr.size());
  GoalUuid uuid{};
  reader.Read(&uuid);
  if (!reader.ok()) return std::nullopt;
  return uuid;
}

}  // namespace

// The id has 16 octets, so that what follows it is aligned as in a message by itself.
std::optional<SendGoalRequest> ReadSendGoal(const Bytes& cdr) {
  const std::optional<GoalUuid> uuid = ReadUuid(cdr);
  if (!uuid) return std::nullopt;
  SendGoalRequest request{*uuid, Bytes(cdr.begin(), cdr.begin() + kCdrHeader)};
  request.goal.insert(request.goal.end(), cdr.begin() + kCdrHeader + uuid->size(), cdr.end());
  return request;
}

Bytes SendGoalResponse(bool accepted, const msgs::builtin_interfaces::Time& stamp) {
  Bytes cdr;
  msgs::CdrWriter writer(&cdr);
  writer.Write(accepted);
  writer.Write(stamp);
  return cdr;
}

std::optional<GoalUuid> ReadGetResult(const Bytes& cdr) { return ReadUuid(cdr); }

Bytes GetResultResponse(std::int8_t status, const msgs::TypeInfo& type, const void* result) {
  Bytes cdr;
  msgs::CdrWriter writer(&cdr);
  writer.Write(status);
  // Visitors get fields of mutable messages; this one does not change them.
  WriteFields(type, const_cast<void*>(result), &writer);
  return cdr;
}

Bytes FeedbackMessage(const GoalUuid& uuid, const Bytes& feedback) {
  Bytes cdr;
  msgs::CdrWriter writer(&cdr);
  writer.Write(uuid);
  if (feedback.size() > kCdrHeader) {
    cdr.insert(cdr.end(), feedback.begin() + kCdrHeader, feedback.end());
  }
  return cdr;
}

}  // namespace surefoot::gateways::ros2
