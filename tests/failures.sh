#!/usr/bin/env bash
# failures.sh TESTS.XML: prints one line per failed test, with the reason and a command that repeats it, and one line
# with the skipped tests and their reasons. Some tests need root, others need a program that is not installed.
awk '
  function plain(text) {
    gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&apos;/, "\047", text); gsub(/&amp;/, "\\&", text)
    return text
  }
  function say(reason) {
    if (reason !~ /; to repeat: /) reason = reason "; to repeat: ctest --test-dir build/release --output-on-failure -R \047^" name "$\047"
    print "Failed: " name ": " reason
  }
  /<testcase / {
    match($0, /name="[^"]*"/)
    name = plain(substr($0, RSTART + 6, RLENGTH - 7)); failed = /status="fail"/; skipped = /status="notrun"/; last = ""; reasons = 0; ended = ""
  }
  failed && match($0, /<failure message="[^"]+"/) { ended = plain(substr($0, RSTART + 18, RLENGTH - 19)) ", " }
  failed && /<\/testcase>/ {
    if (!reasons) say(ended (last == "" ? "it printed nothing" : "its last line is: " last))
    failed = 0
  }
  failed {
    sub(/.*<system-out>/, ""); sub(/<\/.*/, "")
    if (/[^ \t]/ && !/^[ \t]*</) last = plain($0)
    if (/^FAILED: / && reasons++ < 10) say(plain(substr($0, 9)))
  }
  skipped && /skipped: / { sub(/.*skipped: /, ""); sub(/<.*/, ""); list = list (list ? "; " : "") name " (" plain($0) ")"; skipped = 0 }
  END { if (list) print "Skipped: " list }' "${1:?the results of ctest}"
