#include "surefoot/formats/sdf/library.h"

#include <exception>
#include <sdf/Element.hh>
#include <sdf/Error.hh>
#include <sdf/ParserConfig.hh>
#include <sdf/Root.hh>
#include <sdf/SDFImpl.hh>
#include <sdf/Types.hh>
#include <sdf/parser.hh>

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

/// Judged by our own rules later, which say more and know more sensors.
bool IsOurBusiness(const sdf::Error& error) {
  if (error.Code() == sdf::ErrorCode::LINK_INERTIA_INVALID) return true;
  return error.Message().find("ensor type") != std::string::npos ||
         error.Message().find("type of sensor") != std::string::npos;
}

void Report(const sdf::Errors& errors, const sdf::ElementPtr& root, const SdfSources& sources,
            Problems* problems) {
  bool in_cascade = false;
  for (const sdf::Error& error : errors) {
    // After an element that cannot be read come all those around it.
    const bool cascades = error.Message().rfind("Error reading element", 0) == 0 ||
                          error.Message().rfind("Unable to parse sdf", 0) == 0;
    if ((cascades && in_cascade) || IsOurBusiness(error)) continue;
    in_cascade = cascades || in_cascade;
    Source source = sources.Of(error);
    if (!error.LineNumber() && root != nullptr) {
      const sdf::ElementPtr culprit = FindCulprit(root, error.Message());
      if (culprit != nullptr) source = sources.Of(*culprit);
    }
    problems->Error(source, Trimmed(error.Message()), "", AdviceFor(error.Code()));
  }
}

}  // namespace

std::unique_ptr<sdf::Root> ParseSdf(SdfSchema* schema, const SdfText& text,
                                    const SdfSources& sources, Problems* problems) {
  try {
    const sdf::SDFPtr sdf = schema->Take();
    const sdf::ElementPtr root = sdf->Root();
    // Everything that is included was found before; libsdformat must not search by itself.
    sdf::ParserConfig config;
    config.SetFindCallback([](const std::string&) { return std::string(); });
    sdf::Errors errors;
    // The overload that takes an element does not try the text as URDF when it fails.
    const bool read = sdf::readString(text.text(), config, root, errors);
    const int errors_before = problems->error_count();
    Report(errors, nullptr, sources, problems);
    if (!read && problems->error_count() == errors_before) {
      problems->Error(sources.Of(*root), "libsdformat cannot read the file");
    }
    if (problems->error_count() > errors_before) return nullptr;
    auto dom = std::make_unique<sdf::Root>();
    Report(dom->Load(sdf, config), root, sources, problems);
    return problems->error_count() > errors_before ? nullptr : std::move(dom);
  } catch (const std::exception& failure) {
    problems->Error(sources.Of(*std::make_shared<sdf::Element>()),
                    std::string("libsdformat gave up: ") + failure.what());
    return nullptr;
  }
}

}  // namespace surefoot::formats
