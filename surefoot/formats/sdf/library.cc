#include "surefoot/formats/sdf/library.h"

#include <exception>
#include <sdf/Element.hh>
#include <sdf/Error.hh>
#include <sdf/ParserConfig.hh>
#include <sdf/Root.hh>
#include <sdf/SDFImpl.hh>
#include <sdf/Types.hh>
#include <sdf/parser.hh>
#include <set>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

/// An element of that kind and name anywhere below.
sdf::ElementPtr FindNamed(const sdf::ElementPtr& element, const std::string& kind,
                          const std::string& name) {
  for (const sdf::ElementPtr& child : SdfChildren(*element)) {
    if (child->GetName() == kind && child->HasAttribute("name") &&
        child->GetAttribute("name")->GetAsString() == name) {
      return child;
    }
    if (const sdf::ElementPtr found = FindNamed(child, kind, name)) return found;
  }
  return nullptr;
}

/// Many errors come without a place but tell the name: "... joint with name[j] ...".
sdf::ElementPtr FindCulprit(const sdf::ElementPtr& root, const std::string& message) {
  for (const char* kind :
       {"joint", "frame", "sensor", "light", "visual", "collision", "link", "model", "world"}) {
    for (const std::string& form : {std::string(kind) + " with name[", std::string(kind) + "["}) {
      const std::size_t at = message.find(form);
      if (at == std::string::npos) continue;
      const std::size_t first = at + form.size();
      const std::size_t last = message.find(']', first);
      if (last == std::string::npos) continue;
      const sdf::ElementPtr found = FindNamed(root, kind, message.substr(first, last - first));
      if (found != nullptr) return found;
    }
  }
  return nullptr;
}

std::string AdviceFor(sdf::ErrorCode code) {
  switch (code) {
    case sdf::ErrorCode::DUPLICATE_NAME:
      return "give one of them another name";
    case sdf::ErrorCode::RESERVED_NAME:
      return "names that begin and end with __, and \"world\", are reserved";
    case sdf::ErrorCode::MODEL_WITHOUT_LINK:
      return "give the model a <link>";
    case sdf::ErrorCode::FRAME_ATTACHED_TO_CYCLE:
    case sdf::ErrorCode::POSE_RELATIVE_TO_CYCLE:
      return "frames must not refer to each other in a circle";
    case sdf::ErrorCode::ELEMENT_MISSING:
    case sdf::ErrorCode::ATTRIBUTE_MISSING:
      return "add what is missing";
    default:
      return "";
  }
}

/// What our own rules judge, or what only libsdformat minds: it says more, or we need less.
bool IsOurBusiness(const sdf::Error& error) {
  if (error.Code() == sdf::ErrorCode::LINK_INERTIA_INVALID) return true;
  for (const char* known : {"ensor type", "<script>", "ormal map", "Failed to load a world"}) {
    if (error.Message().find(known) != std::string::npos) return true;
  }
  return false;
}

/// True when the model would not be what the file says. Otherwise a detail is left out, most
/// often of something that we read by ourselves.
bool IsGrave(sdf::ErrorCode code) {
  switch (code) {
    case sdf::ErrorCode::ATTRIBUTE_MISSING:
    case sdf::ErrorCode::ATTRIBUTE_INVALID:
    case sdf::ErrorCode::ATTRIBUTE_DEPRECATED:
    case sdf::ErrorCode::ATTRIBUTE_INCORRECT_TYPE:
    case sdf::ErrorCode::ELEMENT_MISSING:
    case sdf::ErrorCode::ELEMENT_INVALID:
    case sdf::ErrorCode::ELEMENT_DEPRECATED:
    case sdf::ErrorCode::ELEMENT_INCORRECT_TYPE:
    case sdf::ErrorCode::VERSION_DEPRECATED:
      return false;
    default:
      return true;
  }
}

/// Errors of the first step, reading: the first of them stopped it.
void ReportReading(const sdf::Errors& errors, const SdfSources& sources, Problems* problems) {
  bool reported = false;
  for (const sdf::Error& error : errors) {
    // After an element that cannot be read come all those around it.
    const bool follows = error.Message().rfind("Error reading element", 0) == 0 ||
                         error.Message().rfind("Unable to parse sdf", 0) == 0;
    if (follows && reported) continue;
    reported = true;
    problems->Error(sources.Of(error), Trimmed(error.Message()), "", AdviceFor(error.Code()));
  }
}

/// Errors of the second step: what the elements mean.
void ReportMeaning(const sdf::Errors& errors, const sdf::ElementPtr& root,
                   const SdfSources& sources, Problems* problems) {
  std::set<std::string> messages;
  for (const sdf::Error& error : errors) {
    if (IsOurBusiness(error) || !messages.insert(error.Message()).second) continue;
    Source source = sources.Of(error);
    if (!error.LineNumber()) {
      const sdf::ElementPtr culprit = FindCulprit(root, error.Message());
      if (culprit != nullptr) source = sources.Of(*culprit);
    }
    problems->Add(IsGrave(error.Code()) ? Severity::kError : Severity::kWarning, source,
                  Trimmed(error.Message()), "", AdviceFor(error.Code()));
  }
}

}  // namespace

std::unique_ptr<sdf::Root> ParseSdf(const std::shared_ptr<sdf::SDF>& sdf, const SdfText& text,
                                    const SdfSources& sources, Problems* problems) {
  try {
    const sdf::ElementPtr root = sdf->Root();
    // Everything that is included was found before; libsdformat must not search by itself.
    sdf::ParserConfig config;
    config.SetFindCallback([](const std::string&) { return std::string(); });
    sdf::Errors errors;
    // The overload that takes an element does not try the text as URDF when it fails.
    const bool read = sdf::readString(text.text(), config, root, errors);
    const int errors_before = problems->error_count();
    ReportReading(errors, sources, problems);
    if (!read && problems->error_count() == errors_before) {
      problems->Error(sources.Of(*root), "libsdformat cannot read the file");
    }
    if (problems->error_count() > errors_before) return nullptr;
    auto dom = std::make_unique<sdf::Root>();
    ReportMeaning(dom->Load(sdf, config), root, sources, problems);
    return problems->error_count() > errors_before ? nullptr : std::move(dom);
  } catch (const std::exception& failure) {
    problems->Error(sources.Of(*std::make_shared<sdf::Element>()),
                    std::string("libsdformat gave up: ") + failure.what());
    return nullptr;
  }
}

}  // namespace surefoot::formats
