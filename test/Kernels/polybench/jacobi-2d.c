/* jacobi-2d: stencil of five points
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define TSTEPS SIZES(20, 40, 100, 500, 1000)
#define N SIZES(30, 90, 250, 1300, 2800)
#define PB_TSTEPS BOUND(TSTEPS, tsteps)
#define PB_N BOUND(N, n)

static void init_array(int tsteps, int n, DATA_TYPE A[N][N], DATA_TYPE B[N][N])
{
  int i0, i1;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      A[i0][i1] = ((DATA_TYPE)i0 * (i1 + 2) + 2) / n;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      B[i0][i1] = ((DATA_TYPE)i0 * (i1 + 3) + 3) / n;
  (void)tsteps;
}

static void kernel_jacobi_2d(int tsteps, int n, DATA_TYPE A[N][N],
                             DATA_TYPE B[N][N])
{
  int t, i, j;
  for (t = 0; t < PB_TSTEPS; t++) {
    for (i = 1; i < PB_N - 1; i++)
      for (j = 1; j < PB_N - 1; j++)
        B[i][j] = SCALAR(0.2) * (A[i][j] + A[i][j - 1] + A[i][1 + j] +
                                 A[1 + i][j] + A[i - 1][j]);
    for (i = 1; i < PB_N - 1; i++)
      for (j = 1; j < PB_N - 1; j++)
        A[i][j] = SCALAR(0.2) * (B[i][j] + B[i][j - 1] + B[i][1 + j] +
                                 B[1 + i][j] + B[i - 1][j]);
  }
}

int main(void)
{
  static DATA_TYPE A[N][N];
  static DATA_TYPE B[N][N];
  init_array(TSTEPS, N, A, B);
  kernel_jacobi_2d(TSTEPS, N, A, B);
  print_bytes("A", A, sizeof(A));
  return 0;
}
