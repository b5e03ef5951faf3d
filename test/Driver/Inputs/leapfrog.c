// Two fields that take turns, each computed inside of its own border.
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define T 6
#define N 60
#define M 80

void leapfrog(float E[N][M], float H[N][M]) {
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < N; i++)
      for (int j = 0; j < M; j++)
        E[i][j] = E[i][j] - 0.5f * (H[i][j] - H[i - 1][j]);
    for (int i = 0; i < N - 1; i++)
      for (int j = 0; j < M - 1; j++)
        H[i][j] = H[i][j] - 0.7f * (E[i + 1][j] - E[i][j + 1]);
  }
}
