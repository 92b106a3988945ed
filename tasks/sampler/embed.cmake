# Writes a text as a C++ source. Run at build time: cmake -D TEXT=host.py -D OUTPUT=sampler_host.cpp -P embed.cmake
cmake_minimum_required(VERSION 3.22)
file(READ ${TEXT} text)
string(FIND "${text}" ")host\"" found)
if(NOT found EQUAL -1)
  message(FATAL_ERROR "${TEXT} holds )host\", which ends its raw string")
endif()
file(WRITE ${OUTPUT} "// Made by tasks/sampler/embed.cmake.\n\n"
                     "namespace icsweep {\n\n"
                     "extern const char* const sampler_host;\nconst char* const sampler_host = R\"host(${text})host\";\n\n}  // namespace icsweep\n")
