/* trmm: B = alpha A' B, A unit lower triangular
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

static void init_array(int m, int n, DATA_TYPE *alpha, DATA_TYPE A[M][M],
                       DATA_TYPE B[M][N])
{
  int i0, i1;
  *alpha = 1.5;
  for (i0 = 0; i0 < m; i0++)
    for (i1 = 0; i1 < m; i1++)
      A[i0][i1] = i1 == i0 ? 1 : i1 < i0 ? (DATA_TYPE)((i0 + i1) % m) / m : 0;
  for (i0 = 0; i0 < m; i0++)
    for (i1 = 0; i1 < n; i1++)
      B[i0][i1] = (DATA_TYPE)((n + i0 - i1) % n) / n;
}

static void kernel_trmm(int m, int n, DATA_TYPE alpha, DATA_TYPE A[M][M],
                        DATA_TYPE B[M][N])
{
  int i, j, k;
  for (i = 0; i < PB_M; i++)
    for (j = 0; j < PB_N; j++) {
      for (k = i + 1; k < PB_M; k++)
        B[i][j] += A[k][i] * B[k][j];
      B[i][j] = alpha * B[i][j];
    }
}

int main(void)
{
  static DATA_TYPE A[M][M];
  static DATA_TYPE B[M][N];
  DATA_TYPE alpha;
  init_array(M, N, &alpha, A, B);
  kernel_trmm(M, N, alpha, A, B);
  print_bytes("B", B, sizeof(B));
  return 0;
}
