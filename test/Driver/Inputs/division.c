// Integer quotients and remainders by variables.
void divide(int x[32], unsigned char d[32], int quotient[32],
            unsigned rest[32]) {
  for (int i = 0; i < 32; i++) {
    int by = d[i] + 1;
    quotient[i] = x[i] / by;
    rest[i] = (unsigned)x[i] % (by * 3u) + quotient[i];
  }
}

// One that must not run everywhere: a part that is carried through.
void guarded(int x[32], int d[32], int y[32]) {
  for (int i = 0; i < 32; i++)
    y[i] = d[i] > 5 ? x[i] / (d[i] - 5) : 0;
}

// A loop that halves a variable, as in a fast Fourier transform.
void halving(int x[32], int y[6]) {
  int step = 32, level = 0;
  while (step > 0) {
    y[level] = x[32 / step - 1] / step;
    step = step / 2;
    level++;
  }
}
