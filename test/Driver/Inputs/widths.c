// Products of narrow integers: one DSP each; a wide one takes three.
void narrow(signed char a[16], unsigned char b[16], int y[16]) {
  for (int i = 0; i < 16; i++)
    y[i] = a[i] * b[i];
}

void masked(int a[16], int y[16]) {
  for (int i = 0; i < 16; i++)
    y[i] = (a[i] & 1023) * 200;
}

void wide(int a[16], int b[16], int y[16]) {
  for (int i = 0; i < 16; i++)
    y[i] = a[i] * b[i];
}

// The ranges of values show narrow factors where their types do not: a clamp,
// a remainder, a sum, a loop's iterator, a table.
void ranges(int a[16], short b[16], int y[16]) {
  static const int weights[16] = {3, -500, 7, 9, 11, 13, 15, 17, 1, 2, 4, 8};
  for (int i = 0; i < 16; i++) {
    int x = a[i] < -1000 ? -1000 : a[i] > 1000 ? 1000 : a[i];
    y[i] = x * (b[i] + weights[i]) + (b[i] - a[i] % 100) * i;
  }
}

// One bit too many.
void beyond(short a[16], short b[16], short c[16], int y[16]) {
  for (int i = 0; i < 16; i++)
    y[i] = (a[i] + b[i] + c[i] + 65536) * (a[i] - b[i]);
}
