#!/usr/bin/env python3
"""Runs the oracles of all minors over the cases and merges what they say.

    verdicts.py BIN_DIRECTORY CASES_DIRECTORY > verdicts.jsonl

BIN_DIRECTORY holds oracle-1.30 ... (made by build.sh). A line for each document (or item of a List) of each case:
{file, document, item?, apiVersion, kind, name, verdicts: [{minors: [..], outcome, decode?, errors?, warnings?, duplicates?}]}
Minors that agree share an entry. Errors are sorted: the server walks maps in random order. X.old.yaml + X.new.yaml are judged
as an update and reported under X.new.yaml; X.old.yaml alone is not judged.
"""
import json
import os
import re
import subprocess
import sys

KEEP = ("outcome", "decode", "errors", "warnings", "duplicates")


def run(binary, *args):
    out = subprocess.run([binary, *args], capture_output=True, text=True, errors="replace")
    if out.returncode not in (0, 1):
        sys.exit(f"{binary} {args}: {out.stderr[:300]}")
    return [json.loads(line) for line in out.stdout.splitlines()]


def judge(binary, cases):
    created, updated = [], []
    for folder, _, names in sorted(os.walk(cases)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(".new.yaml"):
                updated.append(path)
            elif name.endswith((".yaml", ".json")) and not name.endswith(".old.yaml"):
                created.append(path)
    lines = run(binary, "-isolate", *created)
    for path in updated:
        lines += run(binary, "-isolate", "-old", path.replace(".new.yaml", ".old.yaml"), path)
    return lines


def level(text):
    """What differs from run to run: addresses and the numbers of generated type names."""
    return re.sub(r"selfType\d+", "selfType0", re.sub(r"\b0x[0-9a-f]{6,}", "0x0", text))


def clean(verdict):
    kept = {k: verdict[k] for k in KEEP if verdict.get(k)}
    if "errors" in kept:
        for error in kept["errors"]:
            error["message"] = level(error["message"])[:500]
        kept["errors"].sort(key=lambda e: (e["field"], e["type"], e["message"]))
    for k in ("decode", "warnings"):
        if k in kept:
            kept[k] = sorted(kept[k])
    return kept


def main():
    binaries, cases = sys.argv[1], os.path.normpath(sys.argv[2])
    minors = sorted((f[7:] for f in os.listdir(binaries) if re.fullmatch(r"oracle-1\.\d+", f)), key=lambda m: int(m[2:]))
    merged = {}
    for minor in minors:
        for v in judge(os.path.join(binaries, f"oracle-{minor}"), cases):
            key = (os.path.relpath(v["file"], cases), v["document"], -1 if v.get("item") is None else v["item"])
            entry = merged.setdefault(key, {"file": key[0], "document": v["document"], **({"item": v["item"]} if v.get("item") is not None else {}),
                                            **{k: v[k] for k in ("apiVersion", "kind", "name") if v.get(k)}, "verdicts": []})
            kept = clean(v)
            for other in entry["verdicts"]:
                if {k: x for k, x in other.items() if k != "minors"} == kept:
                    other["minors"].append(minor)
                    break
            else:
                entry["verdicts"].append({"minors": [minor], **kept})
    for key in sorted(merged):
        print(json.dumps(merged[key], ensure_ascii=False))


main()
