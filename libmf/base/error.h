// Failures that end a tool: what is wrong, and the places it passed through.
//
// Library code throws Error and never prints or exits; cli/tool.h says it to the
// user and picks the exit status. Expected answers ("no such flow") are values.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace mf {

// Exit status of every tool (microflow.7).
enum class Status { DONE = 0, NO = 1, MISUSE = 2, FAILED = 3, NOT_MODELLED = 4 };

class Error : public std::exception {
 public:
  explicit Error(std::string what, Status status = Status::FAILED);

  // Adds the wider activity: "while reading batch 1204 of standard input".
  Error& at(std::string activity);

  Status status() const { return status_; }
  // The message, then each activity on a line of its own, indented.
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
  Status status_;
};

// Runs `body`; an Error on its way out gains `activity()`.
template <typename Body, typename Activity>
auto during(Activity activity, Body body) {
  try {
    return body();
  } catch (Error& error) {
    error.at(activity());
    throw;
  }
}

}  // namespace mf
