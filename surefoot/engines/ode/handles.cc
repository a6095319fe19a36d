#include "surefoot/engines/ode/handles.h"

#include <ode/error.h>
#include <ode/objects.h>
#include <ode/odeinit.h>
#include <ode/threading_impl.h>

#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <string>

// ODE's library is initialised once per process, and its error handler throws, because returning
// from it ends the process.

namespace surefoot::engines::ode {
namespace {

extern "C" void IgnoreMessage(int /*number*/, const char* /*text*/, va_list /*values*/) {}

/// ODE ends the process if its error handler returns, so this throws.
extern "C" void ThrowMessage(int number, const char* text, va_list values) {
  char message[256];
  std::vsnprintf(message, sizeof message, text, values);
  throw std::runtime_error("ODE error " + std::to_string(number) + ": " + message);
}

}  // namespace

// ODE runs its jobs in the calling thread.
WorldHandle MakeWorld() {
  WorldHandle world(dWorldCreate());
  RenewJobs(world.get());
  return world;
}

/// The pointer is kept in the world's user data, so that WorldCloser can free it.
void RenewJobs(dxWorld* world) {
  const dThreadingImplementationID threading = dThreadingAllocateSelfThreadedImplementation();
  dWorldSetStepThreadingImplementation(world, dThreadingImplementationGetFunctions(threading),
                                       threading);
  dWorldSetData(world, threading);
}

// The threading must outlive the world that uses it.
void WorldCloser::operator()(dxWorld* world) const {
  const auto threading = static_cast<dThreadingImplementationID>(dWorldGetData(world));
  dWorldDestroy(world);
  dThreadingFreeImplementation(threading);
}
void GroupCloser::operator()(dxJointGroup* group) const { dJointGroupDestroy(group); }

// ODE's own handlers end the process or print; errors become exceptions instead.
void StartLibrary() {
  static std::once_flag once;
  std::call_once(once, [] {
    dInitODE2(0);
    dSetErrorHandler(ThrowMessage);
    dSetDebugHandler(ThrowMessage);
    dSetMessageHandler(IgnoreMessage);
  });
  // Each thread needs its own data before it may call ODE.
  thread_local const int ready = dAllocateODEDataForThread(dAllocateFlagBasicData);
  static_cast<void>(ready);
}

}  // namespace surefoot::engines::ode
