// Names, definitions and sums of types as ROS 1 has them, from our definitions.

#include <openssl/evp.h>

#include <array>
#include <map>
#include <sstream>
#include <vector>

#include "surefoot/base/check.h"
#include "surefoot/msgs/ros1.h"
#include "surefoot/msgs/ros1_names.h"

namespace surefoot::msgs {
namespace {

/// Lines by ROS 1 name.
using Definitions = std::map<std::string, std::vector<std::string>>;

void AddLine(const std::string& type, const std::string& line, Definitions* all) {
  std::istringstream lines(Ros1Line(type, line));
  for (std::string part; std::getline(lines, part);) (*all)[type].push_back(part);
}

/// The definition of `type` and of all it uses, taken apart.
Definitions Parts(const TypeInfo& type) {
  Definitions all;
  std::string name = Ros1Name(type.name);
  all[name];
  std::istringstream text(type.definition);
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("====", 0) == 0) continue;
    if (line.rfind("MSG: ", 0) == 0) {
      name = Ros1Name(line.substr(5));
      all[name];
    } else {
      AddLine(name, line, &all);
    }
  }
  return all;
}

bool IsConstant(const std::string& line) { return line.find('=') != std::string::npos; }

/// The message type of a field of `owner`, as a key of `all`; empty for numbers, texts and times.
std::string UsedType(const std::string& owner, const std::string& line, const Definitions& all) {
  if (IsConstant(line)) return {};
  const std::string type = line.substr(0, line.find_first_of("[ "));
  const std::string name =
      type.find('/') == std::string::npos ? owner.substr(0, owner.find('/') + 1) + type : type;
  return all.count(name) > 0 ? name : std::string();
}

/// The text whose MD5 stands for a type: constants first, then fields, those with message types by
/// the sums of these.
std::string SumText(const std::string& name, const Definitions& all) {
  std::string constants;
  std::string fields;
  for (const std::string& line : all.at(name)) {
    if (IsConstant(line)) {
      constants += line + "\n";
      continue;
    }
    const std::string used = UsedType(name, line, all);
    const std::string field_name = line.substr(line.find(' ') + 1);
    fields += (used.empty() ? line : Md5(SumText(used, all)) + " " + field_name) + "\n";
  }
  std::string text = constants + fields;
  if (!text.empty()) text.pop_back();
  return text;
}

/// `order` gets what `name` uses, each once.
void FindUsed(const std::string& name, const Definitions& all, std::vector<std::string>* order) {
  for (const std::string& line : all.at(name)) {
    const std::string used = UsedType(name, line, all);
    if (used.empty()) continue;
    bool known = false;
    for (const std::string& other : *order) known = known || other == used;
    if (known) continue;
    order->push_back(used);
    FindUsed(used, all, order);
  }
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

std::string Md5(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
  unsigned int size = 0;
  const int ok = EVP_Digest(text.data(), text.size(), sum.data(), &size, EVP_md5(), nullptr);
  SUREFOOT_CHECK(ok == 1, "OpenSSL has no MD5");
  std::string digits;
  for (unsigned int i = 0; i < size; ++i) {
    digits += "0123456789abcdef"[sum[i] >> 4];
    digits += "0123456789abcdef"[sum[i] & 15];
  }
  return digits;
}

Ros1Type MakeRos1Type(const TypeInfo& type) {
  const Definitions all = Parts(type);
  Ros1Type result;
  result.name = Ros1Name(type.name);
  result.md5 = Md5(SumText(result.name, all));
  result.definition = Joined(all.at(result.name));
  std::vector<std::string> used;
  FindUsed(result.name, all, &used);
  for (const std::string& name : used) {
    result.definition += std::string(80, '=') + "\nMSG: " + name + "\n" + Joined(all.at(name));
  }
  return result;
}

Ros1Service MakeRos1Service(const ServiceInfo& service) {
  std::string text;
  for (const TypeInfo* part : {service.request, service.response}) {
    text += SumText(Ros1Name(part->name), Parts(*part));
  }
  return {Ros1Name(service.name), Md5(text)};
}

}  // namespace surefoot::msgs
