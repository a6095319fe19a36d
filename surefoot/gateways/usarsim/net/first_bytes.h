#pragma once

/// Decides from the first bytes of a connection whether the client speaks the protocol of the port.
/// Any web page can make a browser send HTTP or TLS to a local port, with lines of its choice in
/// the body (cross-protocol scripting). So nothing of a connection is executed before its beginning
/// is accepted.

#include <string>
#include <string_view>

namespace surefoot::gateways::usarsim {

enum class FirstBytes { kIncomplete, kAccepted, kRefused };

/// For the control and pose ports: a brace, or a keyword that ends its line or is followed by a
/// brace. An HTTP request has something else after its method, whatever the method is.
FirstBytes JudgeLine(std::string_view bytes);
/// For the image ports: "OK", or "U" and a number below 2^24, whose first byte is 0.
FirstBytes JudgeImageRequest(std::string_view bytes);

/// Description of refused bytes for logs: "an HTTP request".
std::string DescribeFirstBytes(std::string_view bytes);

}  // namespace surefoot::gateways::usarsim
