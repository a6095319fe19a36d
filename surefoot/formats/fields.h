#pragma once

/// Members of a struct by their names, for JSON whose keys are the same names:
///
///   Json{SUREFOOT_FIELDS(wheel, link, radius), SUREFOOT_FIELDS_AS(Rounded, wheel, load)}
///   SUREFOOT_GET_FIELDS(json, result, id, key);
///
/// are Json{{"link", wheel.link}, {"radius", wheel.radius}, {"load", Rounded(wheel.load)}} and
/// json.at("id").get_to(result.id); json.at("key").get_to(result.key). At most 27 members.

#define SUREFOOT_FIELDS(object, ...) SUREFOOT_FIELDS_AS(, object, __VA_ARGS__)
#define SUREFOOT_FIELDS_AS(function, object, ...) \
  SUREFOOT_EXPAND_27(SUREFOOT_FIELD(function, object, __VA_ARGS__))
#define SUREFOOT_GET_FIELDS(json, object, ...) \
  SUREFOOT_EXPAND_27(SUREFOOT_GET_FIELD(json, object, __VA_ARGS__))

// A macro cannot name itself: each scan expands one member and leaves the next.
#define SUREFOOT_FIELD(function, object, name, ...) \
  {#name, function(object.name)} __VA_OPT__(        \
      , SUREFOOT_NEXT_FIELD SUREFOOT_PARENS(function, object, __VA_ARGS__))
#define SUREFOOT_NEXT_FIELD() SUREFOOT_FIELD
#define SUREFOOT_GET_FIELD(json, object, name, ...) \
  json.at(#name).get_to(object.name)                \
      __VA_OPT__(; SUREFOOT_NEXT_GET SUREFOOT_PARENS(json, object, __VA_ARGS__))
#define SUREFOOT_NEXT_GET() SUREFOOT_GET_FIELD
#define SUREFOOT_PARENS ()
#define SUREFOOT_EXPAND_27(...) SUREFOOT_EXPAND_9(SUREFOOT_EXPAND_9(SUREFOOT_EXPAND_9(__VA_ARGS__)))
#define SUREFOOT_EXPAND_9(...) SUREFOOT_EXPAND_3(SUREFOOT_EXPAND_3(SUREFOOT_EXPAND_3(__VA_ARGS__)))
#define SUREFOOT_EXPAND_3(...) SUREFOOT_EXPAND(SUREFOOT_EXPAND(SUREFOOT_EXPAND(__VA_ARGS__)))
#define SUREFOOT_EXPAND(...) __VA_ARGS__
