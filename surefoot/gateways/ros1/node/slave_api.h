#pragma once

/// The API that masters and nodes call (http://wiki.ros.org/ROS/Slave_API).

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "surefoot/gateways/ros1/tcpros/publication.h"
#include "surefoot/gateways/ros1/tcpros/subscription.h"
#include "surefoot/gateways/ros1/xmlrpc/xml.h"

namespace surefoot::gateways::ros1 {

/// What the API reports and does.
struct SlaveHost {
  std::string master_uri;
  /// Where subscribers connect: TCPROS.
  std::string host;
  int port = 0;
  /// By the names of the topics; outlive this.
  const std::map<std::string, Publication*>* publications = nullptr;
  const std::map<std::string, Subscription*>* subscriptions = nullptr;
  /// The master reports the publishers of a topic.
  std::function<void(const std::string& topic, const std::vector<std::string>& uris)> publishers;
  /// Prints a message for people. May be absent.
  std::function<void(const std::string&)> log;
};

/// Answers a call with [code, status message, value]; an error for unknown methods.
Result<Value> AnswerSlaveCall(const SlaveHost& host, const MethodCall& call);

}  // namespace surefoot::gateways::ros1
