// What a simulator says of itself before its first event, gathered from setup records.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "libmf/mfir/stream.h"

namespace mf::capture {

struct NativeField {
  std::string name, type, of;
  uint32_t offset = 0, width = 0;
};

struct NativeEvent {
  std::string name, domain;
  uint32_t size = 0;
  std::vector<NativeField> fields;
};

// The schema text that gen_encoders wrote into the simulator.
std::vector<NativeEvent> parseSchema(const std::string& text);

class Topology {
 public:
  // The texts of one setup record; an Error on what is unknown or out of order.
  void take(const std::vector<std::string_view>& texts);
  // All is said: links may name nodes that were declared after them.
  void complete();
  void fill(schema::Header::Builder header) const;

  const std::string& simulator() const { return simulator_; }

 private:
  struct Clock {
    std::string name;
    uint64_t period = 0, phase = 0;
  };
  struct Node {
    uint16_t id = 0;
    std::string name, kind, parent, domain, clock;
    int core = -1;
    std::vector<std::pair<std::string, uint64_t>> properties;
    std::vector<std::string> serves;
  };
  void takeNode(const std::vector<std::string_view>& texts);
  Node& node(uint16_t id);

  std::string simulator_, profile_, tick_, workload_, variant_;
  std::vector<Clock> clocks_;
  std::vector<Node> nodes_;
  std::vector<std::pair<std::string, std::string>> links_;  // from, to
  std::map<uint16_t, size_t> byId_;
};

}  // namespace mf::capture
