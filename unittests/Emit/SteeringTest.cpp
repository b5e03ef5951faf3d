//===- SteeringTest.cpp - Inputs that a program's safety depends on -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Project/Steering.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace talos;

namespace {
/// The numbers of the steering arguments of a function with this text.
std::vector<unsigned> steering(StringRef text) {
  MLIRContext context;
  context
      .loadDialect<affine::AffineDialect, arith::ArithDialect,
                   func::FuncDialect, memref::MemRefDialect, scf::SCFDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    ADD_FAILURE() << text.str();
    return {};
  }
  auto function = *module->getOps<func::FuncOp>().begin();
  std::vector<unsigned> result;
  for (unsigned index : emit::steeringArguments(function).set_bits())
    result.push_back(index);
  return result;
}

using Arguments = std::vector<unsigned>;

TEST(Steering, SubscriptsThroughMemory) {
  EXPECT_EQ(steering(R"(
    func.func @f(%p: memref<8xi32>, %x: memref<8xf32>, %t: memref<8xi32>) {
      affine.for %i = 0 to 8 {
        %0 = affine.load %p[%i] : memref<8xi32>
        affine.store %0, %t[%i] : memref<8xi32>
      }
      affine.for %i = 0 to 8 {
        %0 = affine.load %t[%i] : memref<8xi32>
        %1 = arith.index_cast %0 : i32 to index
        %2 = memref.load %x[%1] : memref<8xf32>
        affine.store %2, %x[%i] : memref<8xf32>
      }
      return
    })"),
            (Arguments{0, 2}));
}

TEST(Steering, DivisorsAndConversionsNotDividends) {
  EXPECT_EQ(steering(R"(
    func.func @f(%a: i32, %b: i32, %c: f32, %d: f32, %t: memref<2xi32>) {
      %0 = arith.divsi %a, %b : i32
      %1 = arith.fptosi %c : f32 to i32
      %2 = arith.cmpf olt, %d, %c : f32
      %3 = arith.select %2, %0, %1 : i32
      affine.store %3, %t[0] : memref<2xi32>
      return
    })"),
            (Arguments{1, 2}));
}

TEST(Steering, AConditionChoosesAmongSafeSubscripts) {
  EXPECT_EQ(steering(R"(
    func.func @f(%x: memref<8xf32>, %best: memref<1xi32>) {
      affine.for %i = 0 to 8 {
        %b = affine.load %best[0] : memref<1xi32>
        %0 = arith.index_cast %b : i32 to index
        %1 = memref.load %x[%0] : memref<8xf32>
        %2 = affine.load %x[%i] : memref<8xf32>
        %3 = arith.cmpf ogt, %2, %1 : f32
        %j = arith.index_cast %i : index to i32
        %4 = arith.select %3, %j, %b : i32
        affine.store %4, %best[0] : memref<1xi32>
      }
      return
    })"),
            Arguments{1});
}

TEST(Steering, EndOfALoop) {
  EXPECT_EQ(steering(R"(
    func.func @f(%n: i32, %x: memref<8xf32>) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %cst = arith.constant 1.0 : f32
      %r = scf.while (%v = %n) : (i32) -> i32 {
        %0 = arith.cmpi sgt, %v, %c0 : i32
        scf.condition(%0) %v : i32
      } do {
      ^bb0(%v: i32):
        %1 = arith.subi %v, %c1 : i32
        scf.yield %1 : i32
      }
      affine.store %cst, %x[0] : memref<8xf32>
      return
    })"),
            Arguments{0});
}
} // namespace
