/* histogram: counts, between two affine loops
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define N 96
#define BINS 16

void init_array(int key[N], int count[BINS], float x[N], float y[N])
{
  for (int i = 0; i < N; i++) {
    key[i] = (i * 7 + i / 5) % BINS;
    x[i] = (float)(i % 13) / 13;
    y[i] = (float)(i % 7) / 7;
  }
  for (int i = 0; i < BINS; i++)
    count[i] = -1;
}

void histogram(int key[N], int count[BINS], float x[N], float y[N])
{
  for (int i = 0; i < BINS; i++)
    count[i] = 0;
  for (int i = 0; i < N; i++)
    count[key[i]]++;
  for (int i = 0; i < N; i++)
    y[i] = 2.5f * x[i] + y[i];
}
