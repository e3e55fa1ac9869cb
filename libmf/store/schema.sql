-- The tables of a bundle, format 1: one SQLite file is one run. See mfir(5).
--
-- Templates, expanded by ddl.cc from the catalogs of the run:
--   @name(a,b,c)@  a code column name_c and its words as the virtual column name
--   @name=enum@    the same with the words of an enum of the catalogs
--   @name=*@       the same with words that the simulator coined: the words are
--                  added when the whole stream is known
--   @cycles(a,b)@  the virtual column cycles: b - a in cycles of the reference clock
--   @P@            base units in such a cycle
-- Flow kinds, typed events and `events` have tables made from the catalogs alone.
--
-- All times (t, t0, t_...) are integers in base units (run.base_unit). Intervals are
-- half-open. The order of ev is the order of everything. No index but the row
-- numbers: indexes.sql has those that named analyses use, built after the load.

-- ------------------------------------------------------------------ layer 0: run
CREATE TABLE run (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  run_uid TEXT,                    -- hash of the content of the capture
  workload TEXT,
  suite TEXT,
  simulator TEXT,
  profile TEXT,
  variant TEXT,                    -- arm of an experiment: nopf, spp
  base_unit TEXT,                  -- what one base unit is: 125 ps
  ref_period INTEGER NOT NULL,     -- base units in a cycle of the reference clock
  t_begin INTEGER NOT NULL,        -- first measured time of any core
  t_end INTEGER NOT NULL,          -- end of the measured time of any core
  events INTEGER NOT NULL,         -- events recorded
  insts_retired INTEGER NOT NULL,
  retired_hash TEXT,               -- hash of the pcs that core 0 retired: that of its last checkpoint
  order_exact INTEGER NOT NULL,    -- 0: order between threads within one time is a guess
  ended_early TEXT,                -- why the simulator stopped before its end, if it did
  capture_bytes INTEGER,
  overrides TEXT NOT NULL,         -- decisions flipped by a reversal; empty: a natural run
  @cycles(t_begin,t_end)@);
CREATE TABLE roi (                 -- the measured region of each core
  core INTEGER NOT NULL,
  t0 INTEGER NOT NULL,
  t1 INTEGER NOT NULL,
  trigger TEXT,                    -- what opened it
  @cycles(t0,t1)@,
  PRIMARY KEY (core, t0)) WITHOUT ROWID;
CREATE TABLE coverage (            -- what was being recorded, when, and completely?
  domain TEXT NOT NULL,
  t0 INTEGER NOT NULL,
  t1 INTEGER NOT NULL,
  complete INTEGER NOT NULL,       -- 0: the end is not certain
  snapshot INTEGER NOT NULL,       -- 1: live state was recorded at t0
  from_start INTEGER NOT NULL,     -- 1: nothing ran before t0
  @cycles(t0,t1)@,
  PRIMARY KEY (domain, t0)) WITHOUT ROWID;
CREATE TABLE diagnostics (
  pass TEXT NOT NULL,
  code TEXT NOT NULL,
  object TEXT NOT NULL,
  @severity(info,warning,error)@,
  n INTEGER NOT NULL,              -- how often
  first_ev INTEGER,
  sample TEXT,
  PRIMARY KEY (pass, code, object));
CREATE TABLE pass_log (            -- measured costs of capture, simulator, passes, and bundle: all of
                                   -- mf-edges after its joins; empty after --no-provenance
  pass TEXT PRIMARY KEY,
  version TEXT,
  cpu_s REAL,
  peak_rss INTEGER,
  rows_in INTEGER, rows_out INTEGER,
  bytes_in INTEGER, bytes_out INTEGER,
  max_inflight INTEGER);           -- most flows, tenancies and keys held at once
CREATE TABLE provenance (          -- the programs that made this file; empty after --no-provenance
  step INTEGER PRIMARY KEY,
  program TEXT, version TEXT,
  arguments TEXT);                 -- one a line
CREATE TABLE cost (                -- of the capture, when it was measured; empty after --no-provenance
  one INTEGER PRIMARY KEY CHECK (one = 1),
  capture_cpu_s REAL,              -- simulator and mf-capture
  baseline_s REAL);                -- the same run without capture
CREATE TABLE absent (              -- evidence that this simulator cannot give
  what TEXT PRIMARY KEY,           -- event, package, or prefix with .*
  why TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE packages (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE enums (               -- the words behind the codes
  enum TEXT NOT NULL,
  code INTEGER NOT NULL,
  word TEXT NOT NULL,
  class TEXT,                      -- shared class of a reason
  PRIMARY KEY (enum, code)) WITHOUT ROWID;
CREATE TABLE words (word INTEGER PRIMARY KEY, text TEXT NOT NULL);  -- coined by the simulator
CREATE TABLE leaf_verdict (        -- what a leaf of a cascade means
  question INTEGER NOT NULL,
  leaf TEXT PRIMARY KEY,
  family TEXT NOT NULL,
  verdict TEXT NOT NULL) WITHOUT ROWID;

-- ------------------------------------------------------ layer 1: topology, clocks
CREATE TABLE clocks (
  clock INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  period INTEGER NOT NULL,         -- base units
  phase INTEGER NOT NULL);
CREATE TABLE nodes (
  node INTEGER PRIMARY KEY,        -- what events carry
  name TEXT NOT NULL UNIQUE,
  parent INTEGER,
  kind TEXT NOT NULL,
  core INTEGER,                    -- NULL: shared
  clock INTEGER NOT NULL,
  capacity INTEGER,                -- NULL: no enforced limit
  width INTEGER, sets INTEGER, ways INTEGER,
  line_shift INTEGER, page_shift INTEGER,
  lat_hit INTEGER,                 -- base units
  lat_nominal INTEGER,             -- unloaded service time seen from above when this node serves
  @release_visible(same_cycle,next_cycle)@,
  inclusive_of INTEGER);
CREATE TABLE links (
  src INTEGER NOT NULL,            -- asks
  dst INTEGER NOT NULL,            -- serves
  PRIMARY KEY (src, dst)) WITHOUT ROWID;

-- --------------------------------------------------------------- layer 2: events
CREATE TABLE event_types (
  type INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  domain TEXT NOT NULL,
  tab TEXT NOT NULL,               -- its typed table
  stage TEXT,                      -- shared stage of an instruction that it marks
  n INTEGER NOT NULL DEFAULT 0,    -- how many were recorded
  doc TEXT);
CREATE TABLE chunk_columns (       -- what chunks hold: the columns of virtual tables
  tab TEXT NOT NULL,               -- name of the virtual table
  stream INTEGER NOT NULL,         -- 0 for events, else type + 1
  col INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,              -- plain, ref (0 is NULL), back (ev minus it), code
  enum TEXT,                       -- of a code; * for coined words
  PRIMARY KEY (stream, col)) WITHOUT ROWID;
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,          -- stream << 44 | ev of the first row
  n INTEGER NOT NULL,
  ev1 INTEGER NOT NULL,            -- ev of the last row
  t0 INTEGER NOT NULL,
  t1 INTEGER NOT NULL,             -- time of the last row
  data BLOB NOT NULL);             -- layout: libmf/store/chunks/chunk.h

-- ---------------------------------------------------------------- layer 3: flows
CREATE TABLE flows (
  flow INTEGER PRIMARY KEY,
  @kind=flow kinds@,
  key INTEGER NOT NULL,            -- what the simulator calls it
  incarnation INTEGER NOT NULL,    -- counts uses of one key
  parent INTEGER,
  inst INTEGER,                    -- nearest instruction above; NULL: the hardware's own
  core INTEGER,
  thread INTEGER,
  ev_open INTEGER, ev_close INTEGER,
  t_open INTEGER, t_close INTEGER,
  @close_reason=*@,
  flags INTEGER NOT NULL,          -- 1 open at start, 2 at end, 4 key reused, 8 squashed, 16 opened by use, 32 not covered, 64 forced
  @cycles(t_open,t_close)@);
CREATE TABLE checkpoints (         -- the retired stream of a core so far: after each 4,096 instructions, and at its end
  checkpoint INTEGER PRIMARY KEY,
  core INTEGER NOT NULL,
  block INTEGER NOT NULL,          -- that ends here
  instructions INTEGER NOT NULL,   -- one that follows itself (rep, micro-operations) counts once
  records INTEGER NOT NULL,        -- each time that one retired
  hash INTEGER NOT NULL,           -- of the pcs: h <- (1000003 h + pc mod m + 1) mod m from 7 on, m = 2^31 - 1
  shift INTEGER NOT NULL);         -- what the hash gains when every pc is one higher, mod m

-- ---------------------------------------------------- layer 4: epochs, occupancy
CREATE TABLE epochs (              -- one row for each squash
  epoch INTEGER PRIMARY KEY,
  core INTEGER NOT NULL,
  thread INTEGER NOT NULL,
  @cause=epoch causes@,
  cause_flow INTEGER,
  parent_epoch INTEGER,            -- the cause was itself discarded, by that other one
  ev_squash INTEGER NOT NULL,
  t_squash INTEGER NOT NULL,
  t_recovered INTEGER,
  n_squashed INTEGER NOT NULL,
  @cycles(t_squash,t_recovered)@);
CREATE TABLE tenancies (           -- a flow holding an entry of a node
  ten INTEGER PRIMARY KEY,
  node INTEGER NOT NULL,
  slot INTEGER,
  flow INTEGER NOT NULL,
  @role(owner,coalesced)@,
  owner_ten INTEGER,               -- coalesced: whose entry it waits on
  ev_acq INTEGER, ev_rel INTEGER,
  t_acq INTEGER NOT NULL, t_rel INTEGER,
  occ INTEGER,                     -- entries held just before
  @rel_reason=*@,
  flags INTEGER NOT NULL,          -- as flows.flags
  @cycles(t_acq,t_rel)@);
CREATE TABLE residencies (         -- tenancies of cache lines and translations: what more is known
  ten INTEGER PRIMARY KEY,
  node INTEGER NOT NULL,
  line INTEGER NOT NULL,
  page INTEGER,
  cset INTEGER, way INTEGER,
  by_prefetch INTEGER NOT NULL,    -- 1: brought by a prefetch of this cache
  ev_fill INTEGER, ev_evict INTEGER,
  first_use INTEGER,               -- flow
  ev_first_use INTEGER,
  uses INTEGER NOT NULL,
  evict_by INTEGER,                -- flow whose fill displaced it
  evict_dec INTEGER,               -- the replacement decision
  @evict_reason=evict_reason@);
CREATE TABLE waits (               -- a refused request, from the first refusal to the grant
  wait INTEGER PRIMARY KEY,
  flow INTEGER NOT NULL,
  node INTEGER NOT NULL,
  @why(full,arb,bank,order)@,
  ev_first INTEGER NOT NULL, ev_grant INTEGER,
  t0 INTEGER NOT NULL, t1 INTEGER,
  denials INTEGER NOT NULL,
  lost_to INTEGER,                 -- flow
  @cycles(t0,t1)@);
CREATE TABLE state_versions (      -- changes of declared structures other than lines
  sv INTEGER PRIMARY KEY,
  node INTEGER, key INTEGER, ver INTEGER,
  ev INTEGER, t INTEGER, op INTEGER, flow INTEGER);

-- ------------------------------------------- layer 5: decisions, edges, episodes
CREATE TABLE sites (
  site INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  node INTEGER,
  UNIQUE (name, node));
CREATE TABLE decisions (
  dec INTEGER PRIMARY KEY,
  ev INTEGER NOT NULL,
  site INTEGER NOT NULL,
  ord INTEGER NOT NULL,            -- counted by the simulator, captured or not
  subject INTEGER,                 -- flow in which it was taken
  effect INTEGER,                  -- flow it created
  @outcome(act,suppress)@,
  @reason=*@,
  choice INTEGER,
  target INTEGER, page INTEGER,
  value INTEGER, threshold INTEGER,  -- the two numbers compared
  natural INTEGER,                 -- what the hardware computed
  forced INTEGER NOT NULL,         -- 1: a reversal took effect
  retry INTEGER NOT NULL);         -- 1: the same decision again, for a retried access
CREATE TABLE edges (               -- v waited for u
  edge INTEGER PRIMARY KEY,
  u INTEGER NOT NULL, v INTEGER NOT NULL,
  @chan(value,occupancy,arbitration,speculation,state)@,
  rule INTEGER,                    -- edge_rules
  gap INTEGER NOT NULL,            -- time from u to v
  wmin INTEGER,                    -- declared minimum of that
  binding INTEGER NOT NULL,        -- 1: of all that v waited for, this came last
  via_node INTEGER,
  via INTEGER,                     -- tenancy, wait or key
  cycles REAL AS (gap * 1.0 / @P@) VIRTUAL);
CREATE TABLE edge_rules (          -- edges.rule: the channel and what was claimed
  rule INTEGER PRIMARY KEY,
  @chan(value,occupancy,arbitration,speculation,state)@,
  name TEXT NOT NULL);
CREATE TABLE episodes (            -- a stretch of one state: the blocked head, lost dispatch slots
  ep INTEGER PRIMARY KEY,
  @kind=episode kinds@,
  core INTEGER NOT NULL,
  thread INTEGER NOT NULL,
  flow INTEGER,
  ev0 INTEGER, ev1 INTEGER,
  t0 INTEGER NOT NULL, t1 INTEGER NOT NULL,
  @reason=episode reasons@,        -- the simulator's word, and the shared class
  slots INTEGER,                   -- dispatch slots lost in each cycle
  cause INTEGER,                   -- flow whose answer woke the head
  first INTEGER,
  flags INTEGER NOT NULL,
  @cycles(t0,t1)@);

-- --------------------------------------------------------- layer 6: software
CREATE TABLE scopes (              -- ranges of pcs with names
  scope INTEGER PRIMARY KEY,
  parent INTEGER, kind TEXT, name TEXT, file TEXT, line INTEGER,
  pc_lo INTEGER, pc_hi INTEGER);

-- ------------------------------------------------------------------------ views
CREATE VIEW k AS                   -- constants of each core: cycle, begin, end and span
SELECT core, @P@ AS P, min(t0) AS t_begin, max(t1) AS t_end, sum(t1 - t0) AS span
FROM roi GROUP BY core;
CREATE VIEW v_wp AS                -- wrong path: squashed by a control mispredict, nothing else
SELECT i.flow, i.epoch, e.t_squash
FROM insts i JOIN epochs e ON e.epoch = i.epoch WHERE e.cause = 'mispredict';
