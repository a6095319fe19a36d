#include "surefoot/msgs/md5.h"

#include <openssl/evp.h>

#include <array>

#include "surefoot/base/check.h"

namespace surefoot::msgs {

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

}  // namespace surefoot::msgs
