#include "surefoot/gateways/dds/test/dds_fixture.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include "surefoot/gateways/dds/vendors.h"

namespace surefoot::gateways::dds {
namespace {

constexpr char kConnect[] = "connect";

}  // namespace

std::vector<Pair> AllPairs() {
  std::vector<Pair> pairs;
  for (const std::string& first : Vendors()) {
    for (const std::string& second : Vendors()) pairs.push_back({first, second});
  }
  return pairs;
}

std::vector<Pair> SamePairs() {
  std::vector<Pair> pairs;
  for (const std::string& vendor : Vendors()) pairs.push_back({vendor, vendor});
  return pairs;
}

std::string PairName(const testing::TestParamInfo<Pair>& info) {
  return info.param.first + "_" + info.param.second;
}

int NextDomain() {
  static std::atomic<int> next{getpid()};
  // Domains above 101 have ports that Linux gives to any program.
  return next++ % 101 + 1;
}

std::string UniqueName(const std::string& name) {
  static std::atomic<int> next{0};
  return name + "_" + std::to_string(getpid()) + "_" + std::to_string(next++);
}

bool Eventually(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

Bytes TextCdr(const std::string& text) {
  Bytes cdr = {0, 1, 0, 0};
  ByteWriter writer(&cdr);
  writer.Put(static_cast<std::uint32_t>(text.size() + 1));
  writer.PutRaw(text.c_str(), text.size() + 1);
  cdr.resize((cdr.size() + 3) / 4 * 4);
  return cdr;
}

Bytes LargeCdr(std::size_t size, unsigned seed) {
  Bytes cdr = {0, 1, 0, 0};
  cdr.resize(size);
  std::uint32_t state = seed;
  for (std::size_t i = 4; i < size; ++i) {
    state = state * 1664525u + 1013904223u;
    cdr[i] = static_cast<std::uint8_t>(state >> 24);
  }
  return cdr;
}

Participant::OnSample Inbox::callback() {
  return [this](const Sample& sample) {
    const std::lock_guard lock(mutex_);
    if (sample.cdr == TextCdr(kConnect)) {
      ++connects_;
    } else {
      samples_.push_back(sample);
    }
  };
}

std::size_t Inbox::count() const {
  const std::lock_guard lock(mutex_);
  return samples_.size();
}

std::vector<Bytes> Inbox::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<Bytes> all;
  for (const Sample& sample : samples_) all.push_back(sample.cdr);
  return all;
}

bool Inbox::Contains(const Bytes& cdr) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(samples_.begin(), samples_.end(),
                     [&](const Sample& sample) { return sample.cdr == cdr; });
}

Sample Inbox::last() const {
  const std::lock_guard lock(mutex_);
  return samples_.empty() ? Sample{} : samples_.back();
}

std::size_t Inbox::connects() const {
  const std::lock_guard lock(mutex_);
  return connects_;
}

bool Connect(Writer* writer, const Inbox& inbox) {
  const std::size_t before = inbox.connects();
  return Eventually([&] {
    writer->Write(TextCdr(kConnect));
    return inbox.connects() > before;
  });
}

std::unique_ptr<Participant> OpenLocal(const std::string& vendor, int domain,
                                       Participant::OnEndpoint endpoint, std::size_t max_message) {
  ParticipantOptions options;
  options.domain = domain;
  options.max_message = max_message;
  options.endpoint = std::move(endpoint);
  Result<std::unique_ptr<Participant>> opened = OpenParticipant(vendor, options);
  EXPECT_TRUE(opened.ok()) << opened.error().message;
  return std::move(opened).value();
}

std::unique_ptr<Writer> MakeWriter(Participant* participant, const EndpointSpec& spec,
                                   Participant::OnMatched matched) {
  Result<std::unique_ptr<Writer>> made = participant->MakeWriter(spec, std::move(matched));
  EXPECT_TRUE(made.ok()) << made.error().message;
  return std::move(made).value();
}

std::unique_ptr<Reader> MakeReader(Participant* participant, const EndpointSpec& spec, Inbox* inbox,
                                   Participant::OnMatched matched) {
  Result<std::unique_ptr<Reader>> made =
      participant->MakeReader(spec, inbox->callback(), std::move(matched));
  EXPECT_TRUE(made.ok()) << made.error().message;
  return std::move(made).value();
}

PairTest::PairTest()
    : domain_(NextDomain()),
      topic_(UniqueName("rt/topic")),
      first_(OpenLocal(GetParam().first, domain_)),
      second_(OpenLocal(GetParam().second, domain_)) {}

}  // namespace surefoot::gateways::dds
