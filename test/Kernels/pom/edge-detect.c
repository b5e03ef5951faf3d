/* edge detection: Sobel gradients of a smoothed picture
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef N
#define N 4096
#endif

void edge_detect(float in[N][N], float smooth[N][N], float out[N][N])
{
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      smooth[i][j] = 0.11111f * (in[i - 1][j - 1] + in[i - 1][j] + in[i - 1][j + 1] +
                                 in[i][j - 1] + in[i][j] + in[i][j + 1] +
                                 in[i + 1][j - 1] + in[i + 1][j] + in[i + 1][j + 1]);
  for (int i = 2; i < N - 2; i++)
    for (int j = 2; j < N - 2; j++) {
      float x = smooth[i][j + 1] - smooth[i][j - 1];
      float y = smooth[i + 1][j] - smooth[i - 1][j];
      out[i][j] = x * x + y * y;
    }
}
