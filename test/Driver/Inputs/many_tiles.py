"""Prints a network of 98 statements over arrays that do not fit on chip."""

arrays = ", ".join(f"float A{k}[4096]" for k in range(99))
print(f"void f({arrays}) {{")
for k in range(98):
    print(f"  for (int i = 0; i < 4096; i++)\n    A{k + 1}[i] = A{k}[i] + A{k * 5 % (k + 1)}[i];")
print("}")
