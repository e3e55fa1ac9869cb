// The order of passes, what each may assume and what it must leave true.
//
//   mf-capture   writes a capture: native events of each thread, in the order they
//                happened, cut into blocks by count; gates where recording changed.
//   ingest       binds them to the catalogs. Beyond it: events have shared names and
//                fields, times are base units, `ev` is dense from 1 and is the total
//                order (time, then the simulator's own order); nothing is renumbered
//                or retimed ever after.
//   resolve      replays lifecycles. Beyond it: every event has its flow, every key
//                field the flow it named at that moment; flows, kind tables, decisions,
//                episodes and epochs are rows. Native keys are not looked at again.
//   tenancy      matches acquire with release. Beyond it: tenancies, residencies and
//                waits are rows; events carry the tenancy they began.
//   edges        joins the five channels. Beyond it: edges are rows; the stream is
//                what the bundle holds.
//
// A pass that lacks a record counts that and writes no row: evidence is never
// invented. Batches that a pass does not know are handed on as they are.
#pragma once

#include "libmf/passes/edges.h"
#include "libmf/passes/ingest.h"
#include "libmf/passes/resolve.h"
#include "libmf/passes/tenancy.h"
