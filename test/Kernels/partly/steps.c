/* steps: a stencil in time whose cells are clamped by a table in every step
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define N 18
#define STEPS 10

void init_array(int place[N], float A[N], float B[N])
{
  for (int i = 0; i < N; i++) {
    place[i] = (i * 7 + 3) % N;
    A[i] = (float)(i % 5) / 5;
    B[i] = (float)(i % 3) / 3;
  }
}

void steps(int place[N], float A[N], float B[N])
{
  for (int t = 0; t < STEPS; t += 2) {
    for (int i = 1; i < N - 1; i++)
      B[i] = 0.25f * A[i - 1] + 0.5f * A[i] + 0.25f * A[i + 1];
    for (int i = 0; i < N - t; i++)
      A[place[i]] = B[i] * 0.5f + A[place[(i + t) % N]];
    for (int i = 1; i < N - 1; i++)
      A[i] = 0.5f * (A[i] + B[i]);
  }
}
