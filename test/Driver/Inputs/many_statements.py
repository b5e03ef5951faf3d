"""Writes a C program of so many element-wise products and sums of arrays.

usage: many_statements.py STATEMENTS > FILE
"""
import sys

statements = int(sys.argv[1])
arrays = ", ".join(f"float A{i}[64]" for i in range(statements + 2))
print(f"void many({arrays}) {{")
for i in range(statements):
    # Every third one reads what the one before it wrote.
    read = i + 1 if i % 3 == 0 else i // 2
    print(f"  for (int i = 0; i < 64; i++) A{i + 2}[i] = A{i}[i] * A{read}[i] + A{i // 3}[i];")
print("}")
