#include "surefoot/backends/ode/handles.h"

#include <ode/error.h>
#include <ode/objects.h>
#include <ode/odeinit.h>

#include <cstdarg>
#include <mutex>

namespace surefoot::backends::ode {
namespace {

extern "C" void IgnoreMessage(int /*number*/, const char* /*text*/, va_list /*values*/) {}

}  // namespace

void WorldCloser::operator()(dxWorld* world) const { dWorldDestroy(world); }
void GroupCloser::operator()(dxJointGroup* group) const { dJointGroupDestroy(group); }

void StartLibrary() {
  static std::once_flag once;
  std::call_once(once, [] {
    dInitODE2(0);
    dSetErrorHandler(IgnoreMessage);
    dSetDebugHandler(IgnoreMessage);
    dSetMessageHandler(IgnoreMessage);
  });
  thread_local const int ready = dAllocateODEDataForThread(dAllocateFlagBasicData);
  static_cast<void>(ready);
}

}  // namespace surefoot::backends::ode
