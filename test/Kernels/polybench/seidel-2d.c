/* seidel-2d: stencil of nine points in place
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define TSTEPS SIZES(20, 40, 100, 500, 1000)
#define N SIZES(40, 120, 400, 2000, 4000)
#define PB_TSTEPS BOUND(TSTEPS, tsteps)
#define PB_N BOUND(N, n)

static void init_array(int tsteps, int n, DATA_TYPE A[N][N])
{
  int i0, i1;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      A[i0][i1] = ((DATA_TYPE)i0 * (i1 + 2) + 2) / n;
  (void)tsteps;
}

static void kernel_seidel_2d(int tsteps, int n, DATA_TYPE A[N][N])
{
  int t, i, j;
  for (t = 0; t <= PB_TSTEPS - 1; t++)
    for (i = 1; i <= PB_N - 2; i++)
      for (j = 1; j <= PB_N - 2; j++)
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] +
                   A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j - 1] +
                   A[i + 1][j] + A[i + 1][j + 1]) /
                  SCALAR(9.0);
}

int main(void)
{
  static DATA_TYPE A[N][N];
  init_array(TSTEPS, N, A);
  kernel_seidel_2d(TSTEPS, N, A);
  print_bytes("A", A, sizeof(A));
  return 0;
}
