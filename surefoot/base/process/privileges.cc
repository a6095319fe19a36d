#include "surefoot/base/process/privileges.h"

#include <grp.h>
#include <linux/capability.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "surefoot/base/try.h"

// Rights of a process on Linux: user and groups, which glibc changes for all threads, and
// capabilities and the flag no_new_privs, which belong to threads.

namespace surefoot {
namespace {

struct User {
  uid_t user = 0;
  gid_t group = 0;
};

Error Failed(const std::string& what) { return Error{what + ": " + std::strerror(errno)}; }

/// User and group of a name; only root may change to them.
Result<User> FindUser(const std::string& name) {
  if (::geteuid() != 0) {
    return Error{"only root can become another user, and this is the user with the number " +
                 std::to_string(::geteuid()) + "; start it as root, or leave the option out"};
  }
  std::vector<char> buffer(16384);
  passwd entry{};
  passwd* found = nullptr;
  const int failure = ::getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
  if (found == nullptr) {
    return Error{"there is no user '" + name + "'" +
                 (failure != 0 ? std::string(": ") + std::strerror(failure) : "")};
  }
  if (entry.pw_uid == 0 || entry.pw_gid == 0) {
    return Error{"'" + name + "' has the rights of root (user " + std::to_string(entry.pw_uid) +
                 ", group " + std::to_string(entry.pw_gid) + "); choose another user"};
  }
  return User{entry.pw_uid, entry.pw_gid};
}

/// Of the calling thread; the system has removed its capabilities with the change of the user.
Status CheckNoCapabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3]{};
  if (::syscall(SYS_capget, &header, data) != 0) return Failed("capget");
  for (const __user_cap_data_struct& part : data) {
    if (part.effective != 0 || part.permitted != 0) {
      return Error{"capabilities of root are left after the change of the user"};
    }
  }
  return Status();
}

/// Real, effective and saved identities must all have changed.
Status CheckIsOnly(const User& user) {
  uid_t users[3]{};
  gid_t groups[3]{};
  if (::getresuid(&users[0], &users[1], &users[2]) != 0) return Failed("getresuid");
  if (::getresgid(&groups[0], &groups[1], &groups[2]) != 0) return Failed("getresgid");
  for (const uid_t id : users) {
    if (id != user.user) return Error{"the user did not change"};
  }
  for (const gid_t id : groups) {
    if (id != user.group) return Error{"the group did not change"};
  }
  if (::setuid(0) == 0 || ::seteuid(0) == 0 || ::setgid(0) == 0) {
    return Error{"the process could become root again after the change of the user"};
  }
  return CheckNoCapabilities();
}

}  // namespace

Status CheckBecomeUser(const std::string& name) {
  const Result<User> user = FindUser(name);
  return user.ok() ? Status() : Status(user.error());
}

Status BecomeUser(const std::string& name) {
  const User user = SUREFOOT_TRY(FindUser(name));
  // Only its own groups; glibc changes all threads.
  if (::initgroups(name.c_str(), user.group) != 0) return Failed("setgroups");
  if (::setresgid(user.group, user.group, user.group) != 0) return Failed("setgid");
  if (::setresuid(user.user, user.user, user.user) != 0) return Failed("setuid");
  return CheckIsOnly(user);
}

// No new rights by programs with set-user-ID, and no memory in core dumps.
Status KeepRightsLow() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return Failed("PR_SET_NO_NEW_PRIVS");
  const rlimit none{0, 0};
  if (::setrlimit(RLIMIT_CORE, &none) != 0) return Failed("the limit of core dumps");
  return Status();
}

}  // namespace surefoot
