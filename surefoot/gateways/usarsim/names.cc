#include "surefoot/gateways/usarsim/names.h"

#include <cctype>

namespace surefoot::gateways::usarsim {

std::string BareName(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? name : name.substr(dot + 1);
}

std::string EntityName(const std::string& wanted, const std::string& otherwise) {
  std::string name = (wanted.empty() ? otherwise : wanted).substr(0, 64);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

}  // namespace surefoot::gateways::usarsim
