#include "surefoot/gateways/ros1/tcpros/header.h"

namespace surefoot::gateways::ros1 {

Result<Fields> ParseHeader(const Bytes& bytes) {
  ByteReader reader(bytes);
  Fields fields;
  while (reader.left() > 0) {
    const std::string field = reader.GetString();
    if (!reader.ok()) return Error{"a field is longer than the connection header"};
    const std::size_t mark = field.find('=');
    if (mark == std::string::npos) {
      return Error{"a field of the connection header has no '='"};
    }
    // Of repeated fields the first one counts.
    fields.emplace(field.substr(0, mark), field.substr(mark + 1));
  }
  return fields;
}

Chunk WriteHeader(const Fields& fields) {
  Bytes body;
  ByteWriter writer(&body);
  for (const auto& [name, value] : fields) writer.PutString(name + "=" + value);
  auto header = std::make_shared<Bytes>();
  ByteWriter whole(header.get());
  whole.Put(static_cast<std::uint32_t>(body.size()));
  whole.PutRaw(body.data(), body.size());
  return header;
}

std::string FieldOf(const Fields& fields, const std::string& name) {
  const auto found = fields.find(name);
  return found == fields.end() ? "" : found->second;
}

}  // namespace surefoot::gateways::ros1
