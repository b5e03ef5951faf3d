// Sums of whole arrays, scalars that are computed first, rows and diagonals
// that are stored: what has fewer elements than a stream of rows.

// A vector of length 1: all that follows waits for one sum.
void unit(float x[900], float y[900]) {
  float squares = 0.0f;
  for (int i = 0; i < 900; i++)
    squares += x[i] * x[i];
  for (int i = 0; i < 900; i++)
    y[i] = x[i] / squares;
}

// An array of one element is an operand of a product.
void scaled(double A[48][40], double B[40][56], double C[48][56],
            double alpha[1]) {
  for (int i = 0; i < 48; i++)
    for (int j = 0; j < 56; j++)
      for (int k = 0; k < 40; k++)
        C[i][j] += alpha[0] * A[i][k] * B[k][j];
}

// A scalar that the program computes itself, of one that it takes.
void weighted(float alpha, float x[600], float y[600], float z[600]) {
  float weight = alpha * alpha + 1.0f;
  for (int i = 0; i < 600; i++)
    y[i] = weight * x[i];
  for (int i = 0; i < 600; i++)
    z[i] = y[i] + weight * z[i];
}

// A recurrence along rows in both directions, and their sum. Each keeps the
// last values in scalars.
void filter(float alpha, float A[36][64], float B[36][64]) {
  float up[36][64], down[36][64];
  float gain = 1.0f - alpha;
  for (int i = 0; i < 36; i++) {
    float last = 0.0f;
    for (int j = 0; j < 64; j++) {
      up[i][j] = gain * A[i][j] + alpha * last;
      last = up[i][j];
    }
  }
  for (int i = 0; i < 36; i++) {
    float last = 0.0f;
    for (int j = 63; j >= 0; j--) {
      down[i][j] = gain * A[i][j] + alpha * last;
      last = down[i][j];
    }
  }
  for (int i = 0; i < 36; i++)
    for (int j = 0; j < 64; j++)
      B[i][j] = up[i][j] + down[i][j];
}

// A symmetric matrix with ones on its diagonal, the last of them apart.
void similar(float A[60][36], float S[36][36]) {
  for (int i = 0; i < 35; i++) {
    S[i][i] = 1.0f;
    for (int j = i + 1; j < 36; j++) {
      S[i][j] = 0.0f;
      for (int k = 0; k < 60; k++)
        S[i][j] += A[k][i] * A[k][j];
      S[j][i] = S[i][j];
    }
  }
  S[35][35] = 1.0f;
}

// A border around an image, and one element in the middle.
void border(int A[40][32], int B[40][32]) {
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 32; j++)
      B[i][j] = 3 * A[i][j] + 1;
  for (int j = 0; j < 32; j++) {
    B[0][j] = 7;
    B[39][j] = A[0][j];
  }
  B[20][16] = -1;
}
