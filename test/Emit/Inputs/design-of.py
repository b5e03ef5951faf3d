"""Prints the #hls.design of a module, as `hlsc --design` takes it: design-of.py FILE"""
import sys

text = open(sys.argv[1], encoding="utf-8").read()
start = text.index("#hls.design<")
end, depth = start, 0
while depth > 0 or "<" not in text[start:end]:
    depth += {"<": 1, ">": -1}.get(text[end], 0)
    end += 1
print(text[start:end])
