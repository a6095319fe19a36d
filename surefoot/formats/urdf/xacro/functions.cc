#include "surefoot/formats/urdf/xacro/functions.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "surefoot/base/text.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/xacro/operators.h"

// Python's built-in functions as xacro files use them. Each charges the budget for what it creates,
// because files may be hostile.

namespace surefoot::formats::urdf {
namespace {

/// The functions below have the names and results of Python's; what Python rejects is an error
/// here.
[[noreturn]] void WrongCount(const std::string& name, std::size_t count, const std::string& takes) {
  Wrong("the function " + name + " has the wrong number of arguments", std::to_string(count),
        "it takes " + takes);
}

/// The only argument of a function; reports another number of arguments.
const Value& Only(const std::string& name, const Arguments& arguments) {
  if (arguments.values.size() != 1) WrongCount(name, arguments.values.size(), "1");
  return arguments.values[0];
}

std::string TextOf(const std::string& name, const Value& value) {
  const auto* text = value.As<std::string>();
  if (text == nullptr) Wrong("the function " + name + " takes a string", TypeName(value));
  return *text;
}

/// signbit and not < 0: abs(-0.0) is 0.0.
Value AbsOf(const Arguments& arguments, const Surroundings&) {
  const Value& value = Only("abs", arguments);
  if (!value.IsNumber()) Wrong("the function abs takes a number", TypeName(value));
  if (value.IsInteger() ? AsInteger(value) >= 0 : !std::signbit(AsDouble(value))) {
    return value.As<bool>() != nullptr ? Value(AsInteger(value)) : value;
  }
  return Negate(value);
}

/// min(a, b, c) or min([a, b, c]).
Value Extreme(const std::string& name, const Arguments& arguments, const Surroundings& around) {
  std::vector<Value> items = arguments.values;
  if (items.size() == 1) items = ItemsOf(items[0], around.budget);
  if (items.empty()) Wrong("the function " + name + " needs at least one value");
  std::size_t best = 0;
  for (std::size_t i = 1; i < items.size(); ++i) {
    const bool better = name == "min" ? IsLess(items[i], items[best], around.budget)
                                      : IsLess(items[best], items[i], around.budget);
    if (better) best = i;
  }
  return items[best];
}

Value MinOf(const Arguments& arguments, const Surroundings& around) {
  return Extreme("min", arguments, around);
}

Value MaxOf(const Arguments& arguments, const Surroundings& around) {
  return Extreme("max", arguments, around);
}

Value RoundedToInteger(double value) {
  // Half to even in the default rounding mode, as in Python.
  const double rounded = std::nearbyint(value);
  if (!(std::fabs(rounded) < 9.2e18)) {
    Wrong("the number cannot be rounded to an integer", FloatText(value));
  }
  return static_cast<std::int64_t>(rounded);
}

/// round(x) returns an integer, round(x, digits) a float, both half to even.
Value RoundOf(const Arguments& arguments, const Surroundings&) {
  const auto& values = arguments.values;
  if (values.empty() || values.size() > 2) WrongCount("round", values.size(), "1 or 2");
  if (!values[0].IsNumber()) Wrong("the function round takes a number", TypeName(values[0]));
  const bool to_digits = values.size() == 2 && !values[1].IsNone();
  if (!to_digits) {
    return values[0].IsInteger() ? Value(AsInteger(values[0]))
                                 : RoundedToInteger(AsDouble(values[0]));
  }
  if (!values[1].IsInteger()) Wrong("round takes an integer number of digits", TypeName(values[1]));
  const std::int64_t digits = AsInteger(values[1]);
  if (values[0].IsInteger() && digits >= 0) return AsInteger(values[0]);
  if (digits < 0) {
    Unsupported("round with negative digits is not supported", std::to_string(digits),
                "write round(x / 10) * 10");
  }
  const double value = AsDouble(values[0]);
  // A double has no digits that far after the point.
  if (!std::isfinite(value) || digits > 300) return value;
  // printf rounds the exact binary value correctly, half to even, as Python does.
  double rounded = value;
  FromChars(StrFormat("%.*f", static_cast<int>(digits), value), &rounded);
  return rounded;
}

/// int() truncates floats towards zero and accepts strings of digits only: int("1.5") is an error.
Value IntOf(const Arguments& arguments, const Surroundings&) {
  if (arguments.values.empty()) return std::int64_t{0};
  const Value& value = Only("int", arguments);
  if (value.IsInteger()) return AsInteger(value);
  if (const auto* f = value.As<double>()) {
    if (std::isfinite(*f) && std::fabs(*f) < 9.2e18) return static_cast<std::int64_t>(*f);
    Wrong("the number exceeds 64-bit integers", FloatText(*f));
  }
  std::int64_t integer = 0;
  const auto* text = value.As<std::string>();
  if (text != nullptr && ParsePythonInt(*text, &integer)) return integer;
  Wrong("not an integer", text != nullptr ? *text : TypeName(value),
        "write digits, as in int(\"12\")");
}

Value FloatOf(const Arguments& arguments, const Surroundings&) {
  if (arguments.values.empty()) return 0.0;
  const Value& value = Only("float", arguments);
  if (value.IsNumber()) return AsDouble(value);
  double number = 0.0;
  const auto* text = value.As<std::string>();
  if (text != nullptr && ParsePythonFloat(*text, &number)) return number;
  Wrong("not a number", text != nullptr ? *text : TypeName(value),
        "write a number, as in float(\"0.5\")");
}

Value StrCall(const Arguments& arguments, const Surroundings& around) {
  if (arguments.values.empty()) return std::string();
  return StrOf(Only("str", arguments), around.budget);
}

Value ReprCall(const Arguments& arguments, const Surroundings& around) {
  return ReprOf(Only("repr", arguments), around.budget);
}

Value BoolOf(const Arguments& arguments, const Surroundings&) {
  return !arguments.values.empty() && TruthOf(Only("bool", arguments));
}

Value LenOf(const Arguments& arguments, const Surroundings& around) {
  return static_cast<std::int64_t>(ItemsOf(Only("len", arguments), around.budget).size());
}

/// A list and not a lazy range as in Python 3: the limit on lists bounds it.
Value RangeOf(const Arguments& arguments, const Surroundings& around) {
  const auto& values = arguments.values;
  if (values.empty() || values.size() > 3) WrongCount("range", values.size(), "1 to 3");
  std::int64_t bounds[3] = {0, 0, 1};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].IsInteger()) Wrong("the function range takes integers", TypeName(values[i]));
    bounds[values.size() == 1 ? 1 : i] = AsInteger(values[i]);
  }
  if (bounds[2] == 0) Wrong("the step of a range is zero");
  std::vector<Value> items;
  std::int64_t at = bounds[0];
  while (bounds[2] > 0 ? at < bounds[1] : at > bounds[1]) {
    items.emplace_back(at);
    if (static_cast<std::int64_t>(items.size()) > around.budget->limits().items) break;
    if (__builtin_add_overflow(at, bounds[2], &at)) break;
  }
  return MakeList(std::move(items), false, around.budget);
}

Value ListOf(const Arguments& arguments, const Surroundings& around) {
  std::vector<Value> items;
  if (!arguments.values.empty()) items = ItemsOf(Only("list", arguments), around.budget);
  return MakeList(std::move(items), false, around.budget);
}

Value TupleOf(const Arguments& arguments, const Surroundings& around) {
  std::vector<Value> items;
  if (!arguments.values.empty()) items = ItemsOf(Only("tuple", arguments), around.budget);
  return MakeList(std::move(items), true, around.budget);
}

/// dict(a=1), dict([["a", 1]]), dict(other, a=1).
Value DictCall(const Arguments& arguments, const Surroundings& around) {
  std::vector<std::pair<Value, Value>> entries;
  if (!arguments.values.empty()) {
    const Value& from = Only("dict", arguments);
    if (const Dict* dict = from.AsDict()) {
      entries = dict->entries;
    } else {
      for (const Value& pair : ItemsOf(from, around.budget)) {
        std::vector<Value> both = ItemsOf(pair, around.budget);
        if (both.size() != 2) Wrong("dict takes pairs of key and value");
        entries.emplace_back(std::move(both[0]), std::move(both[1]));
      }
    }
  }
  for (const auto& [name, value] : arguments.named) entries.emplace_back(name, value);
  return MakeDict(std::move(entries), around.budget);
}

Value SumOf(const Arguments& arguments, const Surroundings& around) {
  Value sum = std::int64_t{0};
  for (const Value& item : ItemsOf(Only("sum", arguments), around.budget)) {
    sum = Combine("+", sum, item, around.budget);
  }
  return sum;
}

Value SortedOf(const Arguments& arguments, const Surroundings& around) {
  std::vector<Value> items = ItemsOf(Only("sorted", arguments), around.budget);
  // stable_sort is a merge sort. std::sort may read outside of the list when nan makes the order
  // inconsistent.
  std::stable_sort(items.begin(), items.end(),
                   [&](const Value& a, const Value& b) { return IsLess(a, b, around.budget); });
  return MakeList(std::move(items), false, around.budget);
}

Value AnyOf(const Arguments& arguments, const Surroundings& around) {
  const std::vector<Value> items = ItemsOf(Only("any", arguments), around.budget);
  return std::any_of(items.begin(), items.end(), TruthOf);
}

Value AllOf(const Arguments& arguments, const Surroundings& around) {
  const std::vector<Value> items = ItemsOf(Only("all", arguments), around.budget);
  return std::all_of(items.begin(), items.end(), TruthOf);
}

Value LoadYamlCall(const Arguments& arguments, const Surroundings& around) {
  return around.host->LoadYaml(TextOf("load_yaml", Only("load_yaml", arguments)));
}

/// In xacro, dotify gives a dict access by attributes; here every dict has that.
Value DotifyCall(const Arguments& arguments, const Surroundings&) {
  return Only("dotify", arguments);
}

/// xacro.tokenize("a, b;c") is ['a', 'b', 'c'].
Value TokenizeCall(const Arguments& arguments, const Surroundings& around) {
  std::string text = TextOf("tokenize", Only("tokenize", arguments));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
  std::vector<Value> items;
  for (std::string& word : SplitAt(text, ' ')) {
    if (!word.empty()) items.emplace_back(std::move(word));
  }
  return MakeList(std::move(items), false, around.budget);
}

/// The arguments of xacro.message and the like, separated by spaces.
std::string SpokenText(const Arguments& arguments, const Surroundings& around) {
  std::string text;
  for (const Value& value : arguments.values) {
    text += (text.empty() ? "" : " ") + StrOf(value, around.budget);
  }
  return Shortened(text);
}

Value MessageCall(const Arguments& arguments, const Surroundings& around) {
  around.host->Report(Severity::kNote, SpokenText(arguments, around));
  return std::string();
}

/// xacro.warning and xacro.error print their text and do not stop the expansion.
Value WarningCall(const Arguments& arguments, const Surroundings& around) {
  around.host->Report(Severity::kWarning, SpokenText(arguments, around));
  return std::string();
}

Value FatalCall(const Arguments& arguments, const Surroundings& around) {
  Wrong("the file reports a fatal error: " + SpokenText(arguments, around), "xacro.fatal");
}

Value ArgCall(const Arguments& arguments, const Surroundings& around) {
  return around.host->Substitute({"arg", TextOf("arg", Only("arg", arguments))});
}

/// In $(eval ...), arguments that read as numbers are numbers.
Value EvalArgCall(const Arguments& arguments, const Surroundings& around) {
  return LiteralOf(ArgCall(arguments, around));
}

Value SubstitutionCall(const std::string& command, const Arguments& arguments,
                       const Surroundings& around) {
  std::vector<std::string> words = {command};
  for (const Value& value : arguments.values) words.push_back(TextOf(command, value));
  return around.host->Substitute(words);
}

Value FindCall(const Arguments& arguments, const Surroundings& around) {
  return SubstitutionCall("find", arguments, around);
}

Value EnvCall(const Arguments& arguments, const Surroundings& around) {
  return SubstitutionCall("env", arguments, around);
}

Value OptenvCall(const Arguments& arguments, const Surroundings& around) {
  return SubstitutionCall("optenv", arguments, around);
}

Value DirnameCall(const Arguments& arguments, const Surroundings& around) {
  return SubstitutionCall("dirname", arguments, around);
}

/// An entry of the table.
struct Function {
  /// As in messages; with its module when it cannot be called without it.
  const char* name;
  Value (*call)(const Arguments&, const Surroundings&);
};

/// Everything that can be called, apart from math. "eval." marks functions of $(eval ...) only.
constexpr Function kFunctions[] = {
    {"abs", AbsOf},
    {"min", MinOf},
    {"max", MaxOf},
    {"round", RoundOf},
    {"int", IntOf},
    {"float", FloatOf},
    {"str", StrCall},
    {"repr", ReprCall},
    {"bool", BoolOf},
    {"len", LenOf},
    {"range", RangeOf},
    {"list", ListOf},
    {"tuple", TupleOf},
    {"dict", DictCall},
    {"sum", SumOf},
    {"sorted", SortedOf},
    {"any", AnyOf},
    {"all", AllOf},
    {"load_yaml", LoadYamlCall},
    {"dotify", DotifyCall},
    {"xacro.tokenize", TokenizeCall},
    {"xacro.arg", ArgCall},
    {"xacro.message", MessageCall},
    {"xacro.warning", WarningCall},
    {"xacro.error", WarningCall},
    {"xacro.fatal", FatalCall},
    {"eval.arg", EvalArgCall},
    {"eval.find", FindCall},
    {"eval.env", EnvCall},
    {"eval.optenv", OptenvCall},
    {"eval.dirname", DirnameCall},
};

const Function* FindFunction(const std::string& name) {
  const auto* found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                   [&](const Function& f) { return name == f.name; });
  return found == std::end(kFunctions) ? nullptr : found;
}

/// The constants of Python's module math.
std::optional<Value> FindConstant(const std::string& name) {
  if (name == "pi") return M_PI;
  if (name == "tau") return 2.0 * M_PI;
  if (name == "e") return M_E;
  if (name == "inf") return std::numeric_limits<double>::infinity();
  if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

bool HasModule(const char* name) { return std::string(name).find('.') != std::string::npos; }

}  // namespace

/// Functions that need their module ("xacro.arg") are not found by their bare name.
std::optional<Value> FindBuiltin(const std::string& name) {
  if (auto constant = FindConstant(name)) return constant;
  const bool module = IsOneOf(name, {"math", "python", "xacro"});
  const Function* function = FindFunction(name);
  if (function != nullptr && HasModule(function->name)) return std::nullopt;
  if (module || function != nullptr || IsMathFunction(name)) return BuiltinName{name};
  return std::nullopt;
}

/// xacro exposes Python's builtins as the module "python".
std::optional<Value> FindInModule(const std::string& module, const std::string& name) {
  if (module == "math") {
    if (auto constant = FindConstant(name)) return constant;
    if (IsMathFunction(name)) return BuiltinName{name};
  }
  if (module == "python" && FindFunction(name) != nullptr) return BuiltinName{name};
  if (module == "xacro") {
    if (IsOneOf(name, {"load_yaml", "dotify"})) return BuiltinName{name};
    if (FindFunction("xacro." + name) != nullptr) return BuiltinName{"xacro." + name};
  }
  return std::nullopt;
}

bool IsForeignBuiltin(const std::string& name) {
  // What xacro 2.1 exposes of Python and of its module math besides the table.
  return IsOneOf(name, {"map",  "abs_filename", "cbrt",      "comb",  "dist",      "erf",
                        "erfc", "exp2",         "factorial", "frexp", "fsum",      "gamma",
                        "gcd",  "isclose",      "isqrt",     "lcm",   "ldexp",     "lgamma",
                        "modf", "nextafter",    "perm",      "prod",  "remainder", "ulp"});
}

/// Only dict() has named arguments: their names are the keys.
Value CallFunction(const std::string& name, const Arguments& arguments,
                   const Surroundings& around) {
  if (!arguments.named.empty() && name != "dict") {
    Unsupported("named arguments are supported for dict only",
                name + "(" + arguments.named[0].first + "=...)", "remove the name");
  }
  if (auto value = CallMath(name, arguments.values)) return *std::move(value);
  const Function* function = FindFunction(name);
  if (function == nullptr) Wrong("a module cannot be called", name, "call one of its functions");
  return function->call(arguments, around);
}

std::string FunctionNames() {
  std::string names = MathNames();
  for (const Function& function : kFunctions) {
    if (std::string(function.name).rfind("eval.", 0) != 0) {
      names += std::string(", ") + function.name;
    }
  }
  return names;
}

}  // namespace surefoot::formats::urdf
