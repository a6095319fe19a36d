#include "surefoot/gateways/dds/fastdds/library.h"

#include <fastrtps/attributes/LibrarySettingsAttributes.h>
#include <fastrtps/xmlparser/XMLProfileManager.h>

#include <fastdds/dds/log/Log.hpp>
#include <memory>
#include <mutex>
#include <utility>

namespace surefoot::gateways::dds::fastdds {
namespace {

using eprosima::fastdds::dds::Log;

struct LastError {
  std::mutex mutex;
  std::string text;
};

LastError& TheLastError() {
  static LastError* const error = new LastError;  // used by the log's thread until the end
  return *error;
}

class Consumer : public eprosima::fastdds::dds::LogConsumer {
 public:
  void Consume(const Log::Entry& entry) override {
    LastError& error = TheLastError();
    const std::lock_guard lock(error.mutex);
    error.text = entry.message;
  }
};

}  // namespace

void PrepareLibrary() {
  static std::once_flag once;
  std::call_once(once, [] {
    Log::ClearConsumers();
    Log::SetVerbosity(Log::Kind::Error);
    Log::RegisterConsumer(std::make_unique<Consumer>());
    eprosima::fastrtps::LibrarySettingsAttributes settings;
    settings.intraprocess_delivery = eprosima::fastrtps::INTRAPROCESS_OFF;
    eprosima::fastrtps::xmlparser::XMLProfileManager::library_settings(settings);
  });
}

std::string TakeLastError() {
  Log::Flush();
  LastError& error = TheLastError();
  const std::lock_guard lock(error.mutex);
  const std::string text = std::exchange(error.text, "");
  return text.empty() ? "" : ": " + text;
}

}  // namespace surefoot::gateways::dds::fastdds
