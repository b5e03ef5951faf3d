// Products and element-wise steps, which stream, around nests that fit no
// stream: sums along rows, and a triangular system of equations.

void sums(float A[24][32], float B[32][40], float D[24][40]) {
  float S[24][40];
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 40; ++j)
      S[i][j] = 0.0f;
  for (int i = 0; i < 24; ++i)
    for (int k = 0; k < 32; ++k)
      for (int j = 0; j < 40; ++j)
        S[i][j] += A[i][k] * B[k][j];
  for (int i = 0; i < 24; ++i)
    for (int j = 1; j < 40; ++j)
      S[i][j] += S[i][j - 1];
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 40; ++j)
      D[i][j] = S[i][j] * 0.5f;
}

void solve(float A[24][32], float B[32][24], float L[24][24], float E[24][16],
           float D[24][16]) {
  float X[24][24];
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 24; ++j)
      X[i][j] = 0.0f;
  for (int i = 0; i < 24; ++i)
    for (int k = 0; k < 32; ++k)
      for (int j = 0; j < 24; ++j)
        X[i][j] += A[i][k] * B[k][j];
  for (int i = 0; i < 24; ++i) {
    for (int k = 0; k < i; ++k)
      for (int j = 0; j < 24; ++j)
        X[i][j] -= L[i][k] * X[k][j];
    for (int j = 0; j < 24; ++j)
      X[i][j] = X[i][j] / L[i][i];
  }
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 16; ++j)
      D[i][j] = 0.0f;
  for (int i = 0; i < 24; ++i)
    for (int k = 0; k < 24; ++k)
      for (int j = 0; j < 16; ++j)
        D[i][j] += X[i][k] * E[k][j];
}

// A task stores two arrays.
void two(float A[16], float x[16], float y[16], float B[16]) {
  for (int i = 1; i < 16; ++i) {
    x[i] = x[i - 1] + y[i - 1];
    y[i] = y[i - 1] * x[i];
  }
  for (int i = 0; i < 16; ++i)
    B[i] = A[i] + A[i];
}

// Without a stream there is no network.
void alone(float x[16]) {
  for (int i = 1; i < 16; ++i)
    x[i] = x[i] + x[i - 1];
}
