//===- QueriesTest.cpp - What a Scop answers ------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Oracle.h"
#include "gtest/gtest.h"

using namespace talos::poly;
using namespace talos::poly::test;

namespace {

struct Built {
  Program program;
  std::unique_ptr<Scop> scop;

  explicit Built(llvm::StringRef text) : program(text) {
    if (auto result = Scop::build(program.func()); mlir::succeeded(result))
      scop = std::move(*result);
  }
};

/// A tree with one leaf a statement, sharing no loop.
LoopTree distributedTree(const std::vector<std::string> &order) {
  LoopTree root;
  for (const std::string &name : order)
    root.children.push_back(LoopTree{{}, name});
  return root;
}

const Dependence *find(const Scop &scop, DependenceKind kind, unsigned source,
                       unsigned target) {
  for (const Dependence &d : scop.dependences())
    if (d.kind == kind && d.source == source && d.target == target)
      return &d;
  return nullptr;
}

/// Instances of a triangle times a triangle with a stride, n points a side.
std::optional<int64_t> countTriangles(int64_t n) {
  std::string size = std::to_string(n);
  Built b("func.func @triangles(%A: memref<" + size + "x" + size + R"(xf32>) {
      %zero = arith.constant 0.0 : f32
      affine.for %i = 0 to )" +
          size + " { affine.for %j = 0 to " + size + R"( step 3 {
        affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to )" +
          size + R"( {
          affine.for %l = 0 to affine_map<(d0) -> (d0 floordiv 2)>(%j) {
            affine.store %zero, %A[%i, %j] : memref<)" +
          size + "x" + size + R"(xf32>
      }}}}
      return
    })");
  return b.scop ? b.scop->countInstances(0) : -1;
}

/// A wavefront through all loops has as many points as the box that it skews.
TEST(Queries, CountsSkewedBoxes) {
  Built b(R"(func.func @front(%A: memref<4096x4096xf32>) {
    %zero = arith.constant 0.0 : f32
    affine.for %w = 0 to 28660 { affine.for %t = 0 to 4096 {
      affine.for %i = 0 to 4094 {
        affine.if affine_set<(w, t, i) : (w - t * 4 - i * 2 >= 0,
                                          t * 4 + i * 2 - w + 4093 >= 0)>(%w, %t, %i) {
          affine.store %zero, %A[%t, %i] : memref<4096x4096xf32>
    }}}}
    return
  })");
  ASSERT_TRUE(b.scop);
  EXPECT_EQ(b.scop->countInstances(0), int64_t(4096) * 4094 * 4094);
}

/// Dimensions that no constraint relates are counted apart: walking through all
/// of these would take hours.
TEST(Queries, CountsFactorsApart) {
  int64_t n = 30000, left = n * (n - 1) / 2, right = 0;
  for (int64_t j = 0; j < n; j += 3)
    right += j / 2;
  EXPECT_EQ(countTriangles(n), left * right);
  EXPECT_EQ(countTriangles(300000), std::nullopt); // beyond 64 bits
}

/// Instances of a store in loops and conditions, each opened by a brace.
std::optional<int64_t> countNest(const std::string &loops) {
  std::string ends;
  for (char c : loops)
    ends += c == '{' ? "}" : "";
  Built b("func.func @nest(%A: memref<8xf32>) { %zero = arith.constant 0.0 : "
          "f32\n" +
          loops + "affine.store %zero, %A[0] : memref<8xf32>\n" + ends +
          "return }");
  return b.scop ? b.scop->countInstances(0) : -1;
}

TEST(Queries, CountsByWalking) {
  // A tetrahedron: n (n - 1) (n - 2) / 6.
  EXPECT_EQ(countNest("affine.for %i = 0 to 2000 {"
                      " affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {"
                      " affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {"),
            int64_t(2000) * 1999 * 1998 / 6);
  // Strides and divisions, of outer iterators and of the innermost one.
  int64_t expected = 0;
  for (int64_t i = 1; i < 60; i += 2)
    for (int64_t j = i; j < 90; j += 3)
      for (int64_t k = j / 4; k < (i + 2 * j + 2) / 3; k += 5)
        expected += (k + i) % 4 <= 1;
  EXPECT_EQ(
      countNest("affine.for %i = 1 to 60 step 2 {"
                " affine.for %j = affine_map<(i) -> (i)>(%i) to 90 step 3 {"
                " affine.for %k = affine_map<(j) -> (j floordiv 4)>(%j) to"
                " affine_map<(i, j) -> ((i + 2 * j) ceildiv 3)>(%i, %j)"
                " step 5 { affine.if affine_set<(i, k) :"
                " (1 - (k + i) mod 4 >= 0)>(%i, %k) {"),
      expected);
  // Between rational bounds of %i there may be no %j: 3 j = 2 i + 1.
  EXPECT_EQ(countNest("affine.for %i = 0 to 100 { affine.for %j = 0 to 100 {"
                      " affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {"
                      " affine.if affine_set<(i, j) : (2 * i + 1 - 3 * j == 0)>"
                      "(%i, %j) {"),
            33 * 33); // j = 1, 3, ..., 65
}

/// The sum of an LU decomposition: column %i is done, %j the nest's, %k the
/// reduction. Conditions keep what is read apart from what is written; the tool
/// does not know them.
constexpr const char *sumOfLU = R"(
func.func @f(%A: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 7 {
      affine.for %k = 0 to 6 {
        affine.if affine_set<(d0, d1, d2) : (d1 - d0 + 1 >= 0, d0 - d2 - 1 >= 0)>(%i, %j, %k) {
          %0 = affine.load %A[%i, %j + 1] : memref<8x8xf32>
          %1 = affine.load %A[%i, %k] : memref<8x8xf32>
          %2 = affine.load %A[%k, %j + 1] : memref<8x8xf32>
          %3 = affine.load %A[%i + 1, %j + 1] : memref<8x8xf32>
          %4 = arith.mulf %1, %2 : f32
          %5 = arith.mulf %4, %3 : f32
          %6 = arith.subf %0, %5 : f32
          affine.store %6, %A[%i, %j + 1] : memref<8x8xf32>
        }
      }
    }
    affine.store %zero, %A[%i, %i] : memref<8x8xf32>
  }
  return
})";

TEST(Queries, ConflictsAsTheToolSeesThem) {
  Built b(sumOfLU);
  ASSERT_TRUE(b.scop);
  const Scop &scop = *b.scop;
  ASSERT_EQ(scop.sharedLoops(0), 1u); // %i
  auto loads = scop.statements()[0].loads();
  constexpr ConflictLoop Counted = ConflictLoop::Counted,
                         Same = ConflictLoop::Same, Any = ConflictLoop::Any;
  auto distance = [&](unsigned load, ConflictLoop j, ConflictLoop k) {
    return scop.conflictDistance(0, loads[load], {j, k});
  };
  // A[i][j + 1], the sum: every iteration of k, never another j.
  EXPECT_EQ(distance(0, Same, Counted), 1);
  EXPECT_EQ(distance(0, Counted, Same), std::nullopt);
  EXPECT_EQ(distance(0, Counted, Counted), 1);
  // A[i][k] is the element of some j, in the next iteration of either loop.
  EXPECT_EQ(distance(1, Same, Counted), 1);
  EXPECT_EQ(distance(1, Any, Counted), 1);
  EXPECT_EQ(distance(1, Counted, Same), 1);
  // A[k][j + 1]: k is i in some iteration, and j is the same.
  EXPECT_EQ(distance(2, Same, Counted), 1);
  EXPECT_EQ(distance(2, Counted, Same), std::nullopt);
  // A[i + 1][j + 1]: no iteration of the nest writes that row.
  EXPECT_EQ(distance(3, Any, Counted), std::nullopt);
}

/// Conditions included, over the instances of one iteration: neighbours.
TEST(Queries, CopiesThatMeet) {
  auto meet = [](const char *condition, int64_t i, int64_t k) {
    Built b(std::string("#c = affine_set<(i, k) : (") + condition + R"()>
    func.func @f(%x: memref<20xf32>) {
      affine.for %i = 0 to 8 {
        affine.for %k = 0 to 8 {
          affine.if #c(%i, %k) {
            %0 = affine.load %x[%k + 2] : memref<20xf32>
            affine.store %0, %x[%k] : memref<20xf32>
          }
        }
      }
      return
    })");
    EXPECT_TRUE(b.scop);
    // The tool, which sees no condition, tells no more apart.
    bool seen = b.scop->copiesMeet(0, {i, k}, /*conditions=*/false);
    EXPECT_EQ(seen, i > 1 || k > 2);
    return b.scop->copiesMeet(0, {i, k}, /*conditions=*/true);
  };
  EXPECT_FALSE(meet("0 == 0", 1, 1));
  EXPECT_FALSE(meet("0 == 0", 1, 2)); // x[k] and x[k + 2] of two neighbours
  EXPECT_TRUE(meet("0 == 0", 1, 4));
  EXPECT_TRUE(meet("0 == 0", 2, 1)); // both write x[k]
  EXPECT_FALSE(meet("i - k == 0", 8, 1));
  EXPECT_FALSE(meet("i - k == 0", 2, 2));
  EXPECT_TRUE(meet("i - k == 0", 8, 4));
  EXPECT_FALSE(meet("k mod 4 == 0", 1, 8)); // never 2 apart
  EXPECT_FALSE(meet("i mod 4 == 0", 4, 2));
  EXPECT_TRUE(meet("i mod 4 == 0", 8, 1));
}

/// Over the statement's own instances, unlike for the tool.
TEST(Queries, ElementsOfASumAlone) {
  auto owns = [](const char *condition) {
    Built b(std::string("#c = affine_set<(i, k) : (") + condition + R"()>
    func.func @f(%x: memref<8xf32>) {
      affine.for %i = 0 to 8 {
        affine.for %k = 0 to 8 {
          affine.if #c(%i, %k) {
            %0 = affine.load %x[%k] : memref<8xf32>
            %1 = affine.load %x[%i] : memref<8xf32>
            %2 = arith.addf %1, %0 : f32
            affine.store %2, %x[%i] : memref<8xf32>
          }
        }
        %3 = affine.load %x[%i] : memref<8xf32>
        affine.store %3, %x[%i] : memref<8xf32>
      }
      return
    })");
    EXPECT_TRUE(b.scop);
    return b.scop->ownsElement(0, b.scop->statements()[0].loads()[1], {true});
  };
  EXPECT_TRUE(owns("i - k - 1 >= 0"));
  EXPECT_TRUE(owns("k - i - 1 >= 0"));
  EXPECT_FALSE(owns("i - k >= 0"));
  EXPECT_FALSE(owns("i + k >= 0"));
}

TEST(Queries, ElementsOutsideWithoutTheCondition) {
  auto inside = [](const char *subscript) {
    Built b(std::string(R"(#c = affine_set<(i, k) : (i - k - 1 >= 0)>
    func.func @f(%x: memref<8xf32>) {
      affine.for %i = 0 to 8 {
        affine.for %k = 0 to 8 {
          affine.if #c(%i, %k) {
            %0 = affine.load %x[)") +
            subscript + R"(] : memref<8xf32>
            affine.store %0, %x[)" +
            subscript + R"(] : memref<8xf32>
          }
        }
      }
      return
    })");
    EXPECT_TRUE(b.scop);
    return b.scop->staysInside(0);
  };
  EXPECT_TRUE(inside("%i"));
  EXPECT_FALSE(inside("%i - 1"));
}

/// Distances come from any affine subscripts.
TEST(Queries, ConflictDistanceOverSeveralLoops) {
  Built b(R"(func.func @f(%A: memref<64xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 10 {
        %0 = affine.load %A[%i * 10 + %j] : memref<64xf32>
        affine.store %0, %A[%i * 10 + %j + 13] : memref<64xf32>
      }
    }
    return
  })");
  ASSERT_TRUE(b.scop);
  auto load = b.scop->statements()[0].loads()[0];
  constexpr ConflictLoop Counted = ConflictLoop::Counted,
                         Same = ConflictLoop::Same, Any = ConflictLoop::Any;
  EXPECT_EQ(b.scop->conflictDistance(0, load, {Counted, Counted}), 13);
  // One i alone reaches ten elements; with any i the next j may be the reader.
  EXPECT_EQ(b.scop->conflictDistance(0, load, {Same, Counted}), std::nullopt);
  EXPECT_EQ(b.scop->conflictDistance(0, load, {Any, Counted}), 3);
}

TEST(Queries, Gemm) {
  Built b(gemm);
  ASSERT_TRUE(b.scop);
  const Scop &scop = *b.scop;
  ASSERT_EQ(scop.statements().size(), 2u);
  EXPECT_EQ(scop.sharedLoops(1), 2u);
  EXPECT_EQ(scop.countInstances(1), 60);
  EXPECT_TRUE(scop.isLiveIn(0)); // C
  EXPECT_TRUE(scop.isFullyWritten(0));
  EXPECT_FALSE(scop.writes(0, 1) || scop.writes(1, 1));
  EXPECT_FALSE(scop.reduction(0));
  const Reduction *sum = scop.reduction(1);
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->kind, ReductionKind::Add);
  ASSERT_EQ(sum->loops.size(), 1u);
  EXPECT_EQ(sum->loops[0], 2u);
  for (const Dependence &d : scop.dependences())
    EXPECT_NE(d.carrier, 0u);
  const Dependence *self = find(scop, DependenceKind::RAW, 1, 1);
  ASSERT_TRUE(self);
  EXPECT_TRUE(self->reduction);
  EXPECT_EQ(self->carrier, 2u);
  EXPECT_EQ(self->distance[0].str(), "=");
  EXPECT_EQ(self->distance[2].str(), "1");
}

TEST(Queries, Seidel) {
  Built b(seidel);
  ASSERT_TRUE(b.scop);
  EXPECT_FALSE(b.scop->reduction(0));
  EXPECT_FALSE(b.scop->isFullyWritten(0));
  std::set<unsigned> carriers;
  for (const Dependence &d : b.scop->dependences())
    carriers.insert(d.carrier.value_or(9));
  EXPECT_EQ(carriers, (std::set<unsigned>{0, 1, 2}));
}

/// `A` is replaced by rows of products, with the terms `terms` in order.
bool productsFollow(llvm::StringRef first, llvm::StringRef terms,
                    llvm::StringRef stored) {
  Built b(R"(func.func @f(%A: memref<6x8xf32>, %M: memref<8x8xf32>) {
    %t = memref.alloc() : memref<6x8xf32>
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 8 {
        affine.for %k = )" +
          (first + " to 8 {\n%0 = affine.load %A[" + terms + "]").str() +
          R"( : memref<6x8xf32>
          %1 = affine.load %M[%k, %j] : memref<8x8xf32>
          %2 = affine.load %t[%i, %j] : memref<6x8xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %t[%i, %j] : memref<6x8xf32>
        }
      }
    }
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %t[%i, %j] : memref<6x8xf32>
        affine.store %0, %A[)" +
          (stored + "] : memref<6x8xf32>\n}\n}\n").str() +
          R"(memref.dealloc %t : memref<6x8xf32>
    return
  })");
  EXPECT_TRUE(b.scop);
  return b.scop && b.scop->storesFollowLoads(0);
}

TEST(Queries, StoresFollowLoads) {
  EXPECT_TRUE(productsFollow("0", "%i, %k", "%i, %j"));
  // A sum of what is right of the element lacks the element.
  EXPECT_TRUE(
      productsFollow("affine_map<(d0) -> (d0)>(%j)", "%i, %k", "%i, %j"));
  EXPECT_FALSE(
      productsFollow("affine_map<(d0) -> (d0 + 1)>(%j)", "%i, %k", "%i, %j"));
  // Rows the other way round.
  EXPECT_FALSE(productsFollow("0", "5 - %i, %k", "%i, %j"));
  EXPECT_TRUE(productsFollow("0", "5 - %i, %k", "5 - %i, %j"));
}

/// Of the level-0 loops of the only statement, which has three.
std::vector<std::vector<unsigned>>
legalOrders(const Scop &scop, std::vector<std::array<int64_t, 3>> factors) {
  StripMine mine{factors, {}};
  std::vector<std::vector<unsigned>> result;
  std::vector<unsigned> order = {0, 1, 2};
  do {
    mine.order[0] = order;
    if (scop.checkBand(0, mine))
      result.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

/// Two loops of one reduction keep their order, and neither is strip-mined
/// across the other; the parallel loop goes anywhere.
TEST(Queries, BandOrders) {
  Built b(tensor);
  ASSERT_TRUE(b.scop);
  const Scop &scop = *b.scop;
  std::vector<std::vector<unsigned>> kBeforeL = {
      {0, 1, 2}, {1, 0, 2}, {1, 2, 0}};
  EXPECT_EQ(legalOrders(scop, {}), kBeforeL);
  EXPECT_TRUE(legalOrders(scop, {{3, 1, 1}, {2, 2, 1}, {2, 1, 1}}).empty());
  EXPECT_EQ(legalOrders(scop, {{1, 3, 1}, {4, 1, 1}, {1, 1, 2}}).size(), 6u);
  StripMine tooSmall{{{3, 1, 1}, {3, 1, 1}, {2, 1, 1}}, {}};
  EXPECT_EQ(scop.checkBand(0, tooSmall).status, Legality::Malformed);
  StripMine notAnOrder;
  notAnOrder.order[0] = {0, 0, 1};
  EXPECT_EQ(scop.checkBand(0, notAnOrder).status, Legality::Malformed);
}

/// The strip-mined code runs the same instances.
TEST(Queries, BandSchedule) {
  Built b(tensor);
  ASSERT_TRUE(b.scop);
  StripMine mine;
  mine.factors = {{1, 3, 1}, {4, 1, 1}, {1, 1, 2}};
  mine.order[0] = {1, 0, 2};
  ASSERT_TRUE(b.scop->checkBand(0, mine));
  std::multiset<std::string> before, after;
  for (const Instance &instance : execute(b.program.func()))
    before.insert(instance.key());
  ASSERT_TRUE(
      mlir::succeeded(b.scop->generate(b.scop->stripMinedSchedule({mine}))));
  for (const Instance &instance : execute(b.program.func()))
    after.insert(instance.key());
  EXPECT_EQ(before, after);
}

TEST(Queries, Distribution) {
  Built b(gemm);
  ASSERT_TRUE(b.scop);
  LoopTree tree = b.scop->maximalDistribution();
  ASSERT_EQ(tree.children.size(), 2u);
  EXPECT_TRUE(tree.children[0].isLeaf());
  EXPECT_TRUE(b.scop->cycle({"S0", "S1"}).empty());
  Legality swapped = b.scop->checkTree(distributedTree({"S1", "S0"}));
  EXPECT_EQ(swapped.status, Legality::Illegal);
  EXPECT_EQ(b.scop->checkTree(distributedTree({"S0"})).status,
            Legality::Malformed);

  Built cyclic(jacobi);
  ASSERT_TRUE(cyclic.scop);
  LoopTree shared = cyclic.scop->maximalDistribution();
  ASSERT_EQ(shared.children.size(), 1u);
  EXPECT_EQ(shared.children[0].children.size(), 2u);
  EXPECT_EQ(cyclic.scop->cycle({"S0", "S1"}).size(), 2u);
  EXPECT_FALSE(cyclic.scop->checkTree(distributedTree({"S0", "S1"})));
}

TEST(Queries, MalformedSchedules) {
  Built b(gemm);
  ASSERT_TRUE(b.scop);
  for (const char *text :
       {"nonsense {", "{ S0[i, j] -> [i, j] }",
        "{ S0[i, j] -> [i, j]; T[] -> [] }",
        "{ S0[i] -> [i]; S1[i, j, k] -> [i] }",
        "{ S0[i, j] -> [i] : i < 2; S1[i, j, k] -> [i] }",
        "{ S0[i, j] -> [x] : x >= 0; S1[i, j, k] -> [i] }"}) {
    Legality legality = b.scop->checkSchedule(text);
    EXPECT_EQ(legality.status, Legality::Malformed) << text;
    EXPECT_FALSE(legality.str().empty());
  }
}

/// x is set, counts A's terms up, and is used; then the same once more.
constexpr const char *integerSums = R"mlir(
  func.func @f(%A: memref<2x6xi32>, %x: memref<1xi32>, %y: memref<2xi32>) {
    affine.for %i = 0 to 2 {
      %zero = arith.constant 0 : i32
      affine.store %zero, %x[0] : memref<1xi32>
      affine.for %k = 0 to 6 {
        %0 = affine.load %x[0] : memref<1xi32>
        %1 = affine.load %A[%i, %k] : memref<2x6xi32>
        %2 = arith.addi %0, %1 : i32
        affine.store %2, %x[0] : memref<1xi32>
      }
      %3 = affine.load %x[0] : memref<1xi32>
      affine.store %3, %y[%i] : memref<2xi32>
    }
    return
  }
)mlir";

/// The maximum of what earlier elements of the same array are.
constexpr const char *maximaOfEarlier = R"mlir(
  func.func @f(%x: memref<8xi32>) {
    affine.for %i = 1 to 8 {
      affine.for %k = 0 to affine_map<(d) -> (d)>(%i) {
        %0 = affine.load %x[%i] : memref<8xi32>
        %1 = affine.load %x[%k] : memref<8xi32>
        %2 = arith.maxsi %0, %1 : i32
        affine.store %2, %x[%i] : memref<8xi32>
      }
    }
    return
  }
)mlir";

/// Terms of integers may come in any order, but all of them between what was
/// before the first one and what comes behind the last one.
TEST(Queries, TermsInAnyOrderKeepTheirPlace) {
  Built sums(integerSums);
  ASSERT_TRUE(sums.scop);
  auto isLegal = [](const Built &b, const char *text) {
    Legality legality = b.scop->checkSchedule(text);
    EXPECT_NE(legality.status, Legality::Malformed) << legality.message;
    return bool(legality);
  };
  EXPECT_TRUE(isLegal(sums, "{ S0[i] -> [i, 0, 0]; S1[i, k] -> [i, 1, -k]; "
                            "S2[i] -> [i, 2, 0] }"));
  // The last one alone is behind S0 and before S2.
  EXPECT_FALSE(isLegal(sums,
                       "{ S0[i] -> [i, 0, 0]; S1[i, k] -> [i, 1, k] : k > 0; "
                       "S1[i, k] -> [i, -1, k] : k = 0; S2[i] -> [i, 2, 0] }"));
  EXPECT_FALSE(isLegal(sums,
                       "{ S0[i] -> [i, 0, 0]; S1[i, k] -> [i, 1, k] : k > 0; "
                       "S1[i, k] -> [i, 3, k] : k = 0; S2[i] -> [i, 2, 0] }"));
  Built maxima(maximaOfEarlier);
  ASSERT_TRUE(maxima.scop);
  EXPECT_TRUE(isLegal(maxima, "{ S0[i, k] -> [i, -k] }"));
  EXPECT_TRUE(isLegal(maxima, "{ S0[i, k] -> [i, k] }"));
  // All of x[k] is known before any maximum reads it.
  EXPECT_TRUE(isLegal(maxima, "{ S0[i, k] -> [k, -i] }"));
  EXPECT_FALSE(isLegal(maxima, "{ S0[i, k] -> [-i, k] }"));
  EXPECT_FALSE(isLegal(maxima, "{ S0[i, k] -> [i - k, i] }"));
}

} // namespace
