// Five arrays are loaded at once, and a sixth one is stored.
void five(const float a[4096], const float b[4096], const float c[4096],
          const float d[4096], const float e[4096], float sum[4096]) {
  for (int i = 0; i < 4096; i++)
    sum[i] = a[i] + b[i] + c[i] + d[i] + e[i];
}

// One array, whose beats may be as wide as ports are.
void twice(const float a[4096], float b[4096]) {
  for (int i = 0; i < 4096; i++)
    b[i] = 2.0f * a[i];
}
