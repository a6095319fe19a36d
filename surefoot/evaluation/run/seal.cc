#include "surefoot/evaluation/run/seal.h"

#include "surefoot/base/check.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/input_files.h"
#include "surefoot/evaluation/run/pool.h"

// The checksum protects against damage (a full disk, an interrupted copy), not against forgery: it
// has no secret.

namespace surefoot::experiment {
namespace {

const std::string kEnd = "\n}\n";
const std::string kBefore = ",\n \"sha256\": \"";
const std::string kAfter = "\"\n}\n";
constexpr std::size_t kDigits = 64;

}  // namespace

std::string Sealed(const std::string& json) {
  SUREFOOT_CHECK(json.ends_with(kEnd), "only objects over several lines are sealed");
  return json.substr(0, json.size() - kEnd.size()) + kBefore + Sha256(json) + kAfter;
}

Result<std::string> Unsealed(const std::string& sealed) {
  const std::size_t size = kBefore.size() + kDigits + kAfter.size();
  const std::size_t begin = sealed.size() < size ? 0 : sealed.size() - size;
  if (sealed.size() < size || sealed.compare(begin, kBefore.size(), kBefore) != 0 ||
      !sealed.ends_with(kAfter)) {
    return Error{"it does not end with its checksum (\"sha256\"), so it is incomplete"};
  }
  std::string json = sealed.substr(0, begin) + kEnd;
  const std::string hash = Sha256(json);
  const std::string stored = sealed.substr(begin + kBefore.size(), kDigits);
  if (hash != stored) {
    return Error{"its checksum is " + hash + ", the one stored in it is " + stored};
  }
  return json;
}

Result<std::string> ReadSealedFile(const std::string& path) {
  const std::string text = ReadWholeFile(path);
  if (text.empty()) return Error{"the file '" + path + "' cannot be read or is empty"};
  Result<std::string> json = Unsealed(text);
  if (!json.ok()) return Error{"the file '" + path + "' is damaged: " + json.error().message};
  return json;
}

}  // namespace surefoot::experiment
