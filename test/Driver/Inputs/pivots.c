// Updates of whole arrays that read what an outer loop fixes.
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define N 24

// Pins in each of three dimensions: eight sets of iterations.
void box(float A[N][N][N], float B[N][N]) {
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        for (int l = 0; l < N; l++)
          A[i][j][l] = 0.25f * (A[i][j][l] + A[k][j][l] * A[i][k][l] -
                                A[i][j][k] * B[i][j]);
}

// A pin k + 1, in both dimensions at once; the loops in the other order.
void corner(float A[N + 1][N + 1], float B[N + 1][N]) {
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N + 1; j++)
      for (int i = 0; i < N + 1; i++)
        A[i][j] = 0.5f * (A[i][j] + A[k + 1][k + 1] * A[i][k + 1]) -
                  0.125f * B[i][k];
}

// Pins that run against each other, and a choice of data.
void cross(int A[N][N]) {
  for (int k = 2; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        A[i][j] = A[i][j] > A[i][N - 1 - k] + A[k - 2][j]
                      ? A[i][j] - 3
                      : A[i][N - 1 - k] + 1;
}
