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
