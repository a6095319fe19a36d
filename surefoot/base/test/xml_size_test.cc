#include "surefoot/base/xml_size.h"

#include <gmock/gmock.h>

namespace surefoot {
namespace {

using testing::HasSubstr;

std::string Element(int attributes) {
  std::string text = "<a";
  for (int i = 0; i < attributes; ++i) text += " b" + std::to_string(i) + "='1'";
  return text + "/>";
}

TEST(XmlSize, CountsTheAttributesOfEachElement) {
  EXPECT_TRUE(CheckXmlAttributes("").ok());
  EXPECT_TRUE(CheckXmlAttributes(Element(256)).ok());
  EXPECT_TRUE(CheckXmlAttributes("<r>" + Element(200) + Element(200) + "</r>").ok());
  const Status many = CheckXmlAttributes("<r>\n" + Element(257) + "</r>");
  ASSERT_FALSE(many.ok());
  EXPECT_THAT(many.error().message, HasSubstr("line 2 has more than 256 attributes"));
}

TEST(XmlSize, WhatIsNoAttributeIsNotCounted) {
  const std::string signs(1000, '=');
  for (const std::string& text :
       {"<a b='" + signs + "'/>", "<a>" + signs + "</a>", "<a b=\"" + signs + ">" + signs + "\"/>",
        "<!-- <a " + signs + " -->", "<![CDATA[<a " + signs + ">]]>", "<?xml " + signs + "?>"}) {
    EXPECT_TRUE(CheckXmlAttributes(text).ok()) << text.substr(0, 20);
  }
  for (const char* broken : {"<", "<a b='", "<a b=", "<!--", "<a '", "<![CDATA["}) {
    EXPECT_TRUE(CheckXmlAttributes(broken).ok()) << broken;
  }
}

}  // namespace
}  // namespace surefoot
