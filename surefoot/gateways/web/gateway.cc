#include "surefoot/gateways/web/gateway.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "surefoot/gateways/web/http/server.h"
#include "surefoot/gateways/web/web_options.h"

// Options of the gateway are checked before a port is opened: tokens in files, certificate and key,
// and addresses other than loopback only with the flag that permits them.

namespace surefoot::gateways::web {
namespace {

/// Characters; 16 hexadecimal ones are 64 bits, too many to guess at the rate FailureLimit allows.
constexpr std::size_t kMinToken = 16;
constexpr const char* kTokenVariable = "SUREFOOT_TOKEN";

/// The first line of the file that "@FILE" names. A token on the command line itself is refused:
/// all users of the machine can read it in the list of processes.
std::string ReadTokenFile(const std::string& given, SettingsReader* reader) {
  if (given[0] != '@') {
    reader->Note(Error{std::string("token: other users of this computer can read a token on the "
                                   "command line; give @FILE, or set ") +
                       kTokenVariable + ", or omit the option to have one generated"});
    return "";
  }
  std::string token;
  std::ifstream file(given.substr(1));
  if (!std::getline(file, token) || token.empty()) {
    reader->Note(Error{"token: the file '" + given.substr(1) + "' cannot be read or is empty"});
  }
  return token;
}

/// Tokens derived from the owner's, which comes from the file, the environment, or is generated.
Tokens ReadTokens(SettingsReader* reader) {
  const std::string given = reader->Text("token");
  const char* variable = std::getenv(kTokenVariable);
  if (given.empty() && (variable == nullptr || *variable == '\0')) return Tokens::Generate();
  // The environment of a process is readable only by its user and root, unlike the command line.
  const std::string token = given.empty() ? variable : ReadTokenFile(given, reader);
  if (!token.empty() && token.size() < kMinToken) {
    reader->Note(Error{"token has " + std::to_string(token.size()) + " characters, at least " +
                       std::to_string(kMinToken) + " are required"});
  }
  return Tokens(token);
}

std::vector<std::string> SplitList(const std::string& list) {
  std::vector<std::string> items;
  std::string item;
  for (const char c : list + ",") {
    if (c != ',') {
      item += c;
    } else if (!item.empty()) {
      items.push_back(std::move(item));
      item.clear();
    }
  }
  return items;
}

/// Tokens and rights of guests.
void ReadAccess(SettingsReader* reader, AccessOptions* access) {
  access->tokens = ReadTokens(reader);
  access->open = reader->Choice("open", {"off", "on"}) == 1;
  access->origins = SplitList(reader->Text("origins"));
}

/// Errors at the start instead of at the first request.
void CheckFiles(const WebOptions& options, SettingsReader* reader) {
  if (options.tls_certificate.empty() != options.tls_key.empty()) {
    reader->Note(Error{"tls-cert and tls-key belong together: give both"});
  }
  std::error_code error;
  for (const auto& [name, folder] : {std::pair{"page", &options.page}, {"docs", &options.docs}}) {
    if (folder->empty() || std::filesystem::is_directory(*folder, error)) continue;
    reader->Note(Error{std::string(name) + " is '" + *folder + "', which is not a folder"});
  }
}

/// The gateway's factory.
Result<std::unique_ptr<Gateway>> Start(const GatewayHost& host, const Settings& settings) {
  Result<WebOptions> options = ReadWebOptions(Kind(""), settings);
  if (!options.ok()) return options.error();
  options->access.guests = host.guests;
  return StartServer(host, *options);
}

}  // namespace

// All errors are collected, so that users see them together.
Result<WebOptions> ReadWebOptions(const GatewayKind& kind, const Settings& settings) {
  SettingsReader reader(kind, settings);
  const auto count = [&](const char* name, double max) {
    return static_cast<std::size_t>(reader.Number(name, 1.0, max));
  };
  WebOptions options;
  options.listen = reader.Text("listen");
  if (options.listen == "localhost") options.listen = "127.0.0.1";
  options.port = static_cast<std::uint16_t>(reader.Number("port", 0.0, 65535.0));
  ReadAccess(&reader, &options.access);
  options.tls_certificate = reader.Text("tls-cert");
  options.tls_key = reader.Text("tls-key");
  options.page = reader.Text("page");
  options.docs = reader.Text("docs");
  options.limits.clients = count("max-clients", 10000.0);
  options.per_address.connections = count("max-per-address", 10000.0);
  options.per_address.rate = reader.Number("max-connect-rate", 0.1, 1e6);
  options.limits.subscriptions = count("max-subscriptions", 100000.0);
  options.limits.rate = reader.Number("max-rate", 1.0, 1e6);
  options.limits.message_bytes =
      static_cast<std::size_t>(reader.Number("max-message", 0.001, 64.0) * 1048576.0);
  CheckFiles(options, &reader);
  const bool insecure = reader.Choice("insecure", {"off", "on"}) == 1;
  if (!IsLoopback(options.listen) && options.tls_certificate.empty() && !insecure) {
    reader.Note(Error{"listen is '" + options.listen +
                      "', which other computers can reach, and without TLS the token can be read "
                      "on the network: give tls-cert and tls-key, or insecure, or listen on "
                      "127.0.0.1"});
  }
  if (!reader.status().ok()) return reader.status().error();
  return options;
}

// The settings with their defaults and help texts.
GatewayKind Kind(const std::string& data_folder) {
  const auto site_in = [&](const std::string& name) {
    std::error_code error;
    const std::string folder = data_folder + "/" + name;
    return std::filesystem::is_regular_file(folder + "/index.html", error) ? folder : "";
  };
  GatewayKind kind;
  kind.help = "HTTP and rosbridge v2 over WebSocket on one port; /healthz, /metrics";
  kind.options = {
      {"port", "TCP port; 0 chooses a free one", "8080"},
      {"listen", "address to listen on; one that other computers can reach needs TLS or --insecure",
       "127.0.0.1"},
      {"token",
       "@FILE: the owner's token is the first line of the file; or set SUREFOOT_TOKEN in the "
       "environment; otherwise one is generated",
       ""},
      {"open", "require no token: every client is an owner, web pages on this computer included",
       "off", true},
      {"insecure", "accept clients of other computers without TLS", "off", true},
      {"tls-cert", "file of the TLS certificate and its chain, PEM", ""},
      {"tls-key", "file of its key, PEM", ""},
      {"origins", "origins of web pages that may connect, separated by commas; * for all", ""},
      {"page", "folder of the web page; without it a small built-in page is served",
       site_in("web")},
      {"docs", "folder of the documentation, offered under /docs; `./run docs` builds it",
       site_in("docs")},
      {"max-clients", "simultaneous clients", "256"},
      {"max-per-address",
       "simultaneous connections from one other computer, those for pages included", "64"},
      {"max-connect-rate",
       "new connections per second from one other computer; bursts of five seconds' worth", "20"},
      {"max-subscriptions", "subscriptions of one client", "1000"},
      {"max-rate", "messages per second from one client; faster clients are throttled", "20000"},
      {"max-message", "size of a message from a client in MiB", "16"},
  };
  kind.start = Start;
  return kind;
}

}  // namespace surefoot::gateways::web
