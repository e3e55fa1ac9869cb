// Stand-in for the module's sources.
#include "mf_hooks.hh"
