#include "surefoot/formats/sdf/console.h"

#include <iostream>
#include <sdf/Console.hh>
#include <sstream>
#include <streambuf>

namespace surefoot::formats {
namespace {

/// One for the process, as is the console that it guards.
std::recursive_mutex& ConsoleMutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

/// Takes what is written to it to nowhere.
class NowhereBuffer : public std::streambuf {
 protected:
  int overflow(int c) override { return c; }
};

/// The console, which where HOME is not set complains about it when it is made.
sdf::ConsolePtr QuietConsole() {
  static const bool made = [] {
    NowhereBuffer nowhere;
    std::streambuf* const before = std::cerr.rdbuf(&nowhere);
    sdf::Console::Instance();
    std::cerr.rdbuf(before);
    return true;
  }();
  static_cast<void>(made);
  return sdf::Console::Instance();
}

}  // namespace

SdfConsoleGuard::SdfConsoleGuard()
    : lock_(ConsoleMutex()), text_(std::make_unique<std::ostringstream>()) {
  auto& stream = QuietConsole()->GetMsgStream();
  previous_ = stream.GetStream();
  stream.SetStream(text_.get());
}

SdfConsoleGuard::~SdfConsoleGuard() {
  sdf::Console::Instance()->GetMsgStream().SetStream(previous_);
}

std::string SdfConsoleGuard::Text() const { return text_->str(); }

}  // namespace surefoot::formats
