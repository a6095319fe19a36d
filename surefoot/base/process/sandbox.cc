#include "surefoot/base/process/sandbox.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "surefoot/base/process/sandbox_filter.h"
#include "surefoot/base/process/spawn.h"

// Landlock limits the files that a process may open. The rights that the kernel knows depend on its
// version (ABI), so those it does not know are left out of the rule set.

namespace surefoot {
namespace {

/// The numbers are the same on all machines (kernel, include/uapi/asm-generic/unistd.h).
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;

/// As of ABI 5, independent of the headers of this build. Rights are bits in the order of
/// linux/landlock.h: 13 in ABI 1, then refer (2), truncate (3), ioctl_dev (5).
constexpr std::uint64_t kExecute = 1 << 0;
constexpr std::uint64_t kReadFile = 1 << 2;
constexpr std::uint64_t kReadFolder = 1 << 3;
/// Bind and connect of TCP (ABI 4).
constexpr std::uint64_t kAllNet = 3;

/// struct landlock_ruleset_attr as of ABI 4; older headers lack the second field.
struct RulesetAttributes {
  std::uint64_t files;
  std::uint64_t net;
};

/// The rights that the kernel's version of Landlock knows; unknown ones would be refused.
std::uint64_t AllFileRights(long abi) {
  if (abi >= 5) return (1 << 16) - 1;
  if (abi >= 3) return (1 << 15) - 1;
  if (abi == 2) return (1 << 14) - 1;
  return (1 << 13) - 1;
}

Error Failed(const std::string& what) {
  return Error{"this process cannot be confined: " + what + ": " + std::strerror(errno)};
}

/// Paths that do not exist need no rule.
Status Allow(int ruleset, const std::string& path, std::uint64_t rights) {
  Descriptor place(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!place.open()) return Status();
  struct stat status {};
  if (::fstat(place.get(), &status) != 0) return Failed(path);
  landlock_path_beneath_attr rule{};
  rule.allowed_access = S_ISDIR(status.st_mode) ? rights : rights & (kReadFile | kExecute);
  rule.parent_fd = place.get();
  if (::syscall(kAddRule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) return Failed(path);
  return Status();
}

/// A descriptor of the ruleset.
Result<int> MakeRuleset(const SandboxRules& rules) {
  const long abi = ::syscall(kCreateRuleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) return Failed("the kernel has no Landlock (Linux 5.13, lsm=landlock)");
  const RulesetAttributes attributes{AllFileRights(abi), abi >= 4 ? kAllNet : 0};
  const std::size_t size = abi >= 4 ? sizeof attributes : sizeof attributes.files;
  const auto made = static_cast<int>(::syscall(kCreateRuleset, &attributes, size, 0));
  if (made < 0) return Failed("Landlock's ruleset");
  Descriptor ruleset(made);
  for (const std::string& path : rules.read) {
    const Status status = Allow(made, path, kReadFile | kReadFolder);
    if (!status) return status.error();
  }
  for (const std::string& path : rules.run) {
    const Status status = Allow(made, path, kReadFile | kReadFolder | kExecute);
    if (!status) return status.error();
  }
  ruleset.Set(-1);  // The caller owns it.
  return made;
}

}  // namespace

struct Sandbox::Filter {
  SyscallFilter calls;
};

Sandbox::Sandbox(int ruleset, std::shared_ptr<Filter> filter)
    : ruleset_(new int(ruleset),
               [](const int* descriptor) {
                 ::close(*descriptor);
                 delete descriptor;
               }),
      filter_(std::move(filter)) {}

Result<Sandbox> Sandbox::Prepare(const SandboxRules& rules) {
  Result<SyscallFilter> calls = SyscallFilter::Make(/*may_start_programs=*/!rules.run.empty());
  if (!calls) return calls.error();
  const Result<int> ruleset = MakeRuleset(rules);
  if (!ruleset) return ruleset.error();
  return Sandbox(*ruleset, std::make_shared<Filter>(Filter{std::move(*calls)}));
}

// Without allocation, so that it can be called after fork.
int Sandbox::EnterQuietly() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (::syscall(kRestrictSelf, *ruleset_, 0) != 0) return errno;
  return filter_->calls.Install();
}

Status Sandbox::Enter() {
  const int error = EnterQuietly();
  if (error == 0) return Status();
  return Error{std::string("this process cannot be confined: ") + std::strerror(error)};
}

}  // namespace surefoot
