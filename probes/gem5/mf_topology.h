// The machine as gem5 configured it.
#ifndef MF_TOPOLOGY_H
#define MF_TOPOLOGY_H

namespace gem5
{
struct MicroflowProbeParams;
}

namespace mf
{
// Which objects are recorded; before anything else.
void collect(const gem5::MicroflowProbeParams& params);
// Nodes, clocks, capacities and latencies, told to the microtracer.
void describe(const gem5::MicroflowProbeParams& params);
} // namespace mf

#endif
