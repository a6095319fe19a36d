#pragma once

/// Whether a client speaks the protocol of its port, by the first bytes that it sends. Any web page
/// can make a browser send HTTP or TLS to a port of this computer, with lines of its choice in the
/// body; so nothing of a connection is done before it is known to begin otherwise.

#include <string>
#include <string_view>

namespace surefoot::gateways::usarsim {

enum class FirstBytes { kIncomplete, kAccepted, kRefused };

/// Of the control and pose ports: a keyword that ends its line or is followed by a brace, or a
/// brace. An HTTP request has something else after its method, whatever that is called.
FirstBytes JudgeLine(std::string_view bytes);
/// Of the image ports: "OK", or "U" and numbers below 2^24.
FirstBytes JudgeImageRequest(std::string_view bytes);

/// What was refused, for logs: "an HTTP request".
std::string DescribeFirstBytes(std::string_view bytes);

}  // namespace surefoot::gateways::usarsim
