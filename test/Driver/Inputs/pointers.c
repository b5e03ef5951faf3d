// Arrays behind pointers, labelled loops.
void scale(float (*A)[24], float *B) {
rows:
  for (int i = 0; i < 20; i++)
  columns:
    for (int j = 0; j < 24; j++)
      A[i][j] = A[i][j] * B[i];
}

void depth(int *in, int *out) {
#pragma HLS interface m_axi port=in depth=480
#pragma HLS interface m_axi port=out depth=480
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 24; j++)
      out[i * 24 + j] = in[i * 24 + j] + 1;
}

// What a call sets through a pointer is not what the variable held before.
static void next(int *at) { *at = *at + 3; }
void changed(int A[16]) {
  int at = 4;
  next(&at);
  A[at] = 1;
}
