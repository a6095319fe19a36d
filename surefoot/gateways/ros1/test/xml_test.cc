#include "surefoot/gateways/ros1/xmlrpc/xml.h"

#include <gmock/gmock.h>

#include <limits>

namespace surefoot::gateways::ros1 {
namespace {

using testing::HasSubstr;

Value RoundTrip(const Value& value) {
  const Result<MethodCall> call = ParseCall(WriteCall({"m", {value}}));
  EXPECT_TRUE(call.ok()) << (call.ok() ? "" : call.error().message);
  return call.ok() && call->params.size() == 1 ? call->params[0] : Value("lost");
}

std::string Wrapped(const std::string& value) {
  return "<?xml version=\"1.0\"?><methodResponse><params><param>" + value +
         "</param></params></methodResponse>";
}

TEST(XmlRpc, ValuesOfAllTypesComeBack) {
  const Value nested = Value::Struct{
      {"a<b", Value::Array{1, 2.5, "x & y", true, Value::Array{}, Value::Struct{}}},
      {"", Value::Binary{std::string("\0\xff\n", 3)}},
      {"time", Value::DateTime{"20261118T17:33:43"}},
  };
  for (const Value& value :
       {Value(0), Value(std::numeric_limits<int>::min()), Value(std::numeric_limits<int>::max()),
        Value(false), Value(true), Value(-1e-300), Value(0.1), Value(3.0), Value(""),
        Value("  <tag> \"quoted\" & 'more' ]]>\r\n\tend "), Value("\xc3\xa4\xe2\x82\xac"),
        nested}) {
    EXPECT_EQ(RoundTrip(value), value) << WriteResponse(value);
  }
}

// As Python's xmlrpc.client writes a call: with line feeds between the tags.
TEST(XmlRpc, ReadsPythonsCalls) {
  const Result<MethodCall> call = ParseCall(
      "<?xml version='1.0'?>\n<methodCall>\n<methodName>registerPublisher</methodName>\n"
      "<params>\n<param>\n<value><string>/talker</string></value>\n</param>\n<param>\n"
      "<value><array><data>\n<value><int>-3</int></value>\n<value><double>1e+22</double></value>\n"
      "<value><boolean>1</boolean></value>\n</data></array></value>\n</param>\n</params>\n"
      "</methodCall>\n");
  ASSERT_TRUE(call.ok()) << call.error().message;
  EXPECT_EQ(call->method, "registerPublisher");
  EXPECT_EQ(Value(call->params), (Value::Array{"/talker", Value::Array{-3, 1e22, true}}));
}

// As XmlRpc++ of roscpp writes: texts without a type.
TEST(XmlRpc, ReadsRoscppsCalls) {
  const Result<MethodCall> call = ParseCall(
      "<?xml version=\"1.0\"?>\r\n<methodCall><methodName>lookupNode</methodName>\r\n"
      "<params><param><value>/a &amp; b</value></param>"
      "<param><value><i4>7</i4></value></param><param><value/></param></params>"
      "</methodCall>\r\n");
  ASSERT_TRUE(call.ok()) << call.error().message;
  EXPECT_EQ(Value(call->params), (Value::Array{"/a & b", 7, ""}));
}

TEST(XmlRpc, ReadsFaultsAsErrors) {
  const Result<Value> fault = ParseResponse(WriteFault(4, "too <many> parameters"));
  ASSERT_FALSE(fault.ok());
  EXPECT_EQ(fault.error().message, "too <many> parameters");
}

TEST(XmlRpc, ErrorsSayWhatIsWrongAndWhere) {
  const auto error = [](const std::string& value) {
    const Result<Value> result = ParseResponse(Wrapped(value));
    return result.ok() ? "accepted" : result.error().message;
  };
  EXPECT_THAT(error("<value><int>2147483648</int></value>"),
              HasSubstr("\"2147483648\" is not an integer of 32 bits"));
  EXPECT_THAT(error("<value><int>1.5</int></value>"), HasSubstr("is not an integer"));
  EXPECT_THAT(error("<value><double>one</double></value>"), HasSubstr("is not a number"));
  EXPECT_THAT(error("<value><boolean>2</boolean></value>"), HasSubstr("accepted: 0, 1"));
  EXPECT_THAT(error("<value><base64>!</base64></value>"), HasSubstr("is not base64"));
  EXPECT_THAT(error("<value><array/></value>"), HasSubstr("needs <data>"));
  EXPECT_THAT(error("<value><struct><member/></struct></value>"), HasSubstr("<name>"));
  EXPECT_THAT(error("<value>\n<nil/></value>"), HasSubstr("line 2: <nil> is not a type"));
  EXPECT_THAT(error("<int>3</int>"), HasSubstr("is not a <value>"));
  EXPECT_THAT(error("<value><int>3</value>"), HasSubstr("not XML"));
  EXPECT_FALSE(ParseCall("<methodResponse/>").ok());
  EXPECT_FALSE(ParseCall("<methodCall/>").ok());
  EXPECT_FALSE(ParseCall("").ok());
  EXPECT_FALSE(ParseCall(std::string("\0\0", 2)).ok());
}

TEST(XmlRpc, DeepValuesAreRefused) {
  const auto nested = [](int depth) {
    std::string open;
    std::string close;
    for (int i = 0; i < depth; ++i) {
      open += "<value><array><data>";
      close += "</data></array></value>";
    }
    return Wrapped(open + close);
  };
  EXPECT_TRUE(ParseResponse(nested(20)).ok());
  EXPECT_FALSE(ParseResponse(nested(40)).ok());
  EXPECT_FALSE(ParseResponse(nested(100000)).ok());
}

// Entities of a document type could make a small text large ("billion laughs").
TEST(XmlRpc, OwnEntitiesAreNotExpanded) {
  const Result<Value> result = ParseResponse("<!DOCTYPE a [<!ENTITY b \"bbbbbbbb\">]>" +
                                             Wrapped("<value><string>&b;&b;</string></value>"));
  if (result.ok()) {
    EXPECT_EQ(*result, Value("&b;&b;"));
  }
}

TEST(XmlRpc, PythonsTruth) {
  EXPECT_TRUE(Value(0).IsFalse());
  EXPECT_TRUE(Value("").IsFalse());
  EXPECT_TRUE(Value(Value::Array{}).IsFalse());
  EXPECT_FALSE(Value("0").IsFalse());
  EXPECT_FALSE(Value(Value::Binary{}).IsFalse());
}

}  // namespace
}  // namespace surefoot::gateways::ros1
