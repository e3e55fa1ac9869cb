// The object that gem5's configuration creates: see Microflow.py.
#ifndef MF_MODULE_H
#define MF_MODULE_H

#include "params/MicroflowProbe.hh"
#include "sim/sim_object.hh"

namespace gem5
{
class MicroflowProbe : public SimObject
{
public:
  PARAMS(MicroflowProbe);
  MicroflowProbe(const Params& params);
  void regProbeListeners() override;
  void startup() override;
};
} // namespace gem5

#endif
