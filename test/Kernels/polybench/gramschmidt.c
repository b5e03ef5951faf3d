/* gramschmidt: A = Q R by modified Gram and Schmidt
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define M SIZES(20, 60, 200, 1000, 2000)
#define N SIZES(30, 80, 240, 1200, 2600)
#define PB_M BOUND(M, m)
#define PB_N BOUND(N, n)

static void init_array(int m, int n, DATA_TYPE A[M][N], DATA_TYPE R[N][N],
                       DATA_TYPE Q[M][N])
{
  int i0, i1;
  for (i0 = 0; i0 < m; i0++)
    for (i1 = 0; i1 < n; i1++)
      A[i0][i1] =
          (DATA_TYPE)((i0 * i1) % m) / m * 100 + 10 + (i0 == i1 ? 50 : 0);
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      R[i0][i1] = 0;
  for (i0 = 0; i0 < m; i0++)
    for (i1 = 0; i1 < n; i1++)
      Q[i0][i1] = 0;
}

static void kernel_gramschmidt(int m, int n, DATA_TYPE A[M][N],
                               DATA_TYPE R[N][N], DATA_TYPE Q[M][N])
{
  int i, j, k;
  DATA_TYPE norm;
  for (k = 0; k < PB_N; k++) {
    norm = SCALAR(0.0);
    for (i = 0; i < PB_M; i++)
      norm += A[i][k] * A[i][k];
    R[k][k] = SQRT(norm);
    for (i = 0; i < PB_M; i++)
      Q[i][k] = A[i][k] / R[k][k];
    for (j = k + 1; j < PB_N; j++) {
      R[k][j] = SCALAR(0.0);
      for (i = 0; i < PB_M; i++)
        R[k][j] += Q[i][k] * A[i][j];
      for (i = 0; i < PB_M; i++)
        A[i][j] = A[i][j] - Q[i][k] * R[k][j];
    }
  }
}

int main(void)
{
  static DATA_TYPE A[M][N];
  static DATA_TYPE R[N][N];
  static DATA_TYPE Q[M][N];
  init_array(M, N, A, R, Q);
  kernel_gramschmidt(M, N, A, R, Q);
  print_bytes("R", R, sizeof(R));
  print_bytes("Q", Q, sizeof(Q));
  return 0;
}
