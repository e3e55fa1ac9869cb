// The frame of every main: signals, what was thrown, exit status, the last write.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "libmf/base/error.h"

namespace mf::cli {

extern const char* const VERSION;

// Runs `body` and returns what main should: its Status, or that of the Error it threw,
// said on standard error as "mf-x: ...". A reader that went away ends the process as
// SIGPIPE does, quietly, whatever systemd or cron set before; temporary files go with it.
int run(const std::string& program, const std::function<Status()>& body);

// What is talk, not data: "mf-x: text" on standard error.
void say(const std::string& program, const std::string& text);

std::vector<std::string> argumentsOf(int argc, char** argv);

}  // namespace mf::cli
