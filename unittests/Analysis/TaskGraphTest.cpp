//===- TaskGraphTest.cpp - Tasks in order, their arrays and edges ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/TaskGraph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "talos/Analysis/Footprint.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace talos;
using namespace talos::analysis;

namespace {

/// The task graph of the last function of a module.
struct Built {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  TaskGraph graph;

  explicit Built(llvm::StringRef text) {
    context.loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                        mlir::func::FuncDialect, mlir::memref::MemRefDialect,
                        hls::HLSDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    mlir::func::FuncOp func;
    for (mlir::func::FuncOp f : module->getOps<mlir::func::FuncOp>())
      func = f;
    auto built = buildTaskGraph(func);
    auto scop = poly::Scop::build(func);
    if (failed(built) || failed(scop)) {
      ADD_FAILURE() << "no task graph";
      return;
    }
    graph = std::move(*built);
    connectTasks(graph, **scop);
  }

  /// "S0 R0 S1": the tasks in order.
  std::string tasks() const {
    std::vector<std::string> names;
    for (const Task &task : graph.tasks)
      names.push_back(task.name);
    return llvm::join(names, " ");
  }

  /// "flow S0 S1 A; ...": the edges in order.
  std::string edges() const {
    std::vector<std::string> texts;
    for (const TaskEdge &edge : graph.edges)
      texts.push_back(
          (stringify(edge.kind) + " " + graph.tasks[edge.from].name + " " +
           graph.tasks[edge.to].name + " " + graph.arrays[edge.array].name)
              .str());
    return llvm::join(texts, "; ");
  }
};

/// Two producers of one array, and a sum over it that starts from zero.
constexpr llvm::StringLiteral halves = R"(
  func.func @halves(%x: memref<4xf32> {hls.name = "x"},
                    %s: memref<1xf32> {hls.name = "s"}) {
    %zero = arith.constant 0.0 : f32
    %both = memref.alloc() {hls.name = "both"} : memref<8xf32>
    affine.for %i = 0 to 4 {
      %0 = affine.load %x[%i] : memref<4xf32>
      affine.store %0, %both[%i] : memref<8xf32>
    }
    affine.for %i = 0 to 4 {
      %0 = affine.load %x[-%i + 3] : memref<4xf32>
      affine.store %0, %both[%i + 4] : memref<8xf32>
    }
    affine.store %zero, %s[0] : memref<1xf32>
    affine.for %k = 0 to 8 {
      %0 = affine.load %both[%k] : memref<8xf32>
      %1 = affine.load %s[0] : memref<1xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %s[0] : memref<1xf32>
    }
    return
  })";

TEST(TaskGraph, TasksArraysAndEdges) {
  Built b(halves);
  EXPECT_EQ(b.tasks(), "S0 S1 S2 S3");
  EXPECT_EQ(b.edges(), "flow S0 S3 both; flow S1 S3 both; flow S2 S3 s; "
                       "output S2 S3 s");
  for (const Task &task : b.graph.tasks) {
    EXPECT_EQ(task.kind, TaskKind::Compute);
    EXPECT_EQ(task.name, task.only().name);
    EXPECT_FALSE(task.context);
  }
  const Task &sum = b.graph.tasks[3];
  ASSERT_EQ(sum.only().innerBand.size(), 1u);
  EXPECT_TRUE(sum.only().innerBand[0].reduction);
  ASSERT_EQ(sum.uses.size(), 2u);
  EXPECT_TRUE(sum.uses[0].reads && sum.uses[0].writes);  // s
  EXPECT_TRUE(sum.uses[1].reads && !sum.uses[1].writes); // both

  ASSERT_EQ(b.graph.arrays.size(), 3u);
  const ArrayInfo &x = b.graph.arrays[0], &s = b.graph.arrays[1],
                  &both = b.graph.arrays[2];
  EXPECT_EQ(x.home, Home::OffChip);
  EXPECT_TRUE(x.liveIn && !x.liveOut);
  EXPECT_EQ(s.home, Home::OffChip);
  EXPECT_TRUE(!s.liveIn && s.liveOut); // set before it is read
  EXPECT_EQ(both.home, Home::OnChip);
  EXPECT_FALSE(both.liveIn || both.liveOut);
}

/// What each end of an edge touches: a half a producer, all the sum.
TEST(TaskGraph, FootprintsByLevel) {
  Built b(halves);
  EdgeFootprint boxes = footprintOf(b.graph, b.graph.edges[1]); // S1 -> S3
  ASSERT_EQ(boxes.from.size(), 2u); // the whole run, one iteration
  ASSERT_TRUE(boxes.from[0] && boxes.from[1] && boxes.to[0] && boxes.to[1]);
  EXPECT_EQ(boxes.from[0]->dims[0].extent, 4);
  EXPECT_EQ(boxes.from[0]->dims[0].origin.constant, 4);
  EXPECT_TRUE(boxes.from[0]->fullyWritten);
  EXPECT_EQ(boxes.from[1]->dims[0].extent, 1);
  EXPECT_EQ(boxes.to[0]->dims[0].extent, 8);
  EXPECT_FALSE(boxes.to[0]->fullyWritten);
}

/// Opaque tasks stand in the order of the program and use arrays whole; what
/// they may leave as it was is loaded.
TEST(TaskGraph, OpaqueTasks) {
  Built b(R"(
    func.func private @first(memref<4xi32>, memref<8xf32>)
    func.func private @second(memref<8xf32>)
    func.func @sorts(%k: memref<4xi32> {hls.name = "k"},
                     %x: memref<8xf32> {hls.name = "x"},
                     %y: memref<8xf32> {hls.name = "y"}) {
      func.call @first(%k, %x) {hls.access = [#hls.access<read>, #hls.access<write>], hls.stmt = "R0"}
        : (memref<4xi32>, memref<8xf32>) -> ()
      affine.for %i = 0 to 8 {
        %0 = affine.load %x[%i] : memref<8xf32>
        affine.store %0, %y[%i] {hls.stmt = "S0"} : memref<8xf32>
      }
      func.call @second(%y) {hls.access = [#hls.access<readwrite>], hls.stmt = "R1"}
        : (memref<8xf32>) -> ()
      return
    })");
  EXPECT_EQ(b.tasks(), "R0 S0 R1");
  EXPECT_EQ(b.edges(), "flow R0 S0 x; flow S0 R1 y; output S0 R1 y");
  EXPECT_EQ(b.graph.tasks[0].kind, TaskKind::Opaque);
  EXPECT_TRUE(b.graph.tasks[0].statements.empty());
  EXPECT_EQ(levelsOf(b.graph.tasks[0]), 0u);
  EXPECT_TRUE(b.graph.isUsedByOpaque(1) && b.graph.isUsedByOpaque(2));
  EXPECT_TRUE(b.graph.arrays[1].liveIn && b.graph.arrays[1].liveOut);
  EXPECT_FALSE(b.graph.arrays[2].liveIn); // S0 writes all of y first
  // The footprint of an opaque task is the whole array.
  EdgeFootprint boxes = footprintOf(b.graph, b.graph.edges[0]);
  ASSERT_EQ(boxes.from.size(), 1u);
  EXPECT_EQ(boxes.from[0]->dims[0].extent, 8);
}

/// A constant global is one array, however often it is named.
TEST(TaskGraph, Tables) {
  Built b(R"(
    memref.global constant @taps : memref<3xf32> = dense<[1.0, 2.0, 1.0]>
    func.func @weighted(%x: memref<3xf32> {hls.name = "x"},
                        %y: memref<3xf32> {hls.name = "y"}) {
      %a = memref.get_global @taps : memref<3xf32>
      %b = memref.get_global @taps : memref<3xf32>
      affine.for %i = 0 to 3 {
        %0 = affine.load %a[%i] : memref<3xf32>
        affine.store %0, %x[%i] : memref<3xf32>
      }
      affine.for %i = 0 to 3 {
        %0 = affine.load %b[%i] : memref<3xf32>
        affine.store %0, %y[%i] : memref<3xf32>
      }
      return
    })");
  ASSERT_EQ(b.graph.arrays.size(), 3u);
  const ArrayInfo &taps = b.graph.arrays[2];
  EXPECT_EQ(taps.name, "taps");
  EXPECT_EQ(taps.home, Home::Constant);
  EXPECT_FALSE(taps.liveIn || taps.liveOut);
  EXPECT_EQ(b.graph.tasks[0].uses.back().array, 2u);
  EXPECT_EQ(b.graph.tasks[1].uses.back().array, 2u);
}

/// A global that may be written is storage of the design.
TEST(TaskGraph, Globals) {
  Built b(R"(
    memref.global @state : memref<3xf32> = dense<0.0>
    func.func @stateful(%x: memref<3xf32> {hls.name = "x"}) {
      %s = memref.get_global @state : memref<3xf32>
      affine.for %i = 0 to 3 {
        %0 = affine.load %s[%i] : memref<3xf32>
        affine.store %0, %x[%i] : memref<3xf32>
      }
      return
    })");
  const ArrayInfo &state = b.graph.arrays[1];
  EXPECT_EQ(state.name, "state");
  EXPECT_EQ(state.home, Home::OnChip);
  EXPECT_EQ(state.global.getValue(), "state");
  EXPECT_FALSE(state.liveIn || state.liveOut);
}

/// A loop that tasks share gives edges in both directions, and a nest of loops
/// in it belongs to one task alone.
TEST(TaskGraph, SharedLoops) {
  Built b(R"(
    func.func @relax(%x: memref<8xf32> {hls.name = "x"},
                     %y: memref<8xf32> {hls.name = "y"}) {
      affine.for %t = 0 to 3 {
        affine.for %i = 0 to 6 {
          %0 = affine.load %x[%i + 2] : memref<8xf32>
          affine.store %0, %y[%i + 1] : memref<8xf32>
        }
        affine.for %i = 0 to 6 {
          %0 = affine.load %y[%i] : memref<8xf32>
          affine.store %0, %x[%i + 1] : memref<8xf32>
        }
      } {hls.name = "t"}
      return
    })");
  ASSERT_EQ(b.graph.sharedLoops.size(), 1u);
  EXPECT_EQ(b.graph.sharedLoops[0].name, "t");
  EXPECT_EQ(b.graph.sharedLoops[0].iterations, 3);
  EXPECT_EQ(b.graph.tasks[0].context, 0u);
  EXPECT_EQ(b.graph.sharedLoopsOf(b.graph.tasks[1]),
            llvm::SmallVector<unsigned>{0});
  EXPECT_EQ(b.edges(),
            "anti S0 S1 x; flow S0 S1 y; flow S1 S0 x; anti S1 S0 y");
}

/// Halves of an array in which no element meets: no edge.
TEST(TaskGraph, NoEdgeWithoutCommonElements) {
  Built b(R"(
    func.func @apart(%x: memref<8xf32> {hls.name = "x"}) {
      affine.for %i = 0 to 4 {
        %0 = affine.load %x[%i] : memref<8xf32>
        %1 = arith.negf %0 : f32
        affine.store %1, %x[%i] : memref<8xf32>
      }
      affine.for %i = 0 to 4 {
        %0 = affine.load %x[%i + 4] : memref<8xf32>
        %1 = arith.mulf %0, %0 : f32
        affine.store %1, %x[%i + 4] : memref<8xf32>
      }
      return
    })");
  EXPECT_EQ(b.tasks(), "S0 S1");
  EXPECT_EQ(b.edges(), "");
}

} // namespace
