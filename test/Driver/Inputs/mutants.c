#include <stdint.h>

/* Comparisons, sign extension and overflow: what inputs of one sign and size
   cannot tell apart. */
void layer(const float in[24][20], const float weights[20], float out[24],
           int32_t best[24]) {
  for (int i = 0; i < 24; i++) {
    float sum = 0.0f;
    for (int j = 0; j < 20; j++)
      sum += in[i][j] * weights[j];
    out[i] = sum > 0.0f ? sum : 0.0f; /* ReLU */
  }
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 20; j++)
      if (j == 0 || in[i][j] > in[i][best[i]])
        best[i] = j;
}

void quantised(const int8_t in[32], const uint8_t weights[32], int32_t out[32],
               int8_t narrow[32]) {
  for (int i = 0; i < 32; i++) {
    out[i] = in[i] * weights[i] + (in[i] >> 1);
    narrow[i] = in[i] < 0 ? -in[i] : in[i];
  }
}

void signs(const float in[64], float out[64], float magnitude[64]) {
  for (int i = 0; i < 64; i++) {
    out[i] = in[i] < 0.0f ? -1.0f : in[i];
    magnitude[i] = in[i] < 0.0f ? -in[i] : in[i];
  }
}

void stencil(const float in[64], float out[64]) {
  for (int i = 1; i < 63; i++)
    out[i] = (in[i - 1] + in[i] + in[i + 1]) * 0.25f;
}
