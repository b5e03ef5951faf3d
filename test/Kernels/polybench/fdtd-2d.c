/* fdtd-2d: electromagnetic waves in two dimensions
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define TMAX SIZES(20, 40, 100, 500, 1000)
#define NX SIZES(20, 60, 200, 1000, 2000)
#define NY SIZES(30, 80, 240, 1200, 2600)
#define PB_TMAX BOUND(TMAX, tmax)
#define PB_NX BOUND(NX, nx)
#define PB_NY BOUND(NY, ny)

static void init_array(int tmax, int nx, int ny, DATA_TYPE ex[NX][NY],
                       DATA_TYPE ey[NX][NY], DATA_TYPE hz[NX][NY],
                       DATA_TYPE fict[TMAX])
{
  int i0, i1;
  for (i0 = 0; i0 < nx; i0++)
    for (i1 = 0; i1 < ny; i1++)
      ex[i0][i1] = (DATA_TYPE)(i0 * (i1 + 1)) / nx;
  for (i0 = 0; i0 < nx; i0++)
    for (i1 = 0; i1 < ny; i1++)
      ey[i0][i1] = (DATA_TYPE)(i0 * (i1 + 2)) / ny;
  for (i0 = 0; i0 < nx; i0++)
    for (i1 = 0; i1 < ny; i1++)
      hz[i0][i1] = (DATA_TYPE)(i0 * (i1 + 3)) / nx;
  for (i0 = 0; i0 < tmax; i0++)
    fict[i0] = i0;
}

static void kernel_fdtd_2d(int tmax, int nx, int ny, DATA_TYPE ex[NX][NY],
                           DATA_TYPE ey[NX][NY], DATA_TYPE hz[NX][NY],
                           DATA_TYPE fict[TMAX])
{
  int t, i, j;
  for (t = 0; t < PB_TMAX; t++) {
    for (j = 0; j < PB_NY; j++)
      ey[0][j] = fict[t];
    for (i = 1; i < PB_NX; i++)
      for (j = 0; j < PB_NY; j++)
        ey[i][j] = ey[i][j] - SCALAR(0.5) * (hz[i][j] - hz[i - 1][j]);
    for (i = 0; i < PB_NX; i++)
      for (j = 1; j < PB_NY; j++)
        ex[i][j] = ex[i][j] - SCALAR(0.5) * (hz[i][j] - hz[i][j - 1]);
    for (i = 0; i < PB_NX - 1; i++)
      for (j = 0; j < PB_NY - 1; j++)
        hz[i][j] = hz[i][j] - SCALAR(0.7) * (ex[i][j + 1] - ex[i][j] +
                                             ey[i + 1][j] - ey[i][j]);
  }
}

int main(void)
{
  static DATA_TYPE ex[NX][NY];
  static DATA_TYPE ey[NX][NY];
  static DATA_TYPE hz[NX][NY];
  static DATA_TYPE fict[TMAX];
  init_array(TMAX, NX, NY, ex, ey, hz, fict);
  kernel_fdtd_2d(TMAX, NX, NY, ex, ey, hz, fict);
  print_bytes("ex", ex, sizeof(ex));
  print_bytes("ey", ey, sizeof(ey));
  print_bytes("hz", hz, sizeof(hz));
  return 0;
}
