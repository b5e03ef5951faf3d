/* bicg: s = A' r; q = A p
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define M SIZES(38, 116, 390, 1900, 1800)
#define N SIZES(42, 124, 410, 2100, 2200)
#define PB_M BOUND(M, m)
#define PB_N BOUND(N, n)

static void init_array(int m, int n, DATA_TYPE A[N][M], DATA_TYPE s[M],
                       DATA_TYPE q[N], DATA_TYPE p[M], DATA_TYPE r[N])
{
  int i0, i1;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < m; i1++)
      A[i0][i1] = (DATA_TYPE)(i0 * (i1 + 1) % n) / n;
  for (i0 = 0; i0 < m; i0++)
    s[i0] = 0;
  for (i0 = 0; i0 < n; i0++)
    q[i0] = 0;
  for (i0 = 0; i0 < m; i0++)
    p[i0] = (DATA_TYPE)(i0 % m) / m;
  for (i0 = 0; i0 < n; i0++)
    r[i0] = (DATA_TYPE)(i0 % n) / n;
}

static void kernel_bicg(int m, int n, DATA_TYPE A[N][M], DATA_TYPE s[M],
                        DATA_TYPE q[N], DATA_TYPE p[M], DATA_TYPE r[N])
{
  int i, j;
  for (i = 0; i < PB_M; i++)
    s[i] = SCALAR(0.0);
  for (i = 0; i < PB_N; i++) {
    q[i] = SCALAR(0.0);
    for (j = 0; j < PB_M; j++) {
      s[j] = s[j] + r[i] * A[i][j];
      q[i] = q[i] + A[i][j] * p[j];
    }
  }
}

int main(void)
{
  static DATA_TYPE A[N][M];
  static DATA_TYPE s[M];
  static DATA_TYPE q[N];
  static DATA_TYPE p[M];
  static DATA_TYPE r[N];
  init_array(M, N, A, s, q, p, r);
  kernel_bicg(M, N, A, s, q, p, r);
  print_bytes("s", s, sizeof(s));
  print_bytes("q", q, sizeof(q));
  return 0;
}
