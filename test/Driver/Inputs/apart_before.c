// Programs for which model and estimator used to differ.

// The function computes s by itself, before the task.
void scale(float A[64], float B[64], int pass) {
  float s = 2.0f * pass;
  for (int i = 0; i < 64; i++)
    B[i] = s * A[i];
}

// Scalars that wait for each other, and some that a shared loop computes.
void powers(float A[16][32], float x) {
  float s = x * x + 1.0f;
  float t = s * s * s;
  for (int i = 1; i < 16; i++) {
    float u = t * s;
    for (int j = 0; j < 32; j++)
      A[i][j] = A[i - 1][j] * u + t;
  }
}

// Iterations of j bring elements of c again that k has moved on from.
void mix(long c[8][12], signed char a[8][4], signed char v[8][4]) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < 4; k++)
        c[i][j + k] -= a[i][k] * v[j][k];
}

void diagonals(float A[12][23][19]) {
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 3; j++)
      A[j + i + 1][5][0] +=
          0.5f * (0.25f * A[j + i + 2][2 * j + 2 * i + 4][3] + 0.25f * A[3][6][3]);
}

// A sum in a loop of one iteration carries nothing.
void once(double A[3], double B[2][2]) {
  for (int i = 1; i < 2; i++)
    A[2] += 0.25 * (0.5 * A[i] * B[i - 1][i - 1]);
}

// No value of i makes 2 i + 1 zero: what is read is never what is written.
void never(double A[16][17], double B[17][13]) {
  for (int i = 0; i < 4; i++)
    for (int j = 2 * i; j < 7; j++)
      for (int k = 0; k < 10; k++)
        A[k + 5][0] += 0.5 * A[j + 3][2 * i + 1] + 0.25 * B[j + 1][k + 1];
}

// The loop j ends where i is; nothing of A is read that it writes.
void beside(float A[16][11][15]) {
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 6; k++)
      for (int j = 0; j <= i; j++)
        A[3 - i][4][j + 1] +=
            0.5f * A[j + 2][4 - i][6 - j] + 0.25f * A[2 * k + 3][k][5];
}
