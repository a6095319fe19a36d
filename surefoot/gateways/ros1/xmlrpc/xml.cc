#include "surefoot/gateways/ros1/xmlrpc/xml.h"

#include <tinyxml2.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/msgs/base64.h"

namespace surefoot::gateways::ros1 {
namespace {

using tinyxml2::XMLDocument;
using tinyxml2::XMLElement;

Result<Value> ReadValue(const XMLElement& element, int depth);

std::string TextIn(const XMLElement& element) {
  // Only the first text: comments and sections within a text do not occur in XML-RPC.
  const char* text = element.GetText();
  return text == nullptr ? "" : text;
}

Error At(const XMLElement& element, const std::string& what) {
  return Error{"line " + std::to_string(element.GetLineNum()) + ": " + what};
}

Result<Value> ReadInteger(const XMLElement& element) {
  const std::string text = TextIn(element);
  std::string_view digits = Trimmed(text);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t number = 0;
  const bool fits = FromChars(digits, &number) &&
                    number >= std::numeric_limits<std::int32_t>::min() &&
                    number <= std::numeric_limits<std::int32_t>::max();
  if (fits) return Value(static_cast<std::int32_t>(number));
  return At(element, Quoted(text.substr(0, 40)) + " is not an integer of 32 bits");
}

Result<Value> ReadDouble(const XMLElement& element) {
  const std::string text = TextIn(element);
  double number = 0.0;
  // Python also writes inf and nan.
  if (ParseNumber(Trimmed(text), &number)) return Value(number);
  return At(element, Quoted(text.substr(0, 40)) + " is not a number");
}

Result<Value> ReadBoolean(const XMLElement& element) {
  const std::string text = TextIn(element);
  const std::string_view word = Trimmed(text);
  // XmlRpc++ writes 1 and 0, as the specification demands; a few clients write words.
  if (word == "1" || word == "true") return Value(true);
  if (word == "0" || word == "false") return Value(false);
  return At(element, Quoted(text.substr(0, 40)) + " is not a boolean; accepted: 0, 1");
}

Result<Value> ReadBinary(const XMLElement& element) {
  std::string text = TextIn(element);
  std::erase_if(text, [](char c) { return c == '\n' || c == '\r' || c == ' ' || c == '\t'; });
  Bytes bytes;
  if (!msgs::DecodeBase64(text, &bytes)) return At(element, "the text is not base64");
  return Value(Value::Binary{std::string(bytes.begin(), bytes.end())});
}

Result<Value> ReadArray(const XMLElement& element, int depth) {
  Value::Array items;
  const XMLElement* data = element.FirstChildElement("data");
  if (data == nullptr) return At(element, "an <array> needs <data>");
  for (const XMLElement* item = data->FirstChildElement(); item != nullptr;
       item = item->NextSiblingElement()) {
    items.push_back(SUREFOOT_TRY(ReadValue(*item, depth + 1)));
  }
  return Value(std::move(items));
}

Result<Value> ReadStruct(const XMLElement& element, int depth) {
  Value::Struct members;
  for (const XMLElement* member = element.FirstChildElement(); member != nullptr;
       member = member->NextSiblingElement()) {
    const XMLElement* name = member->FirstChildElement("name");
    const XMLElement* value = member->FirstChildElement("value");
    if (std::strcmp(member->Name(), "member") != 0 || name == nullptr || value == nullptr) {
      return At(*member, "a <struct> consists of <member> with <name> and <value>");
    }
    members[TextIn(*name)] = SUREFOOT_TRY(ReadValue(*value, depth + 1));
  }
  return Value(std::move(members));
}

Result<Value> ReadValue(const XMLElement& element, int depth) {
  if (std::strcmp(element.Name(), "value") != 0) {
    return At(element, "<" + std::string(element.Name()).substr(0, 40) + "> is not a <value>");
  }
  if (depth > kMaxValueDepth) {
    return At(element, "values are nested deeper than " + std::to_string(kMaxValueDepth));
  }
  const XMLElement* typed = element.FirstChildElement();
  // "If no type is indicated, the type is string."
  if (typed == nullptr) return Value(TextIn(element));
  const std::string type = typed->Name();
  if (type == "string") return Value(TextIn(*typed));
  if (type == "int" || type == "i4" || type == "i8") return ReadInteger(*typed);
  if (type == "boolean") return ReadBoolean(*typed);
  if (type == "double") return ReadDouble(*typed);
  if (type == "array") return ReadArray(*typed, depth);
  if (type == "struct") return ReadStruct(*typed, depth);
  if (type == "base64") return ReadBinary(*typed);
  if (type == "dateTime.iso8601") return Value(Value::DateTime{TextIn(*typed)});
  return At(*typed, "<" + type.substr(0, 40) +
                        "> is not a type; accepted: string, int, i4, boolean, double, array, "
                        "struct, base64, dateTime.iso8601");
}

/// Parses a document whose root has this name.
Result<const XMLElement*> ReadRoot(std::string_view xml, const char* name, XMLDocument* document) {
  if (document->Parse(xml.data(), xml.size()) != tinyxml2::XML_SUCCESS) {
    return Error{std::string("not XML: ") + document->ErrorStr()};
  }
  const XMLElement* root = document->RootElement();
  if (root == nullptr || std::strcmp(root->Name(), name) != 0) {
    return Error{std::string("the document is not a <") + name + ">"};
  }
  return root;
}

void WriteText(const std::string& text, std::string* out) {
  for (const char c : text) {
    switch (c) {
      case '&':
        *out += "&amp;";
        break;
      case '<':
        *out += "&lt;";
        break;
      case '>':
        *out += "&gt;";
        break;
      // A bare carriage return would be read as a line feed (XML 1.0, section 2.11).
      case '\r':
        *out += "&#13;";
        break;
      default:
        // The other control characters are not allowed in XML.
        *out += static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' ? '?' : c;
    }
  }
}

/// XML-RPC has neither infinities nor NaN; Python reads and writes them as words.
std::string DoubleText(double value) {
  std::string text = NumberText(value);
  // XmlRpc++ and Python distinguish by the tag, but people read the text.
  const bool plain = text.find_first_of(".en") == std::string::npos;
  return plain ? text + ".0" : text;
}

void WriteValue(const Value& value, std::string* out);

struct Writer {
  std::string* out;

  void operator()(bool value) const {
    *out += value ? "<boolean>1</boolean>" : "<boolean>0</boolean>";
  }
  void operator()(std::int32_t value) const { *out += "<int>" + std::to_string(value) + "</int>"; }
  void operator()(double value) const { *out += "<double>" + DoubleText(value) + "</double>"; }
  void operator()(const std::string& value) const {
    *out += "<string>";
    WriteText(value, out);
    *out += "</string>";
  }
  void operator()(const Value::DateTime& value) const {
    *out += "<dateTime.iso8601>";
    WriteText(value.text, out);
    *out += "</dateTime.iso8601>";
  }
  void operator()(const Value::Binary& value) const {
    *out += "<base64>";
    msgs::AppendBase64(reinterpret_cast<const std::uint8_t*>(value.bytes.data()),
                       value.bytes.size(), out);
    *out += "</base64>";
  }
  void operator()(const Value::Array& value) const {
    *out += "<array><data>";
    for (const Value& item : value) WriteValue(item, out);
    *out += "</data></array>";
  }
  void operator()(const Value::Struct& value) const {
    *out += "<struct>";
    for (const auto& [name, member] : value) {
      *out += "<member><name>";
      WriteText(name, out);
      *out += "</name>";
      WriteValue(member, out);
      *out += "</member>";
    }
    *out += "</struct>";
  }
};

void WriteValue(const Value& value, std::string* out) {
  *out += "<value>";
  value.Visit(Writer{out});
  *out += "</value>";
}

constexpr const char* kHead = "<?xml version=\"1.0\"?>\n";

}  // namespace

Result<MethodCall> ParseCall(std::string_view xml) {
  // White space of strings is part of them.
  XMLDocument document(true, tinyxml2::PRESERVE_WHITESPACE);
  const XMLElement* root = SUREFOOT_TRY(ReadRoot(xml, "methodCall", &document));
  const XMLElement* name = root->FirstChildElement("methodName");
  if (name == nullptr) return Error{"the <methodCall> has no <methodName>"};
  MethodCall call;
  call.method = TextIn(*name);
  const XMLElement* params = root->FirstChildElement("params");
  if (params == nullptr) return call;
  for (const XMLElement* param = params->FirstChildElement(); param != nullptr;
       param = param->NextSiblingElement()) {
    const XMLElement* value = param->FirstChildElement();
    if (std::strcmp(param->Name(), "param") != 0 || value == nullptr) {
      return At(*param, "<params> consists of <param> with a <value>");
    }
    call.params.push_back(SUREFOOT_TRY(ReadValue(*value, 0)));
  }
  return call;
}

Result<Value> ParseResponse(std::string_view xml) {
  XMLDocument document(true, tinyxml2::PRESERVE_WHITESPACE);
  const XMLElement* root = SUREFOOT_TRY(ReadRoot(xml, "methodResponse", &document));
  if (const XMLElement* fault = root->FirstChildElement("fault")) {
    const XMLElement* value = fault->FirstChildElement();
    if (value == nullptr) return Error{"a fault without description"};
    const Value details = SUREFOOT_TRY(ReadValue(*value, 0));
    const Value::Struct* members = details.members();
    const auto text =
        members == nullptr ? Value::Struct::const_iterator() : members->find("faultString");
    if (members == nullptr || text == members->end() || text->second.text() == nullptr) {
      return Error{"a fault without description"};
    }
    return Error{*text->second.text()};
  }
  const XMLElement* params = root->FirstChildElement("params");
  const XMLElement* param = params == nullptr ? nullptr : params->FirstChildElement("param");
  const XMLElement* value = param == nullptr ? nullptr : param->FirstChildElement();
  if (value == nullptr) return Error{"the <methodResponse> has no value"};
  return ReadValue(*value, 0);
}

std::string WriteCall(const MethodCall& call) {
  std::string xml = std::string(kHead) + "<methodCall><methodName>";
  WriteText(call.method, &xml);
  xml += "</methodName><params>";
  for (const Value& param : call.params) {
    xml += "<param>";
    WriteValue(param, &xml);
    xml += "</param>";
  }
  return xml + "</params></methodCall>";
}

std::string WriteResponse(const Value& value) {
  std::string xml = std::string(kHead) + "<methodResponse><params><param>";
  WriteValue(value, &xml);
  return xml + "</param></params></methodResponse>";
}

std::string WriteFault(int code, const std::string& text) {
  std::string xml = std::string(kHead) + "<methodResponse><fault>";
  WriteValue(Value::Struct{{"faultCode", code}, {"faultString", text}}, &xml);
  return xml + "</fault></methodResponse>";
}

}  // namespace surefoot::gateways::ros1
