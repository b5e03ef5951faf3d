// Straight-line statements of one loop body: one task with several results.

// A step of CORDIC turns the vector (cx, cy) by the angle atan(2^-k).
#define STEP(k, angle)                                                         \
  d = cz < 0 ? -1 : 1;                                                         \
  t = cx - d * (cy >> k);                                                      \
  cy = cy + d * (cx >> k);                                                     \
  cx = t;                                                                      \
  cz = cz - d * angle;
#define STEPS                                                                  \
  STEP(0, 51472)                                                               \
  STEP(1, 30386)                                                               \
  STEP(2, 16055)                                                               \
  STEP(3, 8150)                                                                \
  STEP(4, 4091)                                                                \
  STEP(5, 2047)                                                                \
  STEP(6, 1024)                                                                \
  STEP(7, 512)                                                                 \
  STEP(8, 256)                                                                 \
  STEP(9, 128)                                                                 \
  STEP(10, 64)                                                                 \
  STEP(11, 32)                                                                

void cordic(int x[256], int y[256], int z[256], int c[256], int s[256]) {
  for (int i = 0; i < 256; i++) {
    int cx = x[i], cy = y[i], cz = z[i], d, t;
    STEPS
    c[i] = cx;
    s[i] = cy;
  }
}

// The old values go through local scalars.
void in_place(int x[256], int y[256], int z[256]) {
  for (int i = 0; i < 256; i++) {
    int cx = x[i], cy = y[i], cz = z[i], d, t;
    STEPS
    x[i] = cx;
    y[i] = cy;
    z[i] = cz;
  }
}

void cmul(float ar[512], float ai[512], float br[512], float bi[512],
          float cr[512], float ci[512]) {
  for (int i = 0; i < 512; i++) {
    cr[i] = ar[i] * br[i] - ai[i] * bi[i];
    ci[i] = ar[i] * bi[i] + ai[i] * br[i];
  }
}

void yuv(int r[32][64], int g[32][64], int b[32][64], int y[32][64],
         int u[32][64], int v[32][64]) {
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 64; j++) {
      y[i][j] = ((66 * r[i][j] + 129 * g[i][j] + 25 * b[i][j] + 128) >> 8) + 16;
      u[i][j] = ((-38 * r[i][j] - 74 * g[i][j] + 112 * b[i][j] + 128) >> 8) + 128;
      v[i][j] = ((112 * r[i][j] - 94 * g[i][j] - 18 * b[i][j] + 128) >> 8) + 128;
    }
}

void sobel(float a[34][66], float gx[34][66], float gy[34][66]) {
  for (int i = 1; i < 33; i++)
    for (int j = 1; j < 65; j++) {
      gx[i][j] = (a[i - 1][j + 1] - a[i - 1][j - 1]) +
                 2.0f * (a[i][j + 1] - a[i][j - 1]) +
                 (a[i + 1][j + 1] - a[i + 1][j - 1]);
      gy[i][j] = (a[i + 1][j - 1] - a[i - 1][j - 1]) +
                 2.0f * (a[i + 1][j] - a[i - 1][j]) +
                 (a[i + 1][j + 1] - a[i - 1][j + 1]);
    }
}

// Each reads what the one before wrote; t is not needed then.
void chain(float a[256], float b[256], float c[256], float d[256]) {
  float t[256];
  for (int i = 0; i < 256; i++) {
    t[i] = a[i] * 2.0f;
    b[i] = t[i] + 1.0f;
    c[i] = b[i] * t[i];
    d[i] = c[i] - a[i];
  }
}

// Under a condition, as the triangle is no box.
void triangle(float a[40][40], float b[40][40], float p[40][40],
              float q[40][40]) {
  for (int i = 0; i < 40; i++)
    for (int j = 0; j <= i; j++) {
      float t = a[i][j] * b[i][j];
      p[i][j] = t + a[i][j];
      q[i][j] = t * t - b[i][j];
    }
}

// Two recurrences that share a denominator, as in adi.
void sweep(float a[32][33], float p[32][33], float q[32][33]) {
  for (int i = 0; i < 32; i++)
    for (int j = 1; j < 33; j++) {
      p[i][j] = 0.5f / (0.25f * p[i][j - 1] + 1.5f);
      q[i][j] = (a[i][j] + 0.25f * q[i][j - 1]) / (0.25f * p[i][j - 1] + 1.5f);
    }
}

// Each needs what the other was before: the loop carries a cycle through both.
void in_turn(float a[65], float b[65]) {
  for (int t = 1; t < 65; t++) {
    a[t] = 0.5f * b[t - 1] + 1.0f;
    b[t] = 0.25f * a[t - 1] * a[t - 1];
  }
}

// The same row by row: the columns stay parallel.
void rows(int a[40][40], int b[40][40]) {
  for (int i = 1; i < 40; i++)
    for (int j = 0; j < 40; j++) {
      a[i][j] = b[i - 1][j] * 3 + a[i - 1][j];
      b[i][j] = a[i - 1][j] - b[i - 1][j] * 5;
    }
}
