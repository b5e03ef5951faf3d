/* Sums with few results: each has many terms. */
void rows(float A[4][4096], float b[4096], float s[4]) {
  for (int r = 0; r < 4; r++) {
    s[r] = 0;
    for (int i = 0; i < 4096; i++)
      s[r] += A[r][i] * b[i];
  }
}

/* Integers may be added in any order. */
void counts(int A[6][960], int s[6]) {
  for (int r = 0; r < 6; r++)
    for (int i = 0; i < 960; i++)
      s[r] += A[r][i];
}

/* The sums of a nest between two others. */
void scaled(float A[3][1024], float b[1024], float s[3], float C[3][64]) {
  for (int r = 0; r < 3; r++) {
    s[r] = 0;
    for (int i = 0; i < 1024; i++)
      s[r] += A[r][i] * b[i];
  }
  for (int r = 0; r < 3; r++)
    for (int j = 0; j < 64; j++)
      C[r][j] = C[r][j] * s[r];
}
