// Nests that fit streams, and are faster as tasks with buffers, or are not.

// All pairs: rows of one dimension give a stream 16 x 16 lanes at most.
void pairs(float x[512], float m[512], float f[512]) {
  for (int i = 0; i < 512; ++i)
    f[i] = 0.0f;
  for (int i = 0; i < 512; ++i)
    for (int j = 0; j < 512; ++j)
      f[i] += m[j] * (x[i] - x[j]);
}

// Between two nests that stream; the last one stores what the pairs read.
void moved(float A[512], float x[512], float m[512], float f[512]) {
  for (int i = 0; i < 512; ++i)
    x[i] = A[i] * 2.0f;
  for (int i = 0; i < 512; ++i)
    f[i] = 0.0f;
  for (int i = 0; i < 512; ++i)
    for (int j = 0; j < 512; ++j)
      f[i] += m[j] * (x[i] - x[j]);
  for (int i = 0; i < 512; ++i)
    m[i] = f[i] * 0.5f;
}

// Rows that have no divisors have no lanes.
void prime(float A[41][43], float B[43][37], float C[41][37]) {
  for (int i = 0; i < 41; ++i)
    for (int k = 0; k < 43; ++k)
      for (int j = 0; j < 37; ++j)
        C[i][j] += A[i][k] * B[k][j];
}

// A product whose rows have them: a stream computes while its operands come.
void product(float A[40][48], float B[48][32], float C[40][32]) {
  for (int i = 0; i < 40; ++i)
    for (int k = 0; k < 48; ++k)
      for (int j = 0; j < 32; ++j)
        C[i][j] += A[i][k] * B[k][j];
}
