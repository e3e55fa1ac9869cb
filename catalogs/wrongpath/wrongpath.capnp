# Wrong path: work that a mispredicted branch set in motion and its resolution discarded.
# A profile that names this package says that its simulator fetches and executes beyond
# mispredicted branches, so that a count of nought is a finding. The evidence is core's:
# squashes, what they discard, and who holds which entry. Here are the questions.
using Mf = import "/microflow/catalog.capnp";

const wrongpath :Mf.Catalog = (name = "wrongpath");
