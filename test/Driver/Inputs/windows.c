// Loops over the taps of a window.
#ifndef H
#define H 32
#define W 48
#endif
#define TAPS 16
#define CHANNELS 4
#define K 3

// Sum in a scalar, taps of constants.
void blur(float in[H][W], float out[H][W]) {
  static const float kernel[3][3] = {
      {0.0625f, 0.125f, 0.0625f}, {0.125f, 0.25f, 0.125f}, {0.0625f, 0.125f, 0.0625f}};
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++) {
      float sum = 0.0f;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          sum += kernel[dy + 1][dx + 1] * in[y + dy][x + dx];
      out[y][x] = sum;
    }
}

// Sum in the output, coefficients that are given.
void fir(float in[H + TAPS - 1], float coefficients[TAPS], float out[H]) {
  for (int i = 0; i < H; i++) {
    out[i] = 0.0f;
    for (int k = 0; k < TAPS; k++)
      out[i] += coefficients[k] * in[i + k];
  }
}

// A loop between the taps and the output that is too long to be written out,
// integers, and a maximum.
void layer(signed char in[CHANNELS * 32][H + K - 1][W + K - 1],
           signed char weights[CHANNELS * 32][K][K], int out[H][W],
           int most[H][W]) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      for (int c = 0; c < CHANNELS * 32; c++)
        for (int p = 0; p < K; p++)
          for (int q = 0; q < K; q++) {
            out[y][x] += weights[c][p][q] * in[c][y + p][x + q];
            most[y][x] = out[y][x] > most[y][x] ? out[y][x] : most[y][x];
          }
}

// The loop of the taps is outside: it stays.
void outside(float in[H + 4], float w[5], float out[H]) {
  for (int k = 0; k < 5; k++)
    for (int i = 0; i < H; i++)
      out[i] += w[k] * in[i + k];
}

// Taps that would lie outside are left out.
void padded(float in[32][32], float k[3][3], float out[32][32]) {
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 32; j++) {
      float s = 0.0f;
      for (int p = 0; p < 3; p++)
        for (int q = 0; q < 3; q++)
          if (i + p >= 1 && i + p < 33 && j + q >= 1 && j + q < 33)
            s += in[i + p - 1][j + q - 1] * k[p][q];
      out[i][j] = s;
    }
}

// A condition on data, with a branch of its own.
void pool(float in[64], float out[60]) {
  for (int i = 0; i < 60; i++) {
    float most = in[i], count = 0.0f;
    for (int k = 1; k < 5; k++)
      if (in[i + k] > most)
        most = in[i + k];
      else
        count += 1.0f;
    out[i] = most + count;
  }
}
