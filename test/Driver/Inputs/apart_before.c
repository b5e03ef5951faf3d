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

// A sum whose other operands are sums of earlier iterations is none.
void fed(float B[15]) {
  for (int i = 0; i < 11; i++)
    for (int j = i; j < 11; j++)
      B[i + 3] += 0.5f * (0.25f * (B[i + 2] < B[i] ? B[i + 2] : B[i]) - 0.25f * B[13 - i]);
}

void fed_beside(float alpha, float A[9][9], float B[9], float C[9]) {
  for (int i = 0; i <= 8; i++) {
    A[i][i] = 0.5f * A[i][i];
    for (int j = 0; j < 7; j += 3)
      for (int k = 1; k <= 16; k++)
        B[i] += 0.25f * (0.5f * (B[j] > A[j][3] ? B[j] : A[j][3]) - 0.5f * (0.25f * alpha + 0.25f * C[i]));
  }
}

void fed_by_columns(float alpha, float A[27][19]) {
  for (int i = 0; i < 16; i += 2)
    for (int j = 7; j >= 1; --j)
      for (int k = 0; k < 4; k++)
        A[j + i + 2][4] += 0.5f * (0.5f * (0.5f * alpha * A[k + 2][j + 2]) * A[k][k]);
}

// Values pass around the pipelined loop, whose own iterations conditions alone
// keep apart.
void around_triangle(double alpha, double A[13][11][8]) {
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++)
      A[j + 3][i + 1][i] -= 0.25 * (0.25 * (0.25 * alpha * A[i + i + 2][i + 1][i]) - 0.5 * A[j + 2][j + 1][i + 2]);
}

void around_condition(double A[14], double B[11][9]) {
  for (int i = 1; i < 8; i++)
    for (int j = 2; j < 4; j++)
      for (int k = 0; k <= j; k++)
        for (int l = 0; l < j + 2; l++)
          A[j - 1] -= 0.5 * (0.25 * (A[4 - k + 1] > B[j][j] ? A[4 - k + 1] : B[j][j]) - 0.25 * (0.5 * B[2 * j][3] + 0.5 * B[j][3]));
}

void around_narrow(short A[11], short C[14][25], short L[26][13][25]) {
  for (int i = 1; i < 11; i++)
    for (int j = 2; j < i + 1; j++)
      L[j + 2][j][j + 4] += ((L[j][i][i + 4] < C[i + 1][j] ? L[j][i][i + 4] : C[i + 1][j]) + (A[i - 1] - L[j + 2][i + 1][j + 2]));
}
