/* deriche: recursive edge detection, along rows, then along columns
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define W SIZES(64, 192, 720, 4096, 7680)
#define H SIZES(64, 128, 480, 2160, 4320)
#define PB_W BOUND(W, w)
#define PB_H BOUND(H, h)

static void init_array(int w, int h, DATA_TYPE *alpha, DATA_TYPE imgIn[W][H],
                       DATA_TYPE imgOut[W][H], DATA_TYPE y1[W][H],
                       DATA_TYPE y2[W][H])
{
  int i0, i1;
  *alpha = 0.25;
  for (i0 = 0; i0 < w; i0++)
    for (i1 = 0; i1 < h; i1++)
      imgIn[i0][i1] = (DATA_TYPE)((313 * i0 + 991 * i1) % 65536) / 65535;
  for (i0 = 0; i0 < w; i0++)
    for (i1 = 0; i1 < h; i1++)
      imgOut[i0][i1] = 0;
  for (i0 = 0; i0 < w; i0++)
    for (i1 = 0; i1 < h; i1++)
      y1[i0][i1] = 0;
  for (i0 = 0; i0 < w; i0++)
    for (i1 = 0; i1 < h; i1++)
      y2[i0][i1] = 0;
}

static void kernel_deriche(int w, int h, DATA_TYPE alpha, DATA_TYPE imgIn[W][H],
                           DATA_TYPE imgOut[W][H], DATA_TYPE y1[W][H],
                           DATA_TYPE y2[W][H])
{
  int i, j;
  DATA_TYPE xm1, tm1, ym1, ym2, xp1, xp2, tp1, tp2, yp1, yp2;
  DATA_TYPE k, a1, a2, a3, a4, a5, a6, a7, a8, b1, b2, c1, c2;
  k = (SCALAR(1.0) - EXP(-alpha)) * (SCALAR(1.0) - EXP(-alpha)) /
      (SCALAR(1.0) + SCALAR(2.0) * alpha * EXP(-alpha) -
       EXP(SCALAR(2.0) * alpha));
  a1 = a5 = k;
  a2 = a6 = k * EXP(-alpha) * (alpha - SCALAR(1.0));
  a3 = a7 = k * EXP(-alpha) * (alpha + SCALAR(1.0));
  a4 = a8 = -k * EXP(SCALAR(-2.0) * alpha);
  b1 = POW(SCALAR(2.0), -alpha);
  b2 = -EXP(SCALAR(-2.0) * alpha);
  c1 = c2 = 1;
  for (i = 0; i < PB_W; i++) {
    ym1 = SCALAR(0.0);
    ym2 = SCALAR(0.0);
    xm1 = SCALAR(0.0);
    for (j = 0; j < PB_H; j++) {
      y1[i][j] = a1 * imgIn[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
      xm1 = imgIn[i][j];
      ym2 = ym1;
      ym1 = y1[i][j];
    }
  }
  for (i = 0; i < PB_W; i++) {
    yp1 = SCALAR(0.0);
    yp2 = SCALAR(0.0);
    xp1 = SCALAR(0.0);
    xp2 = SCALAR(0.0);
    for (j = PB_H - 1; j >= 0; j--) {
      y2[i][j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
      xp2 = xp1;
      xp1 = imgIn[i][j];
      yp2 = yp1;
      yp1 = y2[i][j];
    }
  }
  for (i = 0; i < PB_W; i++)
    for (j = 0; j < PB_H; j++)
      imgOut[i][j] = c1 * (y1[i][j] + y2[i][j]);
  for (j = 0; j < PB_H; j++) {
    tm1 = SCALAR(0.0);
    ym1 = SCALAR(0.0);
    ym2 = SCALAR(0.0);
    for (i = 0; i < PB_W; i++) {
      y1[i][j] = a5 * imgOut[i][j] + a6 * tm1 + b1 * ym1 + b2 * ym2;
      tm1 = imgOut[i][j];
      ym2 = ym1;
      ym1 = y1[i][j];
    }
  }
  for (j = 0; j < PB_H; j++) {
    tp1 = SCALAR(0.0);
    tp2 = SCALAR(0.0);
    yp1 = SCALAR(0.0);
    yp2 = SCALAR(0.0);
    for (i = PB_W - 1; i >= 0; i--) {
      y2[i][j] = a7 * tp1 + a8 * tp2 + b1 * yp1 + b2 * yp2;
      tp2 = tp1;
      tp1 = imgOut[i][j];
      yp2 = yp1;
      yp1 = y2[i][j];
    }
  }
  for (i = 0; i < PB_W; i++)
    for (j = 0; j < PB_H; j++)
      imgOut[i][j] = c2 * (y1[i][j] + y2[i][j]);
}

int main(void)
{
  static DATA_TYPE imgIn[W][H];
  static DATA_TYPE imgOut[W][H];
  static DATA_TYPE y1[W][H];
  static DATA_TYPE y2[W][H];
  DATA_TYPE alpha;
  init_array(W, H, &alpha, imgIn, imgOut, y1, y2);
  kernel_deriche(W, H, alpha, imgIn, imgOut, y1, y2);
  print_bytes("imgOut", imgOut, sizeof(imgOut));
  return 0;
}
