// One stall explained: why its outcome was what it was, and where its time went.
//
// Two questions with two answers. *Why this outcome* is a walk backward from the
// access that missed: along the state that it read, to the event that pushed the line
// out; from there back through the life of the flow that did it, and from its birth to
// what asked for it. It prints decisions where it meets them: the first is the nearest,
// the last the root. It stops where evidence stops, or where an instruction asked, and
// says so. State is followed from the access alone: what other lines that flow missed
// is another story.
// *Where the time went* cuts the stall at the events of the packet that ended it, of
// those it was merged with, and of the instruction. A piece spent waiting for another
// flow (a translation, an operand) is cut again at that one's events. The pieces sum to
// the stall. Of what was waited for, its own miss and what that goes back to are told.
//
// The two are never mixed: what a load waits for last is its own issue, which says
// nothing about who evicted its line.
#pragma once

#include <string>
#include <vector>

#include "libmf/explain/evidence.h"

namespace mf::explain {

struct Step {
  Event event;
  std::string channel;  // how this is reached from the step before; "flow": its own past
  int64_t gap = 0;      // time back from there
  std::string node, who, decision;
  std::string note;  // what else is known of it, for the reader
};

struct Piece {
  int64_t begin = 0, end = 0;
  std::string until;  // event that ended it
  std::string node;
  std::string because;  // what it waited for, or "own service"
  int depth = 0;        // 0: the stall's own flows; 1: one they waited for; ...
};

// Another flow whose end a piece waited for: a translation, a read of the page table.
struct Awaited {
  int64_t flow = 0;
  int64_t cycles = 0;  // of the stall, its own awaited included; base units
  int depth = 1;       // 2: awaited by the one of depth 1 before it
  std::string who;
  std::vector<std::string> missedIn;
  std::string cause;  // what its outermost miss goes back to; "" when it did not miss
};

struct Explanation {
  int64_t ep = 0, core = 0, begin = 0, end = 0;
  std::string kind, reason, klass;
  std::optional<int64_t> inst, cause;
  std::string instruction;  // who(inst)
  std::string packet;       // who(the packet that went down)
  std::string answeredBy;
  std::vector<std::string> missedIn;
  std::vector<Piece> pieces;
  std::vector<Awaited> awaited;
  std::vector<Step> steps;             // the access first
  std::string stop;                    // why the walk ends
  std::vector<std::string> aboutLine;  // requests and decisions for the line before the access
  bool hasCause() const { return !steps.empty(); }
};

Explanation explain(Evidence& evidence, int64_t episode);

}  // namespace mf::explain
