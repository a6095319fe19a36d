#include "surefoot/gateways/web/rosbridge/payload.h"

#include <png.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "surefoot/base/check.h"
#include "surefoot/msgs/base64.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/json.h"
#include "surefoot/msgs/json_text.h"
#include "surefoot/msgs/std_msgs.h"

// Conversion of messages between CDR, the graph's form, and the encodings that clients choose:
// JSON, CBOR, or JSON in a PNG picture.

namespace surefoot::gateways::web {
namespace {

using msgs::FieldRef;
using msgs::JsonReader;
using msgs::geometry_msgs::Twist;
using msgs::geometry_msgs::TwistStamped;

/// Converts positional arguments to named ones: {"a":1,"b":2} from [1,2].
Result<std::string> NameItems(const msgs::TypeInfo& type, std::string_view list) {
  std::vector<std::string> names;
  msgs::VisitFields(type, type.make().get(),
                    [&](const FieldRef& field) { names.emplace_back(field.name); });
  JsonReader reader(list);
  msgs::JsonText object;
  object.BeginObject();
  std::size_t count = 0;
  reader.BeginArray();
  while (reader.NextItem()) {
    std::string_view item;
    if (!reader.Skip(&item)) break;
    if (count == names.size()) {
      return Error{"more values than " + std::string(type.name) + " has fields (" +
                   std::to_string(names.size()) + ")"};
    }
    object.Raw(names[count++], item);
  }
  if (!reader.AtEnd()) return Error{reader.error()};
  return object.EndObject().text();
}

Bytes Encoded(const msgs::TypeInfo& type, const void* message) {
  Bytes cdr;
  type.encode(message, &cdr);
  return cdr;
}

}  // namespace

Status ReadArgs(const msgs::TypeInfo& type, std::string_view json, void* message) {
  // Clients send {}, [], null or nothing for requests without fields.
  if (json.empty() || json == "null") return Status();
  if (json.front() != '[') return msgs::FromJson(type, json, message);
  const Result<std::string> object = NameItems(type, json);
  if (!object.ok()) return object.error();
  return msgs::FromJson(type, *object, message);
}

Result<Bytes> ArgsToCdr(const msgs::TypeInfo& type, std::string_view json) {
  const std::shared_ptr<void> message = type.make();
  const Status status = ReadArgs(type, json, message.get());
  if (!status.ok()) return status.error();
  return Encoded(type, message.get());
}

Result<Bytes> MessageToCdr(const msgs::TypeInfo& type, std::string_view json, SimTimeNs now_ns) {
  const std::shared_ptr<void> message = type.make();
  // The time is set first and overwritten by what the client supplies, as in rosbridge_suite.
  msgs::VisitFields(type, message.get(), [&](const FieldRef& field) {
    if (field.type != &msgs::std_msgs::Header::type() || field.shape != FieldRef::Shape::kSingle ||
        std::strcmp(field.name, "header") != 0) {
      return;
    }
    static_cast<msgs::std_msgs::Header*>(field.items)->stamp = msgs::ToTime(now_ns);
  });
  const Status status = msgs::FromJson(type, json, message.get());
  if (!status.ok()) return status.error();
  return Encoded(type, message.get());
}

Result<std::string> CdrToJson(const msgs::TypeInfo& type, const Bytes& cdr) {
  const std::shared_ptr<void> message = type.make();
  if (!type.decode(cdr.data(), cdr.size(), message.get())) {
    return Error{std::string("the bytes are not a valid ") + type.name};
  }
  return msgs::ToJson(type, message.get());
}

bool CanConvert(const msgs::TypeInfo& from, const msgs::TypeInfo& to) {
  return &from == &to || (&from == &Twist::type() && &to == &TwistStamped::type()) ||
         (&from == &TwistStamped::type() && &to == &Twist::type());
}

Result<Bytes> Convert(const msgs::TypeInfo& from, const msgs::TypeInfo& to, const Bytes& cdr) {
  TwistStamped stamped;
  Twist twist;
  if (&from == &to) return cdr;
  if (&to == &Twist::type() && msgs::Decode(cdr, &stamped)) {
    return Encoded(to, &stamped.twist);
  }
  if (&to == &TwistStamped::type() && msgs::Decode(cdr, &twist)) {
    // The stamp stays 0; drives treat such a command as new.
    stamped.twist = twist;
    return Encoded(to, &stamped);
  }
  return Error{std::string("a ") + from.name + " cannot be converted to " + to.name};
}

std::string ShortTypeName(std::string_view name) {
  const std::size_t first = name.find('/');
  const std::size_t last = name.rfind('/');
  if (first == last) return std::string(name);
  return std::string(name.substr(0, first)) + std::string(name.substr(last));
}

std::string PngOfText(std::string_view text) {
  // The layout of rosbridge_suite: three bytes of text per RGB pixel, as square as possible.
  const std::size_t pixels = (text.size() + 2) / 3;
  std::size_t width = static_cast<std::size_t>(std::sqrt(static_cast<double>(text.size()) / 3.0));
  if (width < 1) width = 1;
  const std::size_t height = pixels < 1 ? 1 : (pixels + width - 1) / width;
  // Clients strip trailing line breaks, so these serve as padding.
  std::string rows(text);
  rows.resize(width * height * 3, '\n');

  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  // Speed before size: the server does this in real time.
  image.flags = PNG_IMAGE_FLAG_FAST;
  std::vector<std::uint8_t> png(PNG_IMAGE_PNG_SIZE_MAX(image));
  png_alloc_size_t size = png.size();
  const int good = png_image_write_to_memory(&image, png.data(), &size, 0, rows.data(), 0, nullptr);
  SUREFOOT_CHECK(good != 0, "a text could not be written as PNG: " + std::string(image.message));
  std::string out;
  msgs::AppendBase64(png.data(), size, &out);
  return out;
}

std::string PngMessage(std::string_view text) {
  return msgs::JsonText()
      .BeginObject()
      .Text("op", "png")
      .Text("data", PngOfText(text))
      .EndObject()
      .text();
}

}  // namespace surefoot::gateways::web
