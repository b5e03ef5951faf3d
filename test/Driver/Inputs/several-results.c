// Loops that compute several arrays, whose nests cannot be apart, between
// nests that stream.

#include <math.h>

// Time steps over three fields; the density of the energy behind them.
void fields(float Ex[40][48], float Ey[40][48], float Hz[40][48],
            float Wx[40][48], float Wy[40][48], float E[40][48]) {
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 48; ++j)
      Hz[i][j] = Hz[i][j] * 0.5f;
  for (int t = 0; t < 10; ++t) {
    for (int i = 0; i < 40; ++i)
      for (int j = 1; j < 48; ++j)
        Ex[i][j] = Ex[i][j] - 0.5f * (Hz[i][j] - Hz[i][j - 1]);
    for (int i = 1; i < 40; ++i)
      for (int j = 0; j < 48; ++j)
        Ey[i][j] = Ey[i][j] - 0.5f * (Hz[i][j] - Hz[i - 1][j]);
    for (int i = 0; i < 39; ++i)
      for (int j = 0; j < 47; ++j)
        Hz[i][j] = Hz[i][j] - 0.75f * (Ex[i][j + 1] - Ex[i][j] + Ey[i + 1][j] -
                                       Ey[i][j]);
  }
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 48; ++j)
      E[i][j] = Wx[i][j] * (Ex[i][j] * Ex[i][j]) +
                Wy[i][j] * (Ey[i][j] * Ey[i][j]);
}

// A = Q R, then Q B and R C: of other shapes, one result goes to memory, the
// other one does not.
void factors(float A[40][24], float Q[40][24], float B[24][16], float C[24][16],
             float D[40][16], float E[24][16]) {
  float R[24][24];
  for (int k = 0; k < 24; ++k) {
    float norm = 0.0f;
    for (int i = 0; i < 40; ++i)
      norm += A[i][k] * A[i][k];
    R[k][k] = sqrtf(norm);
    for (int i = 0; i < 40; ++i)
      Q[i][k] = A[i][k] / R[k][k];
    for (int j = 0; j < k; ++j)
      R[k][j] = 0.0f;
    for (int j = k + 1; j < 24; ++j) {
      R[k][j] = 0.0f;
      for (int i = 0; i < 40; ++i)
        R[k][j] += Q[i][k] * A[i][j];
      for (int i = 0; i < 40; ++i)
        A[i][j] -= Q[i][k] * R[k][j];
    }
  }
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 16; ++j) {
      D[i][j] = 0.0f;
      for (int k = 0; k < 24; ++k)
        D[i][j] += Q[i][k] * B[k][j];
    }
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 16; ++j) {
      E[i][j] = 0.0f;
      for (int k = 0; k < 24; ++k)
        E[i][j] += R[i][k] * C[k][j];
    }
}

// Two states of oscillators along each row: tiles of rows.
void oscillators(float X[360][40], float F[360][40], float S[360][40],
                 float V[360][40]) {
  for (int i = 0; i < 360; ++i)
    for (int j = 0; j < 40; ++j)
      F[i][j] = X[i][j] * 0.25f;
  for (int i = 0; i < 360; ++i)
    for (int j = 1; j < 40; ++j) {
      S[i][j] = S[i][j - 1] + 0.125f * V[i][j - 1];
      V[i][j] = V[i][j - 1] - 0.125f * S[i][j] + F[i][j];
    }
}

// One state is of use, the other one is gone behind the loop.
void leap(float P[24], float F[24]) {
  float V[24];
  for (int i = 0; i < 24; ++i)
    V[i] = F[i] * 0.5f;
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 24; ++i)
      V[i] -= P[i];
    for (int i = 0; i < 24; ++i)
      P[i] += V[i];
  }
}
