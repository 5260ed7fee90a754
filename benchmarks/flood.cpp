// What plain C++17 does with the rules of `switcher`: a breadth-first flood on one core. A hash set of packed states that doubles
// as it fills, one array of states in order of discovery, moves followed depth first; no ranking, no pruning, no threads.
// Built and run by run.py; `flood.py` writes its input. By hand: g++ -O3 -march=native -std=c++17 -o flood flood.cpp && ./flood FILE
//
// An end is 2 * space + 0 or 1. A train is a row of ends, each the end by which its piece will leave its space. It is kept as the
// last entries of the way that its head has gone, so that rolling one space on means appending one end.
// Input, numbers only: spaces settings pieces locomotives start-setting; for each setting and end, how many ends it leads to and
// which (by which end the space entered will be left); then, for each piece, the end that a locomotive faces or the space of a car.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using State = uint64_t;
constexpr State EMPTY = ~State{0};

struct StateSet {
  std::vector<State> slots = std::vector<State>(1 << 16, EMPTY);
  size_t count = 0;

  static size_t mixed(State state) {
    state = (state ^ state >> 31) * 0x7FB5D329728EA185ull;
    state = (state ^ state >> 27) * 0x81DADEF4BC2DD44Dull;
    return state ^ state >> 33;
  }
  bool put(State state) {
    const size_t mask = slots.size() - 1;
    size_t at = mixed(state) & mask;
    while (slots[at] != EMPTY) {
      if (slots[at] == state) return false;
      at = (at + 1) & mask;
    }
    slots[at] = state;
    return true;
  }
  bool add(State state) {
    if (!put(state)) return false;
    if (2 * ++count > slots.size()) {
      std::vector<State> old(2 * slots.size(), EMPTY);
      old.swap(slots);
      for (State other : old)
        if (other != EMPTY) put(other);
    }
    return true;
  }
};

struct Flood {
  int spaces, settings, pieces, locomotives;
  std::vector<std::vector<std::vector<int>>> leads;  // [setting][end] -> ends
  int shift[17], width[16];
  StateSet seen;
  std::vector<State> found;
  uint64_t generated = 0;

  int setting, slot[16];      // the state that is being expanded
  int standing[64];           // piece on a space that is no part of the train, or -1
  bool body[64];              // spaces that the train holds
  int way[512], top;          // ends; the train is the last `length` of them
  int member[16], length;     // its pieces, tail first
  bool ahead[16];             // whether a member faces the end by which it will leave
  State others;               // what stands still, and the setting after the move

  State at(int piece, int end, bool facing) const {
    return State(piece < locomotives ? end ^ !facing : end >> 1) << shift[piece];
  }
  void arrive() {
    State state = others;
    const int *end = way + top - length + 1;
    for (int i = 0; i < length; i++) state |= at(member[i], end[i], ahead[i]);
    generated++;
    if (seen.add(state)) found.push_back(state);
  }
  bool faces(int piece, int end) const { return piece < locomotives && slot[piece] == end; }

  void roll(int steps) {
    for (int x : leads[setting][way[top]]) {
      const int y = x >> 1, piece = standing[y];
      if (piece >= 0) {  // met: from now on it is the head
        const State field = at(piece, x, faces(piece, x));
        member[length] = piece, ahead[length++] = faces(piece, x), way[++top] = x;
        standing[y] = -1, body[y] = true, others ^= field;
        roll(steps);
        standing[y] = piece, body[y] = false, others ^= field;
        length--, top--;
        continue;
      }
      const int tail = way[top - length + 1] >> 1;
      if ((body[y] && (y != tail || length == 1)) || steps > 2 * spaces) continue;
      body[tail] = false, body[y] = true, way[++top] = x;
      arrive();
      roll(steps + 1);
      body[y] = false, body[tail] = true, top--;
    }
  }
  // `chain` has the ends of the pieces coupled so far, the locomotive's first; what stands behind may be coupled too.
  void couple(int *chain, int count, bool may_couple) {
    for (int i = 0; i < count; i++) way[i] = chain[count - 1 - i];
    top = count - 1, length = count;
    roll(0);
    if (!may_couple) return;
    const int behind = chain[count - 1] ^ 1;
    for (int x : leads[setting][behind]) {  // joins lead both ways: what we can reach backwards can follow us
      const int y = x >> 1, piece = standing[y], end = x ^ 1;
      if (piece < 0) continue;
      const State field = at(piece, end, faces(piece, end));
      for (int i = count; i > 0; i--) member[i] = member[i - 1], ahead[i] = ahead[i - 1];
      member[0] = piece, ahead[0] = faces(piece, end), chain[count] = end;
      standing[y] = -1, body[y] = true, others ^= field;
      couple(chain, count + 1, true);
      standing[y] = piece, body[y] = false, others ^= field;
      for (int i = 0; i < count; i++) member[i] = member[i + 1], ahead[i] = ahead[i + 1];
    }
  }
  void expand(State state) {
    for (int i = 0; i < spaces; i++) standing[i] = -1, body[i] = false;
    for (int i = 0; i < pieces; i++) {
      slot[i] = state >> shift[i] & ((1 << width[i]) - 1);
      standing[i < locomotives ? slot[i] >> 1 : slot[i]] = i;
    }
    setting = int(state >> shift[pieces]);
    const State next = State((setting + 1) % settings) << shift[pieces];
    for (int i = 0; i < locomotives; i++) {
      const int space = slot[i] >> 1;
      for (int forward = 1; forward >= 0; forward--) {
        int chain[16] = {forward ? slot[i] : slot[i] ^ 1};
        member[0] = i, ahead[0] = forward;
        standing[space] = -1, body[space] = true;
        others = (state & ((State{1} << shift[pieces]) - 1)) ^ State(slot[i]) << shift[i] | next;
        couple(chain, 1, forward);
        standing[space] = i, body[space] = false;
      }
    }
  }
};

static int bits(int values) {
  int result = 1;
  while (1 << result < values) result++;
  return result;
}

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "r") : nullptr;
  if (!file) return fprintf(stderr, "usage: flood FILE\n"), 2;
  auto number = [&] {
    int value;
    if (fscanf(file, "%d", &value) != 1) fprintf(stderr, "flood: the file ends too early\n"), exit(2);
    return value;
  };
  Flood flood;
  flood.spaces = number(), flood.settings = number(), flood.pieces = number(), flood.locomotives = number();
  if (flood.spaces > 64 || flood.pieces > 16) return fprintf(stderr, "flood: at most 64 spaces and 16 pieces\n"), 2;
  const State start_setting = number();
  flood.leads.assign(flood.settings, std::vector<std::vector<int>>(2 * flood.spaces));
  for (auto &ends : flood.leads)
    for (auto &to : ends)
      for (int n = number(); n > 0; n--) to.push_back(number());
  flood.shift[0] = 0;
  for (int i = 0; i < flood.pieces; i++) {
    flood.width[i] = bits(i < flood.locomotives ? 2 * flood.spaces : flood.spaces);
    flood.shift[i + 1] = flood.shift[i] + flood.width[i];
  }
  if (flood.shift[flood.pieces] + bits(flood.settings) > 63) return fprintf(stderr, "flood: a state has no room in 64 bits\n"), 2;
  State start = start_setting << flood.shift[flood.pieces];
  for (int i = 0; i < flood.pieces; i++) start |= State(number()) << flood.shift[i];

  const auto began = std::chrono::steady_clock::now();
  flood.seen.add(start);
  flood.found.push_back(start);
  printf("{\"levels\": [1");
  for (size_t at = 0, end = 1; at < end; end = flood.found.size()) {
    for (; at < end; at++) flood.expand(flood.found[at]);
    if (flood.found.size() > end) printf(", %zu", flood.found.size() - end);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  printf("], \"states\": %zu, \"moves\": %llu, \"seconds\": %.4f}\n", flood.found.size(), (unsigned long long)flood.generated,
         took.count());
}
