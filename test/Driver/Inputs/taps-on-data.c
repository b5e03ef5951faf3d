// Each tap changes an element if data say so, and reads it before and after.
void taps_on_data(unsigned A[23]) {
  for (int i = 2; i < 9; i++)
    for (int j = i + 2; j < 12; j++)
      for (int k = 1; k >= 0; --k) {
        if (A[j] <= 3)
          A[j] += A[i + k];
        A[i] += A[j];
      }
}
