#include "surefoot/base/process/sandbox_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

// A seccomp filter in BPF: a list of refused calls, with the rest allowed. Refused calls return an
// error instead of ending the process, because libraries handle errors.

namespace surefoot {
namespace {

constexpr std::uint32_t kPermission = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t kUnknown = SECCOMP_RET_ERRNO | ENOSYS;

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

/// Numbers of the x32 ABI, which has the same calls under other numbers, start here.
constexpr std::uint32_t kX32 = 0x40000000;

/// Calls newer than some headers; their numbers are the same on all machines.
constexpr long kPidfdSendSignal = 424;
constexpr long kIoUringSetup = 425;
constexpr long kIoUringEnter = 426;
constexpr long kIoUringRegister = 427;
constexpr long kMountCalls[] = {428, 429, 430, 431, 432, 433, 442};  // open_tree ... mount_setattr
constexpr long kPidfdOpen = 434;
constexpr long kClone3 = 435;
constexpr long kOpenat2 = 437;
constexpr long kPidfdGetfd = 438;
constexpr long kFchmodat2 = 452;

/// Sockets, other processes and kernel settings; and changes of files that Landlock does not cover:
/// owner, mode, times and attributes.
constexpr long kRefused[] = {
    // Sockets: those of TCP are also handled by Landlock, all others only here.
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    // Other processes.
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_tkill,
    kPidfdOpen,
    kPidfdGetfd,
    kPidfdSendSignal,
    SYS_setpriority,
    SYS_ioprio_set,
    SYS_sched_setparam,
    SYS_sched_setscheduler,
    SYS_sched_setattr,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_shmget,
    SYS_shmat,
    SYS_msgget,
    SYS_semget,
    SYS_mq_open,
    // The system.
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_acct,
    SYS_quotactl,
    SYS_personality,
    SYS_syslog,
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    SYS_fanotify_init,
    kIoUringSetup,
    kIoUringEnter,
    kIoUringRegister,
    // Files.
    SYS_fchmod,
    SYS_fchmodat,
    kFchmodat2,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_truncate,
    SYS_ftruncate,
    SYS_fallocate,
    SYS_unlinkat,
    SYS_renameat2,
    SYS_mkdirat,
    SYS_linkat,
    SYS_symlinkat,
    SYS_mknodat,
#if defined(__x86_64__)
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_unlink,
    SYS_rename,
    SYS_renameat,
    SYS_mkdir,
    SYS_rmdir,
    SYS_link,
    SYS_symlink,
    SYS_mknod,
    SYS_creat,
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
#endif
};

constexpr std::uint32_t kWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;

}  // namespace

void SyscallFilter::Add(std::uint16_t code, std::uint32_t value, std::uint8_t jump_true,
                        std::uint8_t jump_false) {
  program_.push_back({code, jump_true, jump_false, value});
}

void SyscallFilter::Load(std::uint32_t offset) { Add(BPF_LD | BPF_W | BPF_ABS, offset); }

void SyscallFilter::Return(std::uint32_t action) { Add(BPF_RET | BPF_K, action); }

void SyscallFilter::Refuse(long call, std::uint32_t action) {
  Add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
  Return(action);
}

/// Arguments have 64 bits; the flags are in the lower half, which comes first.
void SyscallFilter::RefuseByBits(long call, int argument, std::uint32_t bits, bool requested) {
  const auto offset = static_cast<std::uint32_t>(
      offsetof(seccomp_data, args) + sizeof(std::uint64_t) * static_cast<std::size_t>(argument));
  Add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
  Load(offset);
  Add(BPF_JMP | BPF_JSET | BPF_K, bits, requested ? 0 : 1, requested ? 1 : 0);
  Return(kPermission);
  Return(SECCOMP_RET_ALLOW);
}

// Allowed if the first argument is this process, whose number is known only in Install.
void SyscallFilter::RefuseForOthers(long call, bool zero_is_self) {
  const std::uint8_t more = zero_is_self ? 1 : 0;
  Add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0,
      static_cast<std::uint8_t>(4 + more));
  Load(offsetof(seccomp_data, args));
  if (zero_is_self) Add(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0);
  own_id_.push_back(program_.size());
  Add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  Return(kPermission);
  Return(SECCOMP_RET_ALLOW);
}

// Checks the architecture first, because call numbers differ between architectures.
Result<SyscallFilter> SyscallFilter::Make(bool may_start_programs) {
  if (kArchitecture == 0) {
    return Error{
        "this process cannot be confined: there is a filter of system calls for x86-64 "
        "and AArch64 only"};
  }
  SyscallFilter filter;
  filter.Load(offsetof(seccomp_data, arch));
  filter.Add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
  filter.Return(SECCOMP_RET_KILL_PROCESS);
  filter.Load(offsetof(seccomp_data, nr));
  filter.Add(BPF_JMP | BPF_JGE | BPF_K, kX32, 0, 1);
  filter.Return(kPermission);
  for (const long call : kRefused) filter.Refuse(call, kPermission);
  for (const long call : kMountCalls) filter.Refuse(call, kPermission);
  // Their flags are in memory, which a filter cannot read; callers fall back to the old calls.
  filter.Refuse(kOpenat2, kUnknown);
  filter.Refuse(kClone3, kUnknown);
  // For kill, 0 is the process group, to which the server belongs.
  for (const long call : {SYS_kill, SYS_tgkill}) filter.RefuseForOthers(call, false);
  for (const long call : {SYS_prlimit64, SYS_sched_setaffinity}) filter.RefuseForOthers(call, true);
  filter.RefuseByBits(SYS_openat, 2, kWriting, true);
#if defined(__x86_64__)
  filter.RefuseByBits(SYS_open, 1, kWriting, true);
#endif
  if (!may_start_programs) {
    for (const long call : {SYS_execve, SYS_execveat}) filter.Refuse(call, kPermission);
#if defined(__x86_64__)
    for (const long call : {SYS_fork, SYS_vfork}) filter.Refuse(call, kPermission);
#endif
    filter.RefuseByBits(SYS_clone, 0, CLONE_THREAD, false);
  }
  filter.Return(SECCOMP_RET_ALLOW);
  return filter;
}

// After fork: the process number is entered and the kernel takes the program.
int SyscallFilter::Install() {
  static_assert(sizeof(Instruction) == sizeof(sock_filter));
  for (const std::size_t at : own_id_) program_[at].value = static_cast<std::uint32_t>(::getpid());
  sock_fprog program{};
  program.len = static_cast<unsigned short>(program_.size());
  program.filter = reinterpret_cast<sock_filter*>(program_.data());
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

}  // namespace surefoot
