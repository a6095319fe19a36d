#pragma once

/// Participants of two vendors on the loopback interface, in a domain of their own.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds {

/// The vendors of the two sides.
struct Pair {
  std::string first;
  std::string second;
};

/// Each vendor with itself and with each other one.
std::vector<Pair> AllPairs();
/// Each vendor with itself only: services of different vendors are incompatible.
std::vector<Pair> SamePairs();
std::string PairName(const testing::TestParamInfo<Pair>& info);

/// A domain and names that no other test on this machine uses at the same time, as far as possible.
int NextDomain();
std::string UniqueName(const std::string& name);

/// Polls until the condition holds; false after half a minute.
bool Eventually(const std::function<bool()>& condition);

/// A std_msgs::msg::dds_::String_ with its encapsulation header.
Bytes TextCdr(const std::string& text);
/// Octets that differ everywhere, behind an encapsulation header.
Bytes LargeCdr(std::size_t size, unsigned seed);

constexpr char kTextType[] = "std_msgs::msg::dds_::String_";

/// Collects samples from callbacks.
class Inbox {
 public:
  Participant::OnSample callback();
  std::size_t count() const;
  std::vector<Bytes> all() const;
  bool Contains(const Bytes& cdr) const;
  Sample last() const;
  /// Number of messages of Connect(), which are not among the others.
  std::size_t connects() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Sample> samples_;
  std::size_t connects_ = 0;
};

/// Opens a participant on the loopback interface; fails the test if it cannot.
std::unique_ptr<Participant> OpenLocal(const std::string& vendor, int domain,
                                       Participant::OnEndpoint endpoint = nullptr,
                                       std::size_t max_message = std::size_t{64} << 20);
std::unique_ptr<Writer> MakeWriter(Participant* participant, const EndpointSpec& spec,
                                   Participant::OnMatched matched = nullptr);
std::unique_ptr<Reader> MakeReader(Participant* participant, const EndpointSpec& spec, Inbox* inbox,
                                   Participant::OnMatched matched = nullptr);

/// Writes until a message arrives. Both sides count a match before a reader of Cyclone DDS has seen
/// the first heartbeat of a writer of another vendor, and it skips what was written until then.
bool Connect(Writer* writer, const Inbox& inbox);

/// Two participants in a domain of their own, of the vendors of the parameter.
class PairTest : public testing::TestWithParam<Pair> {
 protected:
  PairTest();

  EndpointSpec Spec(const Qos& qos = {}) const { return {topic_, kTextType, qos, ""}; }

  int domain_;
  std::string topic_;
  std::unique_ptr<Participant> first_;
  std::unique_ptr<Participant> second_;
};

}  // namespace surefoot::gateways::dds
