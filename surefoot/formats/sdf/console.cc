#include "surefoot/formats/sdf/console.h"

#include <sdf/Console.hh>
#include <sstream>

namespace surefoot::formats {
namespace {

/// One for the process, as is the console that it guards.
std::recursive_mutex& ConsoleMutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

}  // namespace

SdfConsoleGuard::SdfConsoleGuard()
    : lock_(ConsoleMutex()), text_(std::make_unique<std::ostringstream>()) {
  auto& stream = sdf::Console::Instance()->GetMsgStream();
  previous_ = stream.GetStream();
  stream.SetStream(text_.get());
}

SdfConsoleGuard::~SdfConsoleGuard() {
  sdf::Console::Instance()->GetMsgStream().SetStream(previous_);
}

std::string SdfConsoleGuard::Text() const { return text_->str(); }

}  // namespace surefoot::formats
