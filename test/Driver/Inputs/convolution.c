// A layer of a network: 8 filters of 8 channels, 3 x 3.
#ifndef TYPE
#define TYPE int
#endif

void layer(TYPE out[8][12][12], TYPE in[8][14][14], TYPE w[8][8][3][3]) {
  for (int f = 0; f < 8; ++f)
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 12; ++x)
        for (int c = 0; c < 8; ++c)
          for (int r = 0; r < 3; ++r)
            for (int s = 0; s < 3; ++s)
              out[f][y][x] += w[f][c][r][s] * in[c][y + r][x + s];
}
