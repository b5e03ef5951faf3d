// Nests that fit no stream and go from row to row of their arrays, between
// nests that stream.

// A filter along rows, whose coefficients are the same in all of them.
void filter(float X[360][40], float c[40], float Y[360][40]) {
  float Z[360][40];
  for (int i = 0; i < 360; ++i)
    for (int j = 0; j < 40; ++j)
      Z[i][j] = X[i][j] + 1.0f;
  for (int i = 0; i < 360; ++i)
    for (int j = 1; j < 40; ++j)
      Z[i][j] = Z[i][j] + c[j] * Z[i][j - 1];
  for (int i = 0; i < 360; ++i)
    for (int j = 0; j < 40; ++j)
      Y[i][j] = Z[i][j] * 2.0f;
}

// Sums of integers along rows, two tasks one behind the other. A passes the
// first one by.
void scan(int A[512][16], int B[512][16]) {
  int S[512][16], T[512][16];
  for (int i = 0; i < 512; ++i)
    for (int j = 0; j < 16; ++j)
      S[i][j] = A[i][j] * 3;
  for (int i = 0; i < 512; ++i)
    for (int j = 1; j < 16; ++j)
      S[i][j] += S[i][j - 1];
  for (int i = 0; i < 512; ++i)
    for (int j = 0; j < 16; ++j)
      T[i][j] = S[i][j] * A[i][j];
  for (int i = 0; i < 512; ++i)
    for (int j = 1; j < 16; ++j)
      T[i][j] += T[i][j - 1];
  for (int i = 0; i < 512; ++i)
    for (int j = 0; j < 16; ++j)
      B[i][j] = T[i][j] + 1;
}

// What the device does not hold whole: sums along long rows of doubles, from
// arrays of three dimensions.
void large(double A[480][8][96], double B[480][8][96]) {
  double S[480][8][96];
  for (int i = 0; i < 480; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 0; k < 96; ++k)
        S[i][j][k] = A[i][j][k] + A[i][j][k];
  for (int i = 0; i < 480; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 1; k < 96; ++k)
        S[i][j][k] = S[i][j][k] - S[i][j][k - 1];
  for (int i = 0; i < 480; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 0; k < 96; ++k)
        B[i][j][k] = S[i][j][k] * 0.5;
}

// A product fits streams; as a task it holds its second operand whole.
void product(float A[45][48], float B[48][33], float C[45][33],
             float D[45][33]) {
  float T[45][33];
  for (int i = 0; i < 45; ++i)
    for (int j = 0; j < 33; ++j)
      T[i][j] = 0.0f;
  for (int i = 0; i < 45; ++i)
    for (int j = 0; j < 33; ++j)
      for (int k = 0; k < 48; ++k)
        T[i][j] += A[i][k] * B[k][j];
  for (int i = 0; i < 45; ++i)
    for (int j = 0; j < 33; ++j)
      D[i][j] = T[i][j] * C[i][j];
}

// Scalars go along.
void scaled(float alpha, float beta, float X[120][16], float Y[120][16]) {
  float Z[120][16];
  for (int i = 0; i < 120; ++i)
    for (int j = 0; j < 16; ++j)
      Z[i][j] = X[i][j] * alpha;
  for (int i = 0; i < 120; ++i)
    for (int j = 1; j < 16; ++j)
      Z[i][j] += (alpha * beta) * Z[i][j - 1];
  for (int i = 0; i < 120; ++i)
    for (int j = 0; j < 16; ++j)
      Y[i][j] = Z[i][j] * 2.0f + beta;
}

// Each row needs the one before.
void down(float X[64][16], float Y[64][16]) {
  float Z[64][16];
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 16; ++j)
      Z[i][j] = X[i][j] + 1.0f;
  for (int i = 1; i < 64; ++i)
    for (int j = 0; j < 16; ++j)
      Z[i][j] = Z[i][j] + Z[i - 1][j];
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 16; ++j)
      Y[i][j] = Z[i][j] * 2.0f;
}

// Rows of X go to a task that takes them tile by tile, and to one that holds
// all of X.
void spread(float W[96][16], float X[96][16], float Y[96][16],
            float Z[96][16]) {
  for (int i = 0; i < 96; ++i)
    for (int j = 0; j < 16; ++j)
      Y[i][j] = X[i][j] * 3.0f;
  for (int i = 0; i < 96; ++i)
    for (int j = 1; j < 16; ++j)
      Y[i][j] = Y[i][j - 1] * 0.5f + X[i][j];
  for (int i = 1; i < 96; ++i)
    for (int j = 0; j < 16; ++j)
      Z[i][j] = Z[i - 1][j] + X[i][j];
  for (int i = 0; i < 96; ++i)
    for (int j = 0; j < 16; ++j)
      W[i][j] = Z[i][j] + 1.0f;
}

// The rows of T that leave the first product are held up until C has come,
// which waits for the element of A that the same rows of A go to.
void products(double A[8][29], double B[29][17], double T[8][17],
              double C[17][33], double D[8][33]) {
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 17; ++j)
      T[i][j] = 0.0;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 17; ++j)
      for (int k = 0; k < 29; ++k)
        T[i][j] += A[i][k] * B[k][j];
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 33; ++j)
      D[i][j] = 0.0;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 33; ++j)
      for (int k = 0; k < 17; ++k)
        D[i][j] += T[i][k] * C[k][j];
  for (int i = 0; i < 17; ++i)
    for (int j = 0; j < 33; ++j)
      C[i][j] += A[3][22];
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 29; ++j)
      A[i][j] -= C[i][j];
}

// Tiles of T alone, which the task fills itself; all of A is there before.
void alike(double A[11][9], double T[27][11]) {
  for (int i = 0; i < 27; ++i)
    for (int j = 0; j < 11; ++j)
      T[i][j] = 0.0;
  for (int i = 0; i < 27; ++i)
    for (int j = 0; j < 11; ++j)
      for (int k = 0; k < 9; ++k)
        T[i][j] += A[j][k] * A[j][7];
}
