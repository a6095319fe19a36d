#include "surefoot/formats/xml_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <tinyxml2.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>

#include "surefoot/base/process/spawn.h"
#include "surefoot/base/xml_size.h"
#include "surefoot/world/parse.h"

// Files may be anything, so size, kind and number of elements are checked before the parser runs.

namespace surefoot::formats {
namespace {

/// A short read is not an error: the file may have been truncated meanwhile.
bool ReadAll(int descriptor, std::size_t size, std::string* text) {
  text->resize(size);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::read(descriptor, text->data() + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  text->resize(done);
  return true;
}

/// The first `bytes` of a regular file that is not larger than `limit`.
std::optional<std::string> ReadStart(const std::string& path, off_t limit, std::size_t bytes,
                                     Problems* problems) {
  const Source source{path, 0, ""};
  // Without O_NONBLOCK, opening a pipe blocks until a writer opens it.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.open()) {
    return problems->Error(source,
                           std::string("the file cannot be opened: ") + std::strerror(errno), "",
                           "check the path and the permissions");
  }
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return problems->Error(source, "not a regular file", "",
                           S_ISDIR(status.st_mode) ? "this is a folder; name a file in it"
                                                   : "pipes and devices are not read");
  }
  if (status.st_size > limit) {
    return problems->Error(
        source, "the file is too large", std::to_string(status.st_size) + " bytes",
        "at most " + std::to_string(kMaxTextFileBytes >> 20) + " MiB are accepted");
  }
  std::string text;
  const std::size_t size = std::min(static_cast<std::size_t>(status.st_size), bytes);
  if (!ReadAll(file.get(), size, &text)) {
    return problems->Error(source, std::string("the file cannot be read: ") + std::strerror(errno));
  }
  return text;
}

/// The parser's error in terms of the file's text.
std::string XmlErrorText(const tinyxml2::XMLDocument& document) {
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return "the file contains no XML element";
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "an element is not closed, or closed by another name";
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return "elements are nested too deeply";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "syntax error in an attribute";
    case tinyxml2::XML_ERROR_PARSING_ELEMENT:
    case tinyxml2::XML_ERROR_PARSING:
      return "syntax error in an element, or the file ends too early";
    default:
      return std::string("not well-formed XML (") + document.ErrorName() + ")";
  }
}

std::string XmlErrorAdvice(tinyxml2::XMLError error) {
  switch (error) {
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return "at most 500 levels are accepted";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "write name=\"value\", with quotes, each name once";
    default:
      return "check that each <name> has its </name> and that the file is complete";
  }
}

}  // namespace

std::optional<std::string> ReadTextFileHead(const std::string& path, std::size_t bytes,
                                            Problems* problems) {
  return ReadStart(path, std::numeric_limits<off_t>::max(), bytes, problems);
}

std::optional<std::string> ReadTextFile(const std::string& path, Problems* problems) {
  return ReadStart(path, kMaxTextFileBytes, static_cast<std::size_t>(kMaxTextFileBytes), problems);
}

long long CountElements(std::string_view text) {
  long long count = 0;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const bool closes = at + 1 < text.size() && text[at + 1] == '/';
    count += closes ? 0 : 1;
  }
  return count;
}

bool CheckElementCount(std::string_view text, long long limit, const std::string& path,
                       Problems* problems) {
  const long long count = CountElements(text);
  if (count <= limit) return true;
  return problems->Error(Source{path, 0, ""}, "the file has too many elements",
                         std::to_string(count),
                         "at most " + std::to_string(limit) + " are accepted");
}

bool ParseXml(const std::string& text, const std::string& path, Problems* problems,
              tinyxml2::XMLDocument* document) {
  const std::size_t zero = text.find('\0');
  if (zero != std::string::npos) {
    return problems->Error(Source{path, 0, ""}, "the file contains zero bytes: it is not text", "",
                           "save it as UTF-8 text");
  }
  const Status size = CheckXmlAttributes(text);
  if (!size.ok()) return problems->Error(Source{path, 0, ""}, size.error().message);
  document->Parse(text.data(), text.size());
  if (document->Error()) {
    return problems->Error(Source{path, document->ErrorLineNum(), ""}, XmlErrorText(*document), "",
                           XmlErrorAdvice(document->ErrorID()));
  }
  if (document->RootElement() == nullptr) {
    return problems->Error(Source{path, 1, ""}, "the file contains no XML element");
  }
  return true;
}

std::string CanonicalPath(const std::string& path) {
  std::error_code error;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

std::string RootElementName(const std::string& head) {
  std::size_t at = 0;
  while ((at = head.find('<', at)) != std::string::npos) {
    if (head.compare(at, 4, "<!--") == 0) {
      at = head.find("-->", at);
    } else if (head.compare(at, 2, "<?") == 0 || head.compare(at, 2, "<!") == 0) {
      at = head.find('>', at);
    } else {
      const std::size_t last = head.find_first_of(" \t\r\n/>", at + 1);
      return head.substr(at + 1, last == std::string::npos ? last : last - at - 1);
    }
    if (at == std::string::npos) break;
  }
  return "";
}

bool ReadXmlFile(const std::string& path, Problems* problems, tinyxml2::XMLDocument* document) {
  const std::optional<std::string> text = ReadTextFile(path, problems);
  return text && ParseXml(*text, path, problems, document);
}

world::Element KeepElement(const tinyxml2::XMLElement& element,
                           const std::function<Source(const tinyxml2::XMLElement&)>& source_of) {
  world::Element kept;
  kept.name = element.Name();
  kept.source = source_of(element);
  for (const auto* attribute = element.FirstAttribute(); attribute != nullptr;
       attribute = attribute->Next()) {
    kept.attributes.emplace_back(attribute->Name(), attribute->Value());
  }
  for (const auto* child = element.FirstChild(); child != nullptr; child = child->NextSibling()) {
    if (child->ToText() != nullptr) kept.text += child->Value();
    // The recursion is bounded by the parser's limit of 500 levels.
    if (child->ToElement() != nullptr) {
      kept.children.push_back(KeepElement(*child->ToElement(), source_of));
    }
  }
  kept.text = world::Trimmed(kept.text);
  return kept;
}

std::optional<world::Element> ReadElementFile(const std::string& path, Problems* problems) {
  tinyxml2::XMLDocument document;
  if (!ReadXmlFile(path, problems, &document)) return std::nullopt;
  return KeepElement(*document.RootElement(), [&](const tinyxml2::XMLElement& e) {
    return Source{path, e.GetLineNum(), e.Name()};
  });
}

}  // namespace surefoot::formats
