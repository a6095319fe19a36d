#pragma once

/// Publish and subscribe over DDS (OMG DDSI-RTPS 2.3), independent of the vendor. Messages are
/// opaque CDR; all topics are keyless, as in ROS 2. The vendors' libraries are loaded on demand
/// (vendors.h).
///
///   auto participant = SUREFOOT_TRY(OpenParticipant("fastdds", {.domain = 0}));
///   auto writer = SUREFOOT_TRY(participant->MakeWriter(
///       {.topic = "rt/imu/data", .type = "sensor_msgs::msg::dds_::Imu_"}, nullptr));
///   writer->Write(cdr);
///
/// Endpoints of the same participant do not match each other: a program that publishes and reads a
/// topic does not receive its own samples, nor count itself as a reader.
///
/// Callbacks run on threads of the vendor; they must not block, and must not call methods of the
/// same participant. A destructor returns only when no callback of its object runs any more.

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"

namespace surefoot::gateways::dds {

/// GUID of a participant or endpoint in the order of the wire: 12 octets of the participant, 4 of
/// the entity.
using Guid = std::array<std::uint8_t, 16>;

struct Qos {
  bool reliable = true;
  /// Durability transient local: late readers receive the last `depth` samples. Otherwise volatile.
  bool latched = false;
  /// History keep last; 0: keep all.
  int depth = 10;
  /// Age at which samples expire; zero: never.
  std::chrono::nanoseconds lifespan{0};
};

struct EndpointSpec {
  /// "rt/imu/data".
  std::string topic;
  /// "sensor_msgs::msg::dds_::Imu_".
  std::string type;
  Qos qos = {};
  /// User data of the endpoint, such as "typehash=RIHS01_...;".
  std::string user_data = {};
};

/// A sample that was read.
struct Sample {
  /// The message with its encapsulation header, little endian. Up to three octets of padding may
  /// follow it.
  Bytes cdr;
  Guid writer = {};
};

class Writer {
 public:
  virtual ~Writer() = default;
  virtual const Guid& guid() const = 0;
  /// Number of readers that are matched now.
  virtual int matched() const = 0;
  /// `cdr` begins with the encapsulation header. Never waits for slow readers: when their history
  /// is full, the oldest sample is dropped. False if the vendor refuses it.
  virtual bool Write(const Bytes& cdr) = 0;
};

class Reader {
 public:
  virtual ~Reader() = default;
  virtual const Guid& guid() const = 0;
  virtual int matched() const = 0;
};

/// How requests and replies are correlated. The two mappings are incompatible on the wire:
/// rmw_fastrtps carries the identity of the request in inline QoS, rmw_cyclonedds in 16 octets
/// before the message. The implementation uses the one of its vendor.
struct RequestId {
  Guid client = {};
  std::int64_t number = 0;
};

struct ServiceSpec {
  /// "/reset" without prefix and suffix: the topics are rq/resetRequest and rr/resetReply.
  std::string name;
  /// "std_srvs::srv::dds_::Trigger_Request_" and "..._Response_".
  std::string request_type;
  std::string response_type;
  Qos qos = {};
  std::string user_data = {};
};

/// The server side of a service.
class ServiceServer {
 public:
  virtual ~ServiceServer() = default;
  virtual const Guid& request_reader() const = 0;
  virtual const Guid& reply_writer() const = 0;
  virtual bool Reply(const RequestId& id, const Bytes& cdr) = 0;
};

/// The client side; used for services that other nodes offer, and in tests.
class ServiceClient {
 public:
  virtual ~ServiceClient() = default;
  virtual const Guid& request_writer() const = 0;
  virtual const Guid& reply_reader() const = 0;
  /// Whether a server is matched on both topics.
  virtual bool ready() const = 0;
  /// The number that the reply carries; 0 if the vendor refuses the request.
  virtual std::int64_t Send(const Bytes& cdr) = 0;
};

/// An endpoint of another participant, as discovery reports it. The depth is not known, and 0.
struct RemoteEndpoint {
  Guid guid = {};
  bool is_writer = false;
  std::string topic;
  std::string type;
  Qos qos;
};

class Participant {
 public:
  using OnMatched = std::function<void(int matched)>;
  using OnSample = std::function<void(const Sample& sample)>;
  using OnRequest = std::function<void(const RequestId& id, const Bytes& cdr)>;
  using OnReply = std::function<void(std::int64_t number, const Bytes& cdr)>;
  /// Discovery: an endpoint appeared (`alive`) or is gone.
  using OnEndpoint = std::function<void(const RemoteEndpoint& endpoint, bool alive)>;

  /// All objects made by the participant must end before it.
  virtual ~Participant() = default;
  virtual const Guid& guid() const = 0;
  /// `matched` reports changes of the number of matched readers; may be absent.
  virtual Result<std::unique_ptr<Writer>> MakeWriter(const EndpointSpec& spec,
                                                     OnMatched matched) = 0;
  virtual Result<std::unique_ptr<Reader>> MakeReader(const EndpointSpec& spec, OnSample sample,
                                                     OnMatched matched) = 0;
  virtual Result<std::unique_ptr<ServiceServer>> MakeServer(const ServiceSpec& spec,
                                                            OnRequest request) = 0;
  virtual Result<std::unique_ptr<ServiceClient>> MakeClient(const ServiceSpec& spec,
                                                            OnReply reply) = 0;
};

struct ParticipantOptions {
  /// ROS_DOMAIN_ID: 0 to 101 have ports below the ephemeral range of Linux; accepted: 0 to 232.
  int domain = 0;
  enum class Range : std::uint8_t {
    /// Loopback interface only, discovery by unicast to the ports of 32 participants, as ROS 2 with
    /// ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST or ROS_LOCALHOST_ONLY=1.
    kLocalhost,
    /// All interfaces, discovery by multicast.
    kSubnet,
    /// No discovery but that of `peers`.
    kOff,
  };
  Range range = Range::kLocalhost;
  /// ROS_STATIC_PEERS: addresses of hosts that are asked for participants by unicast.
  std::vector<std::string> peers = {};
  /// For kSubnet: address of the only interface to use; empty: all.
  std::string interface = {};
  /// ROS 2 knows a participant by "enclave=/;".
  std::string user_data = "enclave=/;";
  /// Largest message in octets; longer ones are dropped on arrival.
  std::size_t max_message = std::size_t{64} << 20;
  /// Reports endpoints of other participants. May be absent.
  Participant::OnEndpoint endpoint = nullptr;
};

}  // namespace surefoot::gateways::dds
