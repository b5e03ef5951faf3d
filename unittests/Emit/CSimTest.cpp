//===- CSimTest.cpp - Headers of the C simulation -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hls_stream.h"
#include "hls_vector.h"
#include "gtest/gtest.h"

TEST(HlsVector, HoldsLanes) {
  hls::vector<float, 4> beat(1.5f);
  beat[2] = 3.0f;
  const hls::vector<float, 4> copy = beat;
  EXPECT_EQ(copy[0], 1.5f);
  EXPECT_EQ(copy[2], 3.0f);
  EXPECT_EQ(copy.size(), 4u);
  EXPECT_TRUE(copy == beat);
  beat[0] = 0.0f;
  EXPECT_TRUE(copy != beat);
  float sum = 0;
  for (float lane : copy)
    sum += lane;
  EXPECT_EQ(sum, 7.5f);
}

TEST(HlsVector, TakesListOfAllLanes) {
  hls::vector<int, 3> beat = {1, 2, 3};
  EXPECT_EQ(beat[0] + 10 * beat[1] + 100 * beat[2], 321);
}

TEST(HlsVector, IsAsLargeAsItsLanes) {
  EXPECT_EQ(sizeof(hls::vector<float, 16>), 64u);
}

TEST(HlsVectorDeath, RefusesLaneOutOfRange) {
  hls::vector<int, 4> beat(0);
  EXPECT_DEATH(beat[4] = 1, "hls::vector of 4 lanes accessed at lane 4");
}

TEST(HlsVectorDeath, RefusesListOfAnotherLength) {
  EXPECT_DEATH((hls::vector<int, 3>{1, 2}),
               "hls::vector of 3 lanes initialised with 2");
}

TEST(HlsStream, KeepsOrder) {
  hls::stream<int> channel("order");
  for (int i = 0; i < 100; ++i)
    channel << i;
  EXPECT_EQ(channel.size(), 100u);
  for (int i = 0; i < 100; ++i) {
    int value;
    channel >> value;
    EXPECT_EQ(value, i);
  }
  EXPECT_TRUE(channel.empty());
}

TEST(HlsStream, NonBlockingAccessTells) {
  hls::stream<int, 2> channel("bounded");
  EXPECT_TRUE(channel.write_nb(1));
  EXPECT_TRUE(channel.write_nb(2));
  EXPECT_TRUE(channel.full());
  EXPECT_FALSE(channel.write_nb(3));
  int value = 0;
  EXPECT_TRUE(channel.read_nb(value));
  EXPECT_EQ(value, 1);
  EXPECT_EQ(channel.read(), 2);
  EXPECT_FALSE(channel.read_nb(value));
  EXPECT_EQ(value, 1);
}

TEST(HlsStreamDeath, WriteToFullEnds) {
  hls::stream<int, 2> channel("narrow");
  channel.write(1);
  channel.write(2);
  EXPECT_DEATH(channel.write(3),
               "write to full hls::stream 'narrow' \\(depth 2\\): deadlock");
  channel.read();
  channel.read();
}

TEST(HlsStreamDeath, ReadFromEmptyEnds) {
  hls::stream<int, 2> channel("dry");
  EXPECT_DEATH(channel.read(),
               "read from empty hls::stream 'dry' \\(depth 2\\): deadlock");
}
