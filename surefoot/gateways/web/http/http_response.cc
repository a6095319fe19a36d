#include "surefoot/gateways/web/http/http_response.h"

#include "surefoot/gateways/web/http/static_files.h"

// What a request is answered with, without sockets: pages, files, metrics and health, by role.

namespace surefoot::gateways::web {
namespace {

constexpr std::string_view kFiles = "/files/";
constexpr std::string_view kDocs = "/docs";

HttpResponse Text(int status, std::string text) {
  HttpResponse answer;
  answer.status = status;
  answer.text = std::move(text);
  return answer;
}

/// Content-Disposition (RFC 6266). Names may come from clients; control characters and quotes are
/// replaced, against header injection.
std::string Attachment(std::string name) {
  for (char& c : name) {
    if (static_cast<unsigned char>(c) < ' ' || c == '"' || c == '\\' || c == '\x7f') c = '_';
  }
  return "attachment; filename=\"" + name + "\"";
}

/// One of the server's files: a mesh, a picture, a recording. "private": shared caches must not
/// keep it, because it needs a token.
HttpResponse Shared(std::string_view name, const Files* files) {
  const auto file = files == nullptr ? std::nullopt : files->Find(std::string(name));
  if (!file) return Text(404, "no such file\n");
  HttpResponse answer;
  answer.type = file->content_type;
  answer.path = file->path;
  answer.bytes = file->bytes;
  if (file->immutable) answer.cache_control = "private, max-age=31536000, immutable";
  if (!file->save_as.empty()) answer.disposition = Attachment(file->save_as);
  return answer;
}

/// Whether the simulation makes progress, not only this gateway's thread.
HttpResponse Health(const HttpSources& sources) {
  const std::string trouble = sources.trouble ? sources.trouble() : "";
  HttpResponse answer = trouble.empty() ? Text(200, "ok\n") : Text(503, trouble + "\n");
  answer.cache_control = "no-store";
  return answer;
}

/// The role that the visitor's token gives, and whether there is documentation under /docs/.
HttpResponse Access(graph::Role role, bool docs) {
  HttpResponse answer = Text(200, std::string("{\"role\":\"") + graph::RoleName(role) + "\"" +
                                      (docs ? ",\"docs\":true" : "") + "}\n");
  answer.type = "application/json";
  answer.cache_control = "no-store";
  return answer;
}

/// A file below `folder`; `target` is the request's path relative to it, with a leading slash.
HttpResponse StaticFile(std::string_view target, const HttpRequest& question,
                        const std::string& folder) {
  HttpResponse answer;
  const auto file = folder.empty() ? std::nullopt : FindStaticFile(folder, target);
  if (!file) return Text(404, "no such page\n");
  answer.type = ContentType(*file);
  answer.path = *file;
  if (HasHashedName(*file)) answer.cache_control = "public, max-age=31536000, immutable";
  const auto packed = FindPacked(*file);
  if (!packed) return answer;
  answer.vary = "Accept-Encoding";
  if (!TakesGzip(question.accept_encoding)) return answer;
  answer.content_encoding = "gzip";
  answer.path = *packed;
  return answer;
}

/// The page from the folder, or a small built-in one without a folder.
HttpResponse Page(std::string_view path, const HttpRequest& question, const std::string& folder) {
  if (!folder.empty() || (path != "/" && path != "/index.html"))
    return StaticFile(question.visit.target, question, folder);
  HttpResponse answer;
  answer.type = ContentType(".html");
  answer.text = BuiltinPage(question.visit.host, question.secure);
  return answer;
}

/// The documentation's pages link to each other by relative addresses, which are wrong at a
/// folder's address without the slash at its end.
HttpResponse Docs(std::string_view path, const HttpRequest& question, const std::string& folder) {
  if (folder.empty())
    return Text(404, "the documentation is not installed; ./run docs builds it\n");
  const std::string_view target = question.visit.target.substr(kDocs.size());
  HttpResponse answer = StaticFile(path == kDocs ? "/" : target, question, folder);
  const bool is_index =
      answer.path.ends_with("/index.html") || answer.path.ends_with("/index.html.gz");
  if (!is_index || path.ends_with('/') || path.ends_with("/index.html")) return answer;
  answer = Text(302, "");
  answer.location = std::string(path) + "/";
  return answer;
}

/// The page and the documentation need no token; metrics, files of robots and rights do.
HttpResponse Find(const HttpRequest& question, const HttpSources& sources) {
  const std::string_view target = question.visit.target;
  const std::string_view path = target.substr(0, target.find('?'));
  // 421 Misdirected Request (RFC 9110, section 15.5.20): probably DNS rebinding.
  if (!IsHostAndOriginAllowed(sources.options.access, question.visit)) {
    return Text(421, "the Host or Origin is not this server's; --origins adds names\n");
  }
  if (!question.reads) return Text(405, "only GET and HEAD are accepted\n");
  // Without a token, for load balancers and service managers; it reveals nothing else.
  if (path == "/healthz") return Health(sources);
  if (path == kDocs || path.rfind(std::string(kDocs) + "/", 0) == 0)
    return Docs(path, question, sources.options.docs);
  const bool is_file = path.rfind(kFiles, 0) == 0;
  const bool is_access = path == "/access";
  if (path != "/metrics" && !is_file && !is_access)
    return Page(path, question, sources.options.page);
  if (!question.role) return Text(401, "a token is required\n");
  if (is_access) return Access(*question.role, !sources.options.docs.empty());
  if (is_file) return Shared(path.substr(kFiles.size()), sources.files);
  HttpResponse answer = Text(200, sources.metrics());
  answer.type = "text/plain; version=0.0.4";
  return answer;
}

}  // namespace

// Refusals are marked for the log.
HttpResponse AnswerTo(const HttpRequest& question, const HttpSources& sources) {
  HttpResponse answer = Find(question, sources);
  if (answer.status == 421) answer.refusal = "origin";
  if (answer.status == 401) answer.refusal = "no token";
  // Also for paths that need no token: it shows an attempt to guess.
  if (!question.role && !TokenOf(question.visit).empty()) answer.refusal = "wrong token";
  return answer;
}

}  // namespace surefoot::gateways::web
