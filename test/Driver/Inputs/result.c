// A function that returns a value, on two ways.
float largest(float x[32], int *where) {
  float most = x[0];
  *where = 0;
  for (int i = 1; i < 32; i++)
    if (x[i] > most)
      most = x[i];
  return most;
}

unsigned char parity(int x, int result) {
  if (x > result)
    return x & 1;
  return 2;
}
