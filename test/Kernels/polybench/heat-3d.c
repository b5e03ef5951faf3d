/* heat-3d: heat equation in three dimensions
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define TSTEPS SIZES(20, 40, 100, 500, 1000)
#define N SIZES(10, 20, 40, 120, 200)
#define PB_TSTEPS BOUND(TSTEPS, tsteps)
#define PB_N BOUND(N, n)

static void init_array(int tsteps, int n, DATA_TYPE A[N][N][N],
                       DATA_TYPE B[N][N][N])
{
  int i0, i1, i2;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      for (i2 = 0; i2 < n; i2++)
        A[i0][i1][i2] = (DATA_TYPE)(i0 + i1 + (n - i2)) * 10 / n;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      for (i2 = 0; i2 < n; i2++)
        B[i0][i1][i2] = (DATA_TYPE)(i0 + i1 + (n - i2)) * 10 / n;
  (void)tsteps;
}

static void kernel_heat_3d(int tsteps, int n, DATA_TYPE A[N][N][N],
                           DATA_TYPE B[N][N][N])
{
  int t, i, j, k;
  for (t = 1; t <= PB_TSTEPS; t++) {
    for (i = 1; i < PB_N - 1; i++)
      for (j = 1; j < PB_N - 1; j++)
        for (k = 1; k < PB_N - 1; k++)
          B[i][j][k] =
              SCALAR(0.125) * (A[i + 1][j][k] - SCALAR(2.0) * A[i][j][k] +
                               A[i - 1][j][k]) +
              SCALAR(0.125) * (A[i][j + 1][k] - SCALAR(2.0) * A[i][j][k] +
                               A[i][j - 1][k]) +
              SCALAR(0.125) * (A[i][j][k + 1] - SCALAR(2.0) * A[i][j][k] +
                               A[i][j][k - 1]) +
              A[i][j][k];
    for (i = 1; i < PB_N - 1; i++)
      for (j = 1; j < PB_N - 1; j++)
        for (k = 1; k < PB_N - 1; k++)
          A[i][j][k] =
              SCALAR(0.125) * (B[i + 1][j][k] - SCALAR(2.0) * B[i][j][k] +
                               B[i - 1][j][k]) +
              SCALAR(0.125) * (B[i][j + 1][k] - SCALAR(2.0) * B[i][j][k] +
                               B[i][j - 1][k]) +
              SCALAR(0.125) * (B[i][j][k + 1] - SCALAR(2.0) * B[i][j][k] +
                               B[i][j][k - 1]) +
              B[i][j][k];
  }
}

int main(void)
{
  static DATA_TYPE A[N][N][N];
  static DATA_TYPE B[N][N][N];
  init_array(TSTEPS, N, A, B);
  kernel_heat_3d(TSTEPS, N, A, B);
  print_bytes("A", A, sizeof(A));
  return 0;
}
