#pragma once

/// Another node in the domain, for tests: a participant that collects what it receives.

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/gateways/dds/participant.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::ros2 {

class Peer {
 public:
  /// Fails the test if the vendor cannot be used.
  Peer(const std::string& vendor, int domain);
  ~Peer();

  /// Topics by their names in ROS and on the wire ("ros_discovery_info").
  void Subscribe(const std::string& topic, const std::string& ros_type, const dds::Qos& qos = {});
  void SubscribeRaw(const std::string& topic, const std::string& dds_type, const dds::Qos& qos);
  void Unsubscribe(const std::string& topic) { readers_.erase(topic); }
  /// Messages in CDR so far.
  std::vector<Bytes> Received(const std::string& topic) const;
  /// The last one as T; absent if there is none or it is damaged.
  template <typename T>
  std::optional<T> Last(const std::string& topic) const {
    const std::vector<Bytes> all = Received(topic);
    T message;
    if (all.empty() || !msgs::Decode(all.back(), &message)) return std::nullopt;
    return message;
  }
  int MatchedWriters(const std::string& topic) const { return readers_.at(topic)->matched(); }

  void Advertise(const std::string& topic, const std::string& ros_type, const dds::Qos& qos = {});
  void StopAdvertising(const std::string& topic) { writers_.erase(topic); }
  int MatchedReaders(const std::string& topic) const { return writers_.at(topic)->matched(); }
  void PublishCdr(const std::string& topic, const Bytes& cdr) { writers_.at(topic)->Write(cdr); }
  template <typename T>
  void Publish(const std::string& topic, const T& message) {
    Bytes cdr;
    msgs::Encode(message, &cdr);
    PublishCdr(topic, cdr);
  }

  /// Once for each service.
  void MakeClient(const std::string& service, const std::string& ros_type);
  bool IsReady(const std::string& service) const { return clients_.at(service)->ready(); }
  /// The number by which Reply knows the call.
  std::int64_t Call(const std::string& service, const Bytes& request) {
    return clients_.at(service)->Send(request);
  }
  std::optional<Bytes> Reply(const std::string& service, std::int64_t number) const;

  /// DDS topics and GUIDs of the endpoints of others that exist now.
  std::map<dds::Guid, std::string> Endpoints() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<Bytes>> received_;
  std::map<std::string, std::map<std::int64_t, Bytes>> replies_;
  std::map<dds::Guid, std::string> endpoints_;
  std::unique_ptr<dds::Participant> participant_;
  std::map<std::string, std::unique_ptr<dds::Reader>> readers_;
  std::map<std::string, std::unique_ptr<dds::Writer>> writers_;
  std::map<std::string, std::unique_ptr<dds::ServiceClient>> clients_;
};

}  // namespace surefoot::gateways::ros2
