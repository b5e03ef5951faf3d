// A type of the vendor's headers.
extern "C" void top(half A[16]) {
  for (int i = 0; i < 16; ++i)
    A[i] = A[i] + A[i];
}
