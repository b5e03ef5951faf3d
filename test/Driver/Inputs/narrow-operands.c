// Sums of products of bytes: their boxes have many rows of one token each.
#include <stdint.h>

void narrow(int8_t A[32][48], int8_t B[48][40], int32_t C[32][40],
            float F[32][40]) {
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 40; ++j) {
      C[i][j] = 0;
      for (int k = 0; k < 48; ++k)
        C[i][j] += (int32_t)A[i][k] * B[k][j];
    }
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 40; ++j)
      F[i][j] = F[i][j] * 0.25f + (float)C[i][j];
}
