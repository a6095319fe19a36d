/// The gateway of ROS 2 with subscribers in other processes, which use the vendor's DDS without the
/// gateway: lost messages, and processor time against a writer of the vendor that sends the same
/// messages ("raw"). Last, how much later a server starts with the gateway.
///
/// Exits with 1 when a message was lost.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

#include "bench/arguments.h"
#include "bench/measure.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/builtin/register_gateways.h"
#include "surefoot/gateways/dds/vendors.h"
#include "surefoot/gateways/ros2/wire_names.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/serve/server.h"

namespace surefoot {
namespace {

namespace dds = gateways::dds;
using Clock = std::chrono::steady_clock;

constexpr const char* kHelp =
    "ros2_bench [--vendor fastdds|cyclone] [--seconds N] [--domain N]\n"
    "Costs of the gateway of ROS 2: five robots' IMUs and odometry, pictures, start of a server.\n";

struct Settings {
  std::string vendor = "fastdds";
  double seconds = 10.0;
  int domain = 90;
};

[[noreturn]] void Die(const std::string& why) {
  std::fprintf(stderr, "ros2_bench: %s\n", why.c_str());
  std::_Exit(1);
}

/// Topics of one kind: "/robot0/imu/data" and so on.
struct Stream {
  std::string suffix;
  const msgs::TypeInfo* type;
  int topics;
  int hz;
  /// A message in CDR; the first number of its stamp is set to the number of the message.
  Bytes cdr;
};

std::string TopicOf(const Stream& stream, int i) {
  return "/robot" + std::to_string(i) + stream.suffix;
}

/// sec of the header's stamp, the first field.
void SetNumber(Bytes* cdr, std::int32_t number) { std::memcpy(cdr->data() + 4, &number, 4); }
std::int32_t NumberOf(const Bytes& cdr) {
  std::int32_t number = 0;
  if (cdr.size() >= 8) std::memcpy(&number, cdr.data() + 4, 4);
  return number;
}

template <typename T>
Stream MakeStream(const std::string& suffix, int topics, int hz, const T& message) {
  Stream stream{suffix, &T::type(), topics, hz, {}};
  msgs::Encode(message, &stream.cdr);
  return stream;
}

std::unique_ptr<dds::Participant> Join(const Settings& settings) {
  dds::ParticipantOptions options;
  options.domain = settings.domain;
  auto participant = dds::OpenParticipant(settings.vendor, options);
  if (!participant.ok()) Die(participant.error().message);
  return std::move(*participant);
}

/// Number of messages that the stream sends on each of its topics.
std::int32_t CountOf(const Stream& stream, double seconds) {
  return static_cast<std::int32_t>(seconds * stream.hz);
}

double CpuSeconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// What a subscriber reports at its end.
struct Report {
  std::int64_t received = 0;
  double cpu = 0.0;
};

/// A process that subscribes to all topics of some streams.
class Subscriber {
 public:
  Subscriber(const Settings& settings, const std::vector<Stream>& streams) {
    if (::pipe(ready_.data()) != 0 || ::pipe(report_.data()) != 0) Die("no pipe");
    child_ = ::fork();
    if (child_ == 0) Run(settings, streams);
    ::close(ready_[1]);
    ::close(report_[1]);
  }
  /// Returns when all topics have a publisher.
  void AwaitReady() {
    char byte = 0;
    if (::read(ready_[0], &byte, 1) != 1) Die("a subscriber has found no publisher");
  }
  Report End() {
    Report report;
    if (::read(report_[0], &report, sizeof report) != sizeof report) Die("a subscriber has failed");
    int status = 0;
    ::waitpid(child_, &status, 0);
    return report;
  }

 private:
  [[noreturn]] void Run(const Settings& settings, const std::vector<Stream>& streams) {
    auto participant = Join(settings);
    std::atomic<std::int64_t> received{0};
    std::atomic<std::int64_t> last_ms{0};
    std::vector<std::unique_ptr<dds::Reader>> readers;
    std::int64_t expected = 0;
    for (const Stream& stream : streams) {
      for (int i = 0; i < stream.topics; ++i) {
        expected += CountOf(stream, settings.seconds);
        auto reader = participant->MakeReader(
            {.topic = gateways::ros2::TopicOnWire(TopicOf(stream, i)),
             .type = gateways::ros2::TypeOnWire(stream.type->name),
             .qos = {.depth = stream.hz}},
            [&](const dds::Sample& sample) {
              if (NumberOf(sample.cdr) > 0) ++received;
              last_ms = Milliseconds();
            },
            nullptr);
        if (!reader.ok()) Die(reader.error().message);
        readers.push_back(std::move(*reader));
      }
    }
    const auto matched = [](const auto& reader) { return reader->matched() > 0; };
    while (!std::all_of(readers.begin(), readers.end(), matched)) Sleep(5);
    last_ms = Milliseconds();
    if (::write(ready_[1], "r", 1) != 1) Die("no pipe");
    // Until everything has come, or nothing for two seconds.
    while (received < expected && Milliseconds() - last_ms < 2000) Sleep(5);
    const Report report{received, CpuSeconds(RUSAGE_SELF)};
    if (::write(report_[1], &report, sizeof report) != sizeof report) Die("no pipe");
    std::_Exit(0);
  }

  static std::int64_t Milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
        .count();
  }
  static void Sleep(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

  pid_t child_ = -1;
  std::array<int, 2> ready_{};
  std::array<int, 2> report_{};
};

/// Calls send(stream, topic, number) at the rates of the streams for the whole time.
void SendAll(const std::vector<Stream>& streams, double seconds,
             const std::function<void(const Stream&, int, std::int32_t)>& send,
             const std::function<void()>& turn) {
  const Clock::time_point start = Clock::now();
  const auto ticks = static_cast<int>(seconds * 1000.0);
  for (int tick = 0; tick < ticks; ++tick) {
    std::this_thread::sleep_until(start + std::chrono::milliseconds(tick));
    for (const Stream& stream : streams) {
      // Messages that are due in this millisecond.
      const std::int32_t now = static_cast<std::int32_t>(std::int64_t{tick + 1} * stream.hz / 1000);
      const std::int32_t before = static_cast<std::int32_t>(std::int64_t{tick} * stream.hz / 1000);
      for (std::int32_t number = before + 1; number <= now; ++number) {
        for (int i = 0; i < stream.topics; ++i) send(stream, i, number);
      }
    }
    turn();
  }
}

/// The cores that a case takes, and what its subscribers received.
struct Outcome {
  double sender = 0.0;
  double receiver = 0.0;
  std::int64_t received = 0;
  std::int64_t expected = 0;
};

Outcome Finish(std::vector<Subscriber>* subscribers, const std::vector<Stream>& streams,
               double seconds, double cpu) {
  Outcome outcome;
  outcome.sender = cpu / seconds;
  for (Subscriber& subscriber : *subscribers) {
    const Report report = subscriber.End();
    outcome.received += report.received;
    outcome.receiver += report.cpu / seconds / static_cast<double>(subscribers->size());
    for (const Stream& stream : streams) {
      outcome.expected += std::int64_t{stream.topics} * CountOf(stream, seconds);
    }
  }
  return outcome;
}

/// Measures in a process of its own, because a process that has used DDS cannot be forked.
Outcome InChild(const std::function<Outcome()>& measure) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) Die("no pipe");
  const pid_t child = ::fork();
  Outcome outcome;
  if (child == 0) {
    outcome = measure();
    if (::write(ends[1], &outcome, sizeof outcome) != sizeof outcome) Die("no pipe");
    std::_Exit(0);
  }
  ::close(ends[1]);
  if (::read(ends[0], &outcome, sizeof outcome) != sizeof outcome) Die("a measurement has failed");
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return outcome;
}

std::vector<Subscriber> Subscribers(const Settings& settings, const std::vector<Stream>& streams,
                                    int count) {
  std::vector<Subscriber> subscribers;
  subscribers.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) subscribers.emplace_back(settings, streams);
  return subscribers;
}

Outcome RunRaw(const Settings& settings, std::vector<Stream> streams, int count) {
  auto subscribers = Subscribers(settings, streams, count);
  auto participant = Join(settings);
  std::map<std::pair<const Stream*, int>, std::unique_ptr<dds::Writer>> writers;
  for (const Stream& stream : streams) {
    for (int i = 0; i < stream.topics; ++i) {
      auto writer =
          participant->MakeWriter({.topic = gateways::ros2::TopicOnWire(TopicOf(stream, i)),
                                   .type = gateways::ros2::TypeOnWire(stream.type->name),
                                   .qos = {.depth = std::min(stream.hz, 100)}},
                                  nullptr);
      if (!writer.ok()) Die(writer.error().message);
      writers[{&stream, i}] = std::move(*writer);
    }
  }
  for (Subscriber& subscriber : subscribers) subscriber.AwaitReady();
  const double before = CpuSeconds(RUSAGE_SELF);
  SendAll(
      streams, settings.seconds,
      [&](const Stream& stream, int i, std::int32_t number) {
        Bytes cdr = stream.cdr;
        SetNumber(&cdr, number);
        writers[{&stream, i}]->Write(cdr);
      },
      [] {});
  const double cpu = CpuSeconds(RUSAGE_SELF) - before;
  // The writers stay until everything has arrived.
  return Finish(&subscribers, streams, settings.seconds, cpu);
}

/// `count` subscribers; 0: only the costs of the graph.
Outcome RunGateway(const Settings& settings, const std::vector<Stream>& streams, int count) {
  auto subscribers = Subscribers(settings, streams, count);
  graph::Graph graph;
  graph::BridgeHost bridge_host;
  bridge_host.apply_message = [](const graph::Publication&) { return Status(); };
  graph::Bridge bridge(std::move(bridge_host));
  std::map<std::pair<const Stream*, int>, int> topics;
  for (const Stream& stream : streams) {
    for (int i = 0; i < stream.topics; ++i) {
      topics[{&stream, i}] = graph.Advertise(TopicOf(stream, i), *stream.type).value();
    }
  }
  bridge.Attach(&graph);
  gateways::GatewayKinds kinds;
  RegisterGateways(&kinds);
  gateways::Metrics metrics;
  const gateways::GatewayKind* kind = kinds.Find("ros2");
  if (kind == nullptr) Die("this build has no gateway of ROS 2");
  auto gateway = kind->start({&bridge, &metrics, nullptr},
                             {{"", settings.vendor}, {"domain", std::to_string(settings.domain)}});
  if (!gateway.ok()) Die(gateway.error().message);
  std::atomic<bool> ready{false};
  std::thread waiting([&] {
    for (Subscriber& subscriber : subscribers) subscriber.AwaitReady();
    ready = true;
  });
  // The gateway's subscriptions follow the matches.
  int settle = 200;
  while (!ready || settle-- > 0) {
    bridge.Pump();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  waiting.join();
  const double before = CpuSeconds(RUSAGE_SELF);
  SendAll(
      streams, settings.seconds,
      [&](const Stream& stream, int i, std::int32_t number) {
        const int topic = topics[{&stream, i}];
        if (!graph.HasSubscribers(topic)) return;
        Bytes cdr = stream.cdr;
        SetNumber(&cdr, number);
        graph.PublishCdr(topic, SimTimeNs{number}, cdr);
      },
      [&] { bridge.Pump(); });
  const double cpu = CpuSeconds(RUSAGE_SELF) - before;
  Outcome outcome = Finish(&subscribers, streams, settings.seconds, cpu);
  bridge.Attach(nullptr);
  return outcome;
}

/// Whether nothing was lost.
bool Compare(const char* what, const Settings& settings, const std::vector<Stream>& streams,
             int subscribers) {
  const Outcome raw = InChild([&] { return RunRaw(settings, streams, subscribers); });
  const Outcome idle = InChild([&] { return RunGateway(settings, streams, 0); });
  const Outcome gateway = InChild([&] { return RunGateway(settings, streams, subscribers); });
  std::printf(
      "%-52s %9lld of %9lld received; cores: gateway %.3f, without subscribers %.3f, raw %.3f, "
      "ratio %.2f, a subscriber %.3f\n",
      what, static_cast<long long>(gateway.received), static_cast<long long>(gateway.expected),
      gateway.sender, idle.sender, raw.sender, gateway.sender / raw.sender, gateway.receiver);
  std::fflush(stdout);
  return gateway.received == gateway.expected;
}

double StartSeconds(const std::string& vendor, int domain) {
  gateways::GatewayKinds kinds;
  RegisterGateways(&kinds);
  serve::ServerOptions options;
  options.world = "lab_floor";
  options.paused = true;
  options.gateways["web"] = {{"port", "0"}};
  if (!vendor.empty()) {
    options.gateways["ros2"] = {{"", vendor}, {"domain", std::to_string(domain)}};
  }
  Problems problems;
  const Clock::time_point start = Clock::now();
  auto server = serve::Server::Make(BuiltinParts(), kinds, options, &problems);
  if (!server.ok()) Die(server.error().message);
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void MeasureStart(const Settings& settings) {
  std::vector<double> with;
  std::vector<double> without;
  for (int i = 0; i < 5; ++i) {
    without.push_back(MeasureInChild([] { return StartSeconds("", 0); }));
    with.push_back(MeasureInChild([&] { return StartSeconds(settings.vendor, settings.domain); }));
  }
  std::printf("start of a server with lab_floor: %.3f s, with ROS 2 %.3f s, %.3f s later\n",
              Median(without), Median(with), Median(with) - Median(without));
}

int Main(int argc, char** argv) {
  Settings settings;
  Arguments arguments(kHelp);
  arguments.Value("--vendor", &settings.vendor);
  arguments.Value("--seconds", &settings.seconds);
  arguments.Value("--domain", &settings.domain);
  if (const auto code = arguments.Read(argc, argv)) return *code;

  msgs::sensor_msgs::Imu imu;
  imu.header.frame_id = "robot0/imu_link";
  msgs::nav_msgs::Odometry odometry;
  odometry.header.frame_id = "robot0/odom";
  odometry.child_frame_id = "robot0/base_link";
  msgs::sensor_msgs::Image image;
  image.header.frame_id = "robot0/camera";
  image.width = 640;
  image.height = 480;
  image.step = 640 * 3;
  image.encoding = "rgb8";
  image.data.resize(std::size_t{640} * 480 * 3);

  bool complete =
      Compare("5 robots, IMU 1 kHz and odometry 100 Hz, 1 subscriber", settings,
              {MakeStream("/imu/data", 5, 1000, imu), MakeStream("/odom", 5, 100, odometry)}, 1);
  complete = Compare("picture 640x480 at 30 Hz, 2 subscribers", settings,
                     {MakeStream("/image_raw", 1, 30, image)}, 2) &&
             complete;
  MeasureStart(settings);
  return complete ? 0 : 1;
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
