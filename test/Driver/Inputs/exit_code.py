"""Runs a command and fails unless it ends with the code.

usage: exit_code.py CODE COMMAND...
"""
import subprocess
import sys

code = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL).returncode
sys.exit(0 if code == int(sys.argv[1]) else f"exit code {code}, expected {sys.argv[1]}")
