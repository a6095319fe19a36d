#include "surefoot/session/run_log.h"

namespace surefoot::run_log {

void Encode(const StepHash& message, Bytes* out) {
  out->clear();
  ByteWriter writer(out);
  writer.Put(message.step);
  writer.Put(message.chain);
  writer.Put(static_cast<std::uint32_t>(message.bodies.size()));
  writer.PutRaw(message.bodies.data(), message.bodies.size() * sizeof(std::uint32_t));
}

bool Decode(const std::uint8_t* data, std::size_t size, StepHash* message) {
  ByteReader reader(data, size);
  message->step = reader.Get<std::int64_t>();
  message->chain = reader.Get<std::uint64_t>();
  const std::uint32_t count = reader.Get<std::uint32_t>();
  if (!reader.ok() || reader.left() != count * sizeof(std::uint32_t)) return false;
  message->bodies.resize(count);
  reader.GetRaw(message->bodies.data(), reader.left());
  return true;
}

void Encode(const BodyStates& message, Bytes* out) {
  out->clear();
  ByteWriter writer(out);
  writer.Put(message.step);
  writer.PutDoubles(message.values.data(), message.values.size());
}

bool Decode(const std::uint8_t* data, std::size_t size, BodyStates* message) {
  ByteReader reader(data, size);
  message->step = reader.Get<std::int64_t>();
  const std::uint64_t count = reader.Get<std::uint64_t>();
  if (!reader.ok() || reader.left() / sizeof(double) != count) return false;
  message->values.resize(count);
  reader.GetRaw(message->values.data(), count * sizeof(double));
  return reader.ok() && reader.left() == 0;
}

}  // namespace surefoot::run_log
