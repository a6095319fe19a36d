#include "surefoot/gateways/web/http/static_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <utility>

namespace surefoot::gateways::web {
namespace {

namespace fs = std::filesystem;

/// Compares path components, not text: "/srv/web2" is not below "/srv/web".
bool IsBelow(const fs::path& path, const fs::path& folder) {
  auto part = path.begin();
  for (const fs::path& requested : folder) {
    if (requested.empty()) continue;
    if (part == path.end() || *part != requested) return false;
    ++part;
  }
  return true;
}

/// The host comes from the visitor and is written into the page: only the characters of host names
/// and addresses are kept, against script injection.
std::string OnlyHostLetters(std::string_view host) {
  std::string safe;
  for (const char c : host.substr(0, 255)) {
    const bool good = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == ':' ||
                      c == '-' || c == '[' || c == ']';
    if (good) safe += c;
  }
  return safe.empty() ? "localhost" : safe;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int letter = std::tolower(static_cast<unsigned char>(c));
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

}  // namespace

// Only regular files within the folder.
std::optional<std::string> FindStaticFile(const std::string& folder, std::string_view target) {
  const std::string path = Unescape(target.substr(0, target.find_first_of("?#")));
  if (path.empty() || path[0] != '/' || path.find('\0') != path.npos) return std::nullopt;
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return std::nullopt;
  // Symbolic links and ".." are resolved first, then the result is compared with the root: the
  // check covers path traversal by either.
  fs::path file = fs::canonical(root / path.substr(1), error);
  if (error || !IsBelow(file, root)) return std::nullopt;
  if (fs::is_directory(file, error)) {
    file = fs::canonical(file / "index.html", error);
    if (error || !IsBelow(file, root)) return std::nullopt;
  }
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  return file.string();
}

const char* ContentType(std::string_view path) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 19> kTypes{{
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".json", "application/json"},
      {".map", "application/json"},
      {".txt", "text/plain; charset=utf-8"},
      {".md", "text/plain; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".jpg", "image/jpeg"},
      {".jpeg", "image/jpeg"},
      {".webp", "image/webp"},
      {".ico", "image/x-icon"},
      {".wasm", "application/wasm"},
      {".woff2", "font/woff2"},
      {".glb", "model/gltf-binary"},
      {".gltf", "model/gltf+json"},
      {".xml", "application/xml"},
  }};
  for (const auto& [ending, type] : kTypes) {
    if (path.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

// A file that was compressed when the page was built.
std::optional<std::string> FindPacked(const std::string& path) {
  std::error_code error;
  const std::string packed = path + ".gz";
  if (fs::is_symlink(packed, error) || !fs::is_regular_file(packed, error)) return std::nullopt;
  return packed;
}

// The header Accept-Encoding, in which q=0 means no.
bool TakesGzip(std::string_view accepted) {
  while (!accepted.empty()) {
    const std::size_t comma = std::min(accepted.find(','), accepted.size());
    std::string_view part = accepted.substr(0, comma);
    accepted.remove_prefix(std::min(comma + 1, accepted.size()));
    const std::size_t first = part.find_first_not_of(" \t");
    if (first == part.npos) continue;
    part.remove_prefix(first);
    const std::string_view name = part.substr(0, part.find_first_of("; \t"));
    if (name != "gzip" && name != "*") continue;
    // "q=0" means not acceptable (RFC 9110, section 12.4.2).
    const std::size_t quality = part.find("q=");
    return quality == part.npos || part.find_first_of("123456789", quality) != part.npos;
  }
  return false;
}

// Such files never change, so browsers may keep them.
bool HasHashedName(std::string_view path) {
  // The form of esbuild's names: eight characters of base 32.
  constexpr std::size_t kLetters = 8;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dash = name.rfind('-');
  if (dash == name.npos) return false;
  const std::string_view hash = name.substr(dash + 1, name.find('.', dash) - dash - 1);
  return hash.size() == kLetters && std::all_of(hash.begin(), hash.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
         });
}

// For builds without the page: it shows that the server runs and how to connect.
std::string BuiltinPage(std::string_view host, bool tls) {
  const std::string address = (tls ? "wss://" : "ws://") + OnlyHostLetters(host);
  return R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Surefoot</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em; }
pre { background: #8882; padding: .8em; overflow-x: auto; }
</style>
</head>
<body>
<h1>Surefoot</h1>
<p>A mobile-robot simulator is running here. Programs connect to it by rosbridge, version 2, at
<code>)" +
         address + R"(</code>.</p>
<h2>Python</h2>
<pre>import roslibpy
ros = roslibpy.Ros(')" +
         address + R"(')
ros.run()
print(ros.get_topics())</pre>
<h2>JavaScript</h2>
<pre>import * as ROSLIB from 'roslib';
const ros = new ROSLIB.Ros({ url: ')" +
         address + R"(' });
ros.getTopics((all) =&gt; console.log(all.topics));</pre>
<p><a href="healthz">healthz</a> reports whether the server is healthy, <a href="metrics">metrics</a> its counters in the
text format of Prometheus.</p>
</body>
</html>
)";
}

std::string Unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 &&
                        HexDigit(text[i + 2]) >= 0;
    if (!escape) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2]));
    i += 2;
  }
  return out;
}

// The first value of a name; empty if it is missing.
std::string QueryValue(std::string_view target, std::string_view name) {
  std::size_t at = target.find('?');
  while (at != target.npos) {
    const std::size_t end = std::min(target.find('&', at + 1), target.size());
    const std::string_view pair = target.substr(at + 1, end - at - 1);
    const std::size_t equal = pair.find('=');
    if (equal != pair.npos && pair.substr(0, equal) == name)
      return Unescape(pair.substr(equal + 1));
    at = end < target.size() ? end : target.npos;
  }
  return {};
}

}  // namespace surefoot::gateways::web
