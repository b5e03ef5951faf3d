// Products of matrices, one after the other.

// The last one uses the results of the others.
void chain(float A[120][140], float B[140][130], float C[130][160],
           float D[160][150], float E[120][130], float F[130][150],
           float G[120][150]) {
  for (int i = 0; i < 120; ++i)
    for (int j = 0; j < 130; ++j) {
      E[i][j] = 0.0f;
      for (int k = 0; k < 140; ++k)
        E[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < 130; ++i)
    for (int j = 0; j < 150; ++j) {
      F[i][j] = 0.0f;
      for (int k = 0; k < 160; ++k)
        F[i][j] += C[i][k] * D[k][j];
    }
  for (int i = 0; i < 120; ++i)
    for (int j = 0; j < 150; ++j) {
      G[i][j] = 0.0f;
      for (int k = 0; k < 130; ++k)
        G[i][j] += E[i][k] * F[k][j];
    }
}

// Four in a chain.
void four(float A[24][32], float B[32][32], float C[32][32], float D[32][16],
          float E[16][48], float P[24][32], float Q[24][32], float R[24][16],
          float S[24][48]) {
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 32; ++j) {
      P[i][j] = 0.0f;
      for (int k = 0; k < 32; ++k)
        P[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 32; ++j) {
      Q[i][j] = 0.0f;
      for (int k = 0; k < 32; ++k)
        Q[i][j] += P[i][k] * C[k][j];
    }
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 16; ++j) {
      R[i][j] = 0.0f;
      for (int k = 0; k < 32; ++k)
        R[i][j] += Q[i][k] * D[k][j];
    }
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 48; ++j) {
      S[i][j] = 0.0f;
      for (int k = 0; k < 16; ++k)
        S[i][j] += R[i][k] * E[k][j];
    }
}

// Old values of what the first one makes are read, and what it makes.
void twice(float A[24][32], float B[32][32], float C[32][32], float P[24][32],
           float Q[24][32]) {
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 32; ++j)
      for (int k = 0; k < 32; ++k)
        P[i][j] += A[i][k] * B[k][j];
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 32; ++j)
      for (int k = 0; k < 32; ++k)
        Q[i][j] += P[i][k] * C[k][j];
}

// The second one adds to what is there, the first one does not.
void adds(float A[24][32], float B[32][32], float C[32][32], float P[24][32],
          float Q[24][32]) {
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 32; ++j) {
      P[i][j] = 0.0f;
      for (int k = 0; k < 32; ++k)
        P[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 32; ++j)
      for (int k = 0; k < 32; ++k)
        Q[i][j] += P[i][k] * C[k][j];
}

// What is passed on has no place in memory.
void local(float A[24][32], float B[32][32], float C[32][32], float Q[24][32]) {
  float P[24][32];
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 32; ++j) {
      P[i][j] = 0.0f;
      for (int k = 0; k < 32; ++k)
        P[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 32; ++j) {
      Q[i][j] = 0.0f;
      for (int k = 0; k < 32; ++k)
        Q[i][j] += P[i][k] * C[k][j];
    }
}

void sizes(const float A[32][48], const float B[48][40], float C[32][40],
           const float D[40][36], float E[32][36], const float F[36][32],
           float G[32][32]) {
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 40; j++) {
      C[i][j] = 0;
      for (int k = 0; k < 48; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 36; j++) {
      E[i][j] = 0;
      for (int k = 0; k < 40; k++)
        E[i][j] += C[i][k] * D[k][j];
    }
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 32; j++) {
      G[i][j] = 0;
      for (int k = 0; k < 36; k++)
        G[i][j] += E[i][k] * F[k][j];
    }
}
