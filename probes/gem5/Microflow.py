# The module as gem5's configuration sees it.
#
# Started by mf-capture, m5.instantiate() adds one MicroflowProbe to whatever machine the
# script has built, so that scripts need no edit. Otherwise nothing is added.
import os

import m5
from m5.params import *
from m5.SimObject import SimObject


class MicroflowProbe(SimObject):
    type = "MicroflowProbe"
    cxx_class = "gem5::MicroflowProbe"
    cxx_header = "mf_module.h"

    cpus = VectorParam.BaseO3CPU("cores to record")
    ahead = VectorParam.BaseCPU([], "CPUs that run ahead of the cores")
    caches = VectorParam.BaseCache([], "caches to record, nearest to the core first")
    caches_cpu = VectorParam.Int([], "for each cache: the number of the core that it serves alone, -1 several")
    links = VectorParam.String([], "who sends to whom, as 'above>below'")
    memories = VectorParam.AbstractMemory([], "main memory")
    workload = Param.String("", "what runs")
    wait_for_reset = Param.Bool(False, "the measured phase begins when statistics are reset, not at once")


def below(port_owner, port_name):
    """The objects that a memory-side port leads to, through crossbars."""
    ref = port_owner._port_refs.get(port_name)
    found, seen, todo = [], set(), [ref.peer] if ref is not None and hasattr(ref, "peer") and ref.peer else []
    while todo:
        peer = todo.pop(0)
        owner = peer.simobj
        if id(owner) in seen:
            continue
        seen.add(id(owner))
        if isinstance(owner, (m5.objects.BaseCache, m5.objects.AbstractMemory, m5.objects.MemCtrl)):
            found.append(owner)
        elif isinstance(owner, m5.objects.BaseXBar):
            todo += [p.peer for p in owner._port_refs["mem_side_ports"].elements if p.peer]
    return found


def names_of(target):
    """What a link to it is called: a memory controller stands for its memories."""
    if isinstance(target, m5.objects.MemCtrl):
        return [o.path() for o in target.descendants() if isinstance(o, m5.objects.AbstractMemory)]
    return [target.path()]


def links_from(sender, owner, side):
    """What a port of owner leads to, as links of sender."""
    return ["%s>%s" % (sender.path(), name) for target in below(owner, side) for name in names_of(target)]


def ports_of(core, objects):
    """Who has the core's ports: itself, or the CPU that it takes them over from."""
    ahead = [o for o in objects if isinstance(o, m5.objects.BaseCPU) and not o.switched_out and int(o.cpu_id) == int(core.cpu_id)]
    return ahead[0] if core.switched_out and ahead else core


def caches_of(ports, caches):
    """The caches that the ports lead to, each with its distance."""
    reached, todo = {}, [(o, 0) for side in ("icache_port", "dcache_port") for o in below(ports, side)]
    while todo:
        cache, depth = todo.pop(0)
        if cache not in caches or cache in reached:
            continue
        reached[cache] = depth
        todo += [(o, depth + 1) for o in below(cache, "mem_side")]
    return reached


def attach(root, **settings):
    """Adds a MicroflowProbe for every O3 core, classic cache and memory below root.

    Where work items end the simulation loop, the script resets statistics at the first of them,
    and the measured phase begins there; so it does where the environment says MICROFLOW_FROM_RESET.
    """
    objects = list(root.descendants())
    cores = [o for o in objects if isinstance(o, m5.objects.BaseO3CPU)]
    if not cores or hasattr(root, "microflow"):
        return
    caches = [o for o in objects if isinstance(o, m5.objects.BaseCache)]
    ports = [ports_of(core, objects) for core in cores]
    serving = [caches_of(owner, caches) for owner in ports]
    depth = {c: min(s[c] for s in serving if c in s) for c in caches if any(c in s for s in serving)}
    ordered = sorted(depth, key=lambda c: depth[c])
    owners = []
    for cache in ordered:
        served = [i for i, reached in enumerate(serving) if cache in reached]
        owners.append(served[0] if len(served) == 1 else -1)
    links = [link for cache in ordered for link in links_from(cache, cache, "mem_side")]
    links += [link for core, owner in zip(cores, ports) for side in ("icache_port", "dcache_port") for link in links_from(core, owner, side)]
    regions = any(getattr(o, "exit_on_work_items", False) for o in objects if isinstance(o, m5.objects.System))
    settings.setdefault("wait_for_reset", regions or "MICROFLOW_FROM_RESET" in os.environ)
    settings.setdefault("workload", workload_of(objects))
    root.microflow = MicroflowProbe(
        cpus=cores,
        ahead=[owner for core, owner in zip(cores, ports) if owner is not core],
        caches=ordered,
        caches_cpu=owners,
        links=links,
        memories=[o for o in objects if isinstance(o, m5.objects.AbstractMemory)],
        **settings
    )


def workload_of(objects):
    names = [os.path.basename(str(o.cmd[0])) for o in objects if isinstance(o, m5.objects.Process) and len(o.cmd)]
    return "+".join(names)


def attach_when_instantiated():
    import m5.simulate

    plain = m5.simulate.instantiate

    def instantiate(*arguments, **named):
        root = m5.objects.Root.getInstance()
        if root is not None:
            attach(root)
        return plain(*arguments, **named)

    m5.simulate.instantiate = instantiate
    m5.instantiate = instantiate


if "MICROFLOW_CAPTURE" in os.environ:
    attach_when_instantiated()
