/* adi: heat equation in two dimensions by alternating directions
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define TSTEPS SIZES(20, 40, 100, 500, 1000)
#define N SIZES(20, 60, 200, 1000, 2000)
#define PB_TSTEPS BOUND(TSTEPS, tsteps)
#define PB_N BOUND(N, n)

static void init_array(int tsteps, int n, DATA_TYPE u[N][N], DATA_TYPE v[N][N],
                       DATA_TYPE p[N][N], DATA_TYPE q[N][N])
{
  int i0, i1;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      u[i0][i1] = (DATA_TYPE)(i0 + n - i1) / n;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      v[i0][i1] = 0;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      p[i0][i1] = 0;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      q[i0][i1] = 0;
  (void)tsteps;
}

static void kernel_adi(int tsteps, int n, DATA_TYPE u[N][N], DATA_TYPE v[N][N],
                       DATA_TYPE p[N][N], DATA_TYPE q[N][N])
{
  int t, i, j;
  DATA_TYPE dx, dy, dt, b1, b2, mul1, mul2, a, b, c, d, e, f;
  dx = SCALAR(1.0) / (DATA_TYPE)PB_N;
  dy = SCALAR(1.0) / (DATA_TYPE)PB_N;
  dt = SCALAR(1.0) / (DATA_TYPE)PB_TSTEPS;
  b1 = SCALAR(2.0);
  b2 = SCALAR(1.0);
  mul1 = b1 * dt / (dx * dx);
  mul2 = b2 * dt / (dy * dy);
  a = -mul1 / SCALAR(2.0);
  b = SCALAR(1.0) + mul1;
  c = a;
  d = -mul2 / SCALAR(2.0);
  e = SCALAR(1.0) + mul2;
  f = d;
  for (t = 1; t <= PB_TSTEPS; t++) {
    for (i = 1; i < PB_N - 1; i++) {
      v[0][i] = SCALAR(1.0);
      p[i][0] = SCALAR(0.0);
      q[i][0] = v[0][i];
      for (j = 1; j < PB_N - 1; j++) {
        p[i][j] = -c / (a * p[i][j - 1] + b);
        q[i][j] = (-d * u[j][i - 1] + (SCALAR(1.0) + SCALAR(2.0) * d) * u[j][i] -
                   f * u[j][i + 1] - a * q[i][j - 1]) /
                  (a * p[i][j - 1] + b);
      }
      v[PB_N - 1][i] = SCALAR(1.0);
      for (j = PB_N - 2; j >= 1; j--)
        v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
    for (i = 1; i < PB_N - 1; i++) {
      u[i][0] = SCALAR(1.0);
      p[i][0] = SCALAR(0.0);
      q[i][0] = u[i][0];
      for (j = 1; j < PB_N - 1; j++) {
        p[i][j] = -f / (d * p[i][j - 1] + e);
        q[i][j] = (-a * v[i - 1][j] + (SCALAR(1.0) + SCALAR(2.0) * a) * v[i][j] -
                   c * v[i + 1][j] - d * q[i][j - 1]) /
                  (d * p[i][j - 1] + e);
      }
      u[i][PB_N - 1] = SCALAR(1.0);
      for (j = PB_N - 2; j >= 1; j--)
        u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
}

int main(void)
{
  static DATA_TYPE u[N][N];
  static DATA_TYPE v[N][N];
  static DATA_TYPE p[N][N];
  static DATA_TYPE q[N][N];
  init_array(TSTEPS, N, u, v, p, q);
  kernel_adi(TSTEPS, N, u, v, p, q);
  print_bytes("u", u, sizeof(u));
  return 0;
}
