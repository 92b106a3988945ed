#include "io/serve/http_request.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

int refusal(const std::string& text) {
  const auto read = request_in(text);
  return !read ? -1 : read->request ? 0 : read->refusal;
}

TEST(HttpRequest, IsReadOnceItIsWhole) {
  const std::string text = "GET /a/b?c=d HTTP/1.1\r\nAccept: x\r\nhOsT:  localhost:1 \r\n\r\n";
  for (std::size_t size = 0; size < text.size(); ++size) EXPECT_FALSE(request_in(text.substr(0, size))) << size;
  const auto read = request_in(text + "body");
  ASSERT_TRUE(read && read->request);
  EXPECT_EQ(read->request->method, "GET");
  EXPECT_EQ(read->request->path, "/a/b");
  EXPECT_EQ(read->request->host, "localhost:1");
}

TEST(HttpRequest, HasLimits) {
  EXPECT_EQ(refusal("GET /" + std::string(most_line_bytes, 'a')), 414) << "before its line has ended";
  EXPECT_EQ(refusal("GET / HTTP/1.1\r\nX: " + std::string(most_head_bytes, 'a')), 431) << "before it has ended";
  std::string many = "GET / HTTP/1.1\r\n";
  for (std::size_t i = 0; i <= most_head_lines; ++i) many += "a:b\r\n";
  EXPECT_EQ(refusal(many + "\r\n"), 431);
  EXPECT_EQ(refusal("GET / HTTP/1.1\r\nCookie: " + std::string(8000, 'a') + "\r\n\r\n"), 0) << "cookies of other pages";
}

TEST(HttpRequest, WithoutAFormIsRefused) {
  for (const char* text : {"\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / FTP/1\r\n\r\n", " / HTTP/1.1\r\n\r\n",
                           "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"})
    EXPECT_EQ(refusal(text), 400) << text;
}

}  // namespace
}  // namespace icsweep
