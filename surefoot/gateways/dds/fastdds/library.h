#pragma once

/// Settings of Fast DDS for the whole process, and its log.

#include <string>

namespace surefoot::gateways::dds::fastdds {

/// Before the first participant. The log no longer prints, and participants of the same process
/// exchange messages as those of different processes do: with the default, callbacks would run on
/// the thread that writes.
void PrepareLibrary();

/// What the library logged as its last error, as ": text"; empty if nothing. Removes it.
std::string TakeLastError();

}  // namespace surefoot::gateways::dds::fastdds
