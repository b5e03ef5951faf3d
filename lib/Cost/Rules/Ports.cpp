//===- Ports.cpp - Accesses of one iteration to one bank ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Rules/Ports.h"
#include "talos/Cost/Rules.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace talos;
using namespace talos::cost;

using Offsets = std::vector<int64_t>;

std::vector<AlikeReferences> cost::alikeReferences(const StatementShape &shape,
                                                   unsigned array) {
  std::map<std::pair<unsigned, std::vector<int>>, AlikeReferences> classes;
  for (unsigned i = 0; i < shape.references.size(); ++i) {
    const ReferenceShape &reference = shape.references[i];
    if (reference.array != array)
      continue;
    auto [it, isNew] = classes.try_emplace({reference.moving, reference.loops});
    AlikeReferences &alike = it->second;
    if (isNew)
      alike.first = i;
    Offsets offsets = reference.offsets;
    offsets.resize(reference.extents.size(), 0);
    if (shape.isWritten(i)) {
      alike.written = true;
      alike.write = std::move(offsets);
    } else if (!llvm::is_contained(alike.reads, offsets))
      alike.reads.push_back(std::move(offsets));
  }
  std::vector<AlikeReferences> result;
  for (auto &entry : classes)
    result.push_back(std::move(entry.second));
  return result;
}

/// Accesses of an iteration to one bank at most.
static int64_t mostOf(const StatementShape &shape, const AlikeReferences &alike,
                      int64_t ports) {
  int64_t count = int64_t(alike.reads.size()) + alike.written;
  const ReferenceShape &reference = shape.references[alike.first];
  if (!reference.openLoop || reference.openApart)
    return count;
  // More copies than ports are those of vectors alone: registers may hold them.
  return reference.extents.size() == 1
             ? std::max(count, shape.loops[*reference.openLoop].trip)
             : std::max(count, ports);
}

std::vector<unsigned> cost::crowdedArrays(const Statement &statement,
                                          const target::ToolRules &rules) {
  std::map<unsigned, int64_t> accesses;
  for (const ReferenceShape &reference : statement.shape().references)
    accesses.try_emplace(reference.array, 0);
  std::vector<unsigned> result;
  for (auto &[array, count] : accesses) {
    for (const AlikeReferences &alike :
         alikeReferences(statement.shape(), array))
      count += mostOf(statement.shape(), alike, rules.transfers.portsPerBank);
    if (count > rules.transfers.portsPerBank)
      result.push_back(array);
  }
  return result;
}

int64_t cost::longestPortInterval(const Statement &statement, unsigned array,
                                  const target::ToolRules &rules) {
  int64_t count = 0;
  for (const AlikeReferences &alike : alikeReferences(statement.shape(), array))
    count += mostOf(statement.shape(), alike, rules.transfers.portsPerBank);
  return ceilDiv(Int(count), Int(rules.transfers.portsPerBank)).value();
}

/// Greatest difference in a dimension among offsets that `counts`.
template <typename Predicate>
static int64_t spanOf(const std::vector<Offsets> &reads, unsigned dim,
                      Predicate counts) {
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (const Offsets &offsets : reads)
    if (counts(offsets)) {
      low = std::min(low, offsets[dim]);
      high = std::max(high, offsets[dim]);
    }
  return low > high ? 0 : high - low;
}

/// Different offsets in a dimension among those that `counts`.
template <typename Predicate>
static int64_t distinctIn(const std::vector<Offsets> &reads, unsigned dim,
                          Predicate counts) {
  std::set<int64_t> values;
  for (const Offsets &offsets : reads)
    if (counts(offsets))
      values.insert(offsets[dim]);
  return values.size();
}

/// The only dimension in which two elements differ; -1: none or several.
static int axisOf(const Offsets &a, const Offsets &b) {
  int axis = -1;
  for (unsigned d = 0; d < a.size(); ++d) {
    if (a[d] == b[d])
      continue;
    if (axis >= 0)
      return -1;
    axis = d;
  }
  return axis;
}

/// The element that most others differ from in one dimension alone.
static const Offsets &centreOf(const std::vector<Offsets> &reads) {
  const Offsets *best = &reads.front();
  int64_t most = -1;
  for (const Offsets &centre : reads) {
    int64_t arms = llvm::count_if(reads, [&](const Offsets &other) {
      return axisOf(centre, other) >= 0;
    });
    if (arms > most) {
      most = arms;
      best = &centre;
    }
  }
  return *best;
}

/// Coordinates of one bank in a window that the unrolled loop widens. In packed
/// words each offset is an access of its own: the copies of one reference are
/// in one word, but the tool cannot know which others are in the same.
template <typename N, typename Predicate>
static N windowOf(const StatementShape &shape, const AlikeReferences &alike,
                  const TaskChoice<N> &choice, const Numbers<N> &number,
                  unsigned d, Predicate counts) {
  const ReferenceShape &reference = shape.references[alike.first];
  const ReferenceChoice<N> &chosen = choice.references[alike.first];
  int64_t span = spanOf(alike.reads, d, counts);
  int loop = reference.loops[d];
  N unroll = loop >= 0 ? choice.loops[loop].t2 : number(1);
  N cyclic = span == 0 ? number(1) : ceilDiv(unroll + span, chosen.factors[d]);
  if (!chosen.packed || d + 1 < chosen.factors.size())
    return cyclic;
  return select(*chosen.packed, number(distinctIn(alike.reads, d, counts)),
                cyclic);
}

/// What `at(factor)` is for the factor that is taken; with more banks than
/// `span` + 1 each offset has one of its own.
template <typename N, typename AtFactor>
static N atFactor(const N &factor, int64_t span, const Numbers<N> &number,
                  AtFactor at) {
  N result = number(0);
  for (int64_t f = 1; f <= span + 1; ++f)
    result = result + (f <= span ? eq(factor, f) : le(f, factor)) * at(f);
  return result;
}

/// Whether every offset in one dimension stands beside every one in the others.
static bool isBox(const std::vector<Offsets> &reads) {
  int64_t corners = 1;
  for (unsigned d = 0; d < reads.front().size(); ++d)
    corners *= distinctIn(reads, d, [](const Offsets &) { return true; });
  return corners == int64_t(reads.size());
}

/// The most reads of one bank where dimension `d` is not unrolled: its banks
/// put some of its offsets together, each with a window of its own in the other
/// dimensions.
template <typename N>
static N mostOfRows(const StatementShape &shape, const AlikeReferences &alike,
                    const TaskChoice<N> &choice, const Numbers<N> &number,
                    unsigned d) {
  std::map<int64_t, N> rows;
  for (const Offsets &read : alike.reads) {
    if (rows.count(read[d]))
      continue;
    auto isInRow = [&](const Offsets &other) { return other[d] == read[d]; };
    N window = number(1);
    for (unsigned o = 0; o < read.size(); ++o)
      if (o != d)
        window = window * windowOf(shape, alike, choice, number, o, isInRow);
    rows.emplace(read[d], window);
  }
  int64_t span = spanOf(alike.reads, d, [](const Offsets &) { return true; });
  const N &factor = choice.references[alike.first].factors[d];
  return atFactor(factor, span, number, [&](int64_t banks) {
    std::map<int64_t, N> together;
    for (const auto &[offset, window] : rows) {
      auto [it, isNew] = together.try_emplace(llvm::mod(offset, banks), window);
      if (!isNew)
        it->second = it->second + window;
    }
    N most = number(0);
    for (const auto &[bank, reads] : together)
      most = max(most, reads);
    return most;
  });
}

template <typename N>
N cost::mostReads(const StatementShape &shape, const AlikeReferences &alike,
                  const TaskChoice<N> &choice, const Numbers<N> &number) {
  const std::vector<Offsets> &reads = alike.reads;
  if (reads.size() <= 1)
    return number(int64_t(reads.size()));
  auto window = [&](unsigned d, auto counts) {
    return windowOf(shape, alike, choice, number, d, counts);
  };
  const Offsets &centre = centreOf(reads);
  N box = number(1), star = number(1);
  int64_t arms = 0;
  for (unsigned d = 0; d < reads.front().size(); ++d) {
    box = box * window(d, [](const Offsets &) { return true; });
    auto isOnArm = [&](const Offsets &other) {
      return &other == &centre || axisOf(centre, other) == int(d);
    };
    arms += llvm::count_if(reads, isOnArm) - 1;
    star = star + (window(d, isOnArm) - 1);
  }
  star = star + (int64_t(reads.size()) - 1 - arms);
  N most = min(number(int64_t(reads.size())), min(box, star));
  if (isBox(reads))
    return most;
  const ReferenceShape &reference = shape.references[alike.first];
  const ReferenceChoice<N> &chosen = choice.references[alike.first];
  for (unsigned d = 0; d < reference.loops.size(); ++d) {
    if (spanOf(reads, d, [](const Offsets &) { return true; }) == 0 ||
        (chosen.packed && d + 1 == chosen.factors.size()))
      continue;
    N rows = mostOfRows(shape, alike, choice, number, d);
    int loop = reference.loops[d];
    most =
        min(most,
            loop < 0 ? rows : select(eq(choice.loops[loop].t2, 1), rows, most));
  }
  return most;
}

/// Of the offsets of reads in a dimension that is not unrolled, those that
/// `factor` banks put together: the most in any bank, and those beside the
/// write.
static std::pair<int64_t, int64_t> inOneBank(const AlikeReferences &alike,
                                             unsigned dim, int64_t factor) {
  std::set<int64_t> offsets;
  for (const Offsets &read : alike.reads)
    offsets.insert(read[dim]);
  std::map<int64_t, int64_t> banks;
  for (int64_t offset : offsets)
    ++banks[llvm::mod(offset, factor)];
  int64_t most = 0;
  for (auto &[bank, count] : banks)
    most = std::max(most, count);
  return {most, banks[llvm::mod(alike.write[dim], factor)]};
}

/// The most different words in one bank, the written one among them, of offsets
/// in `dim`, whose `factor` banks put some together, and in `across`, where the
/// copies of an unrolled loop fill the banks just once: in each of these the
/// offsets from one on meet what is a whole round further.
static int64_t inOneBankOfRound(const AlikeReferences &alike, unsigned dim,
                                unsigned across, int64_t factor) {
  std::set<int64_t> firsts;
  for (const Offsets &read : alike.reads)
    firsts.insert(read[across]);
  int64_t writeBank = llvm::mod(alike.write[dim], factor), most = 0;
  for (int64_t first : firsts) {
    std::set<std::pair<int64_t, bool>> words;
    for (const Offsets &read : alike.reads)
      words.insert({read[dim], read[across] < first});
    std::map<int64_t, int64_t> banks = {{writeBank, 1}};
    for (auto [offset, isFurther] : words)
      most = std::max(most, ++banks[llvm::mod(offset, factor)]);
  }
  return most;
}

namespace {

/// Bounds on the accesses to one bank of alike reads and a write, where one
/// dimension is not unrolled.
template <typename N> class PerRow {
public:
  PerRow(const StatementShape &shape, const AlikeReferences &alike,
         const TaskChoice<N> &choice, const Numbers<N> &number)
      : shape(shape), alike(alike), choice(choice), number(number),
        reference(shape.references[alike.first]),
        chosen(choice.references[alike.first]) {}

  bool applies(unsigned d) const {
    return span(d) != 0 && !(chosen.packed && d + 1 == chosen.factors.size());
  }
  /// The window of the other dimensions, each with all that one bank holds of
  /// this one.
  N box(unsigned d) const {
    auto all = [](const Offsets &) { return true; };
    N others = number(1);
    for (unsigned o = 0; o < reference.loops.size(); ++o)
      if (o != d)
        others = others * windowOf(shape, alike, choice, number, o, all);
    auto part = [&](bool beside) {
      return atFactor(chosen.factors[d], span(d), number, [&](int64_t factor) {
        auto [most, own] = inOneBank(alike, d, factor);
        return beside ? own : most;
      });
    };
    return max(part(false) * others, part(true) * others + 1);
  }
  /// Exact where one other dimension alone has different offsets, fewer than
  /// the copies of its unrolled loop.
  std::optional<N> round(unsigned d, const N &otherwise) const {
    int across = -1;
    for (unsigned o = 0; o < reference.loops.size(); ++o)
      if (o != d && span(o) != 0) {
        if (across >= 0 || !applies(o) || reference.loops[o] < 0)
          return std::nullopt;
        across = o;
      }
    if (across < 0)
      return std::nullopt;
    N once = atFactor(chosen.factors[d], span(d), number, [&](int64_t factor) {
      return inOneBankOfRound(alike, d, across, factor);
    });
    N apart = atFactor(chosen.factors[d], span(d), number, [&](int64_t factor) {
      auto [most, own] = inOneBank(alike, d, factor);
      return std::max(most, own + 1);
    });
    const N &unroll = choice.loops[reference.loops[across]].t2;
    return select(le(span(across) + 1, unroll),
                  select(le(chosen.factors[across], unroll), once, apart),
                  otherwise);
  }
  bool unrolls(unsigned d) const { return reference.loops[d] >= 0; }
  N isWhole(unsigned d) const {
    return eq(choice.loops[reference.loops[d]].t2, 1);
  }

private:
  int64_t span(unsigned d) const {
    return spanOf(alike.reads, d, [](const Offsets &) { return true; });
  }

  const StatementShape &shape;
  const AlikeReferences &alike;
  const TaskChoice<N> &choice;
  const Numbers<N> &number;
  const ReferenceShape &reference;
  const ReferenceChoice<N> &chosen;
};

} // namespace

/// Different elements in one bank where a loop with open banks is unrolled by
/// more than the offsets differ. Reads whose offsets differ by the same in all
/// dimensions that the loop moves in are of one element in other copies.
static int64_t readsOfOpen(const ReferenceShape &reference,
                           const AlikeReferences &alike) {
  auto isMoved = [&](unsigned d) {
    return reference.loops[d] == int(*reference.openLoop);
  };
  std::set<Offsets> elements;
  for (Offsets offsets : alike.reads) {
    std::optional<int64_t> along;
    for (unsigned d = 0; d < offsets.size(); ++d)
      if (isMoved(d)) {
        along = along.value_or(offsets[d]);
        offsets[d] -= *along;
      }
    elements.insert(std::move(offsets));
  }
  return elements.size();
}

template <typename N>
static N accessesOfRows(const StatementShape &shape,
                        const AlikeReferences &alike,
                        const TaskChoice<N> &choice, const Numbers<N> &number);

template <typename N>
N cost::mostAccesses(const StatementShape &shape, const AlikeReferences &alike,
                     const TaskChoice<N> &choice, const Numbers<N> &number) {
  N accesses = accessesOfRows(shape, alike, choice, number);
  const ReferenceShape &reference = shape.references[alike.first];
  if (!reference.openLoop)
    return accesses;
  const N &unroll = choice.loops[*reference.openLoop].t2;
  if (!reference.openApart)
    return accesses * unroll;
  return select(eq(unroll, 1), accesses,
                number(readsOfOpen(reference, alike) + int64_t(alike.written)));
}

/// The same where no loop with open banks is unrolled.
template <typename N>
static N accessesOfRows(const StatementShape &shape,
                        const AlikeReferences &alike,
                        const TaskChoice<N> &choice, const Numbers<N> &number) {
  N accesses = mostReads(shape, alike, choice, number) + int64_t(alike.written);
  if (!alike.written || alike.reads.size() <= 1)
    return accesses;
  PerRow<N> perRow(shape, alike, choice, number);
  for (unsigned d = 0; d < shape.references[alike.first].loops.size(); ++d) {
    if (!perRow.applies(d))
      continue;
    N bound = perRow.box(d);
    if (std::optional<N> round = perRow.round(d, bound))
      bound = min(bound, *round);
    if (perRow.unrolls(d))
      bound = select(perRow.isWhole(d), bound, accesses);
    accesses = min(accesses, bound);
  }
  return accesses;
}

template Int cost::mostReads(const StatementShape &, const AlikeReferences &,
                             const TaskChoice<Int> &, const Numbers<Int> &);
template nlp::Expr cost::mostReads(const StatementShape &,
                                   const AlikeReferences &,
                                   const TaskChoice<nlp::Expr> &,
                                   const Numbers<nlp::Expr> &);
template Int cost::mostAccesses(const StatementShape &, const AlikeReferences &,
                                const TaskChoice<Int> &, const Numbers<Int> &);
template nlp::Expr cost::mostAccesses(const StatementShape &,
                                      const AlikeReferences &,
                                      const TaskChoice<nlp::Expr> &,
                                      const Numbers<nlp::Expr> &);
