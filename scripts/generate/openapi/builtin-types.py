#!/usr/bin/env python3
"""Writes src/expressions/types/builtin-types.generated.ts: what the fields of the built-in kinds are, in all minors.

Usage: builtin-types.py WORK

WORK is the folder in which `test/oracle/build.sh` keeps the module files of each release; it needs Go.
Only names, types and markers of merging are taken. The server's type checker and its apply
configurations read the same definitions (`pkg/generated/openapi` of k8s.io/kubernetes).

A type is a text:

    s i n b               string, integer, number, boolean; s/date-time and s/byte with a format
    quantity              text or number; the server has no type for it in CEL
    int-or-string         what it says
    o any                 an object, or a value, of unknown content
    @name []TYPE {}TYPE   a type with fields, a list, a map

Behind it may stand, with blanks between: `list=set`, `list=map:KEY,KEY` (a list is atomic without), `map=atomic` (else fields
are merged one by one), `since=1.33`, `until=1.34`. What changed between minors has alternatives with ` | ` between.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(HERE, "../../../src/expressions/types/builtin-types.generated.ts")

# Types that the definitions do not describe by properties.
LEAVES = {"Quantity": "quantity", "IntOrString": "int-or-string"}


def definitions(folder):
    """The definitions of one release; `folder` has its go.mod and go.sum."""
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("go.mod", "go.sum"):
            shutil.copy(os.path.join(folder, name), scratch)
        shutil.copy(os.path.join(HERE, "definitions/main.go"), scratch)
        env = dict(os.environ, GOFLAGS="-mod=mod", GOTOOLCHAIN="local")
        return json.loads(subprocess.run(["go", "run", "."], cwd=scratch, env=env, check=True, capture_output=True).stdout)


def short(name):
    """io.k8s.api.core.v1.Pod or k8s.io/api/core/v1.Pod -> core.v1.Pod."""
    parts = re.split(r"[./]", name)
    for i, part in enumerate(parts):
        if i and re.fullmatch(r"v\d+((alpha|beta)\d+)?", part):
            return ".".join(parts[i - 1:])
    return parts[-1]


class Release:
    def __init__(self, defs):
        self.defs = {short(name): d["schema"] for name, d in defs.items()}
        self.kinds = {}
        for name, d in defs.items():
            kinds = d["kinds"] or []
            is_list = "items" in d["schema"].get("properties", {})
            if len(kinds) == 1 and not is_list:  # of the others (options, watch events) none is a kind of its own
                k = kinds[0]
                self.kinds["/".join(filter(None, (k["group"], k["version"], k["kind"])))] = short(name)
        self.types = {}
        left = list(self.kinds.values())
        while left:
            name = left.pop()
            if name in self.types or self.leaf(name) is not None:
                continue
            fields = {field: self.field(schema) for field, schema in self.defs[name].get("properties", {}).items()}
            if self.defs[name].get("x-kubernetes-map-type") == "atomic":
                fields[""] = "map=atomic"
            self.types[name] = fields
            left += re.findall(r"@(\S+)", " ".join(fields.values()))

    def leaf(self, name):
        """What a named type without fields is."""
        schema = self.defs[name]
        if name in LEAVES:
            return LEAVES[name]
        if "properties" in schema:
            return None
        return self.type(schema)

    def type(self, schema):
        ref = schema.get("$ref") or next((s["$ref"] for s in schema.get("allOf", []) if "$ref" in s), None)
        if ref is not None:
            name = short(ref)
            return self.leaf(name) or "@" + name
        kind = schema.get("type")
        if kind == "array":
            return "[]" + self.type(schema["items"])
        if kind == "object":
            values = schema.get("additionalProperties")
            return "{}" + self.type(values) if isinstance(values, dict) else "o"
        if kind is None:
            return "any"
        fmt = schema.get("format")
        return kind[0] + (f"/{fmt}" if kind == "string" and fmt else "")

    def field(self, schema):
        text = self.type(schema)
        keys = ",".join(schema.get("x-kubernetes-list-map-keys", []))
        merge = schema.get("x-kubernetes-patch-strategy", "")
        kind = schema.get("x-kubernetes-list-type")
        if text.startswith("[]") and kind is None and merge.startswith("merge"):
            keys = schema.get("x-kubernetes-patch-merge-key", "")
            kind = "map" if keys else "set"
        if kind in ("set", "map"):
            text += f" list={kind}" + (f":{keys}" if keys else "")
        if schema.get("x-kubernetes-map-type") == "atomic":
            text += " map=atomic"
        return text


def merged(tables, minors):
    """One table of the tables of the minors, which says since and until when where an entry is not in all."""
    out = {}
    for key in sorted(set().union(*tables)):
        spans = []  # [text, first, last], as indices of minors
        for index, table in enumerate(tables):
            if key not in table:
                continue
            if spans and spans[-1][0] == table[key] and spans[-1][2] == index - 1:
                spans[-1][2] = index
            else:
                spans.append([table[key], index, index])
        out[key] = " | ".join(
            text + (f" since={minors[first]}" if first else "") + (f" until={minors[last]}" if last < len(minors) - 1 else "")
            for text, first, last in spans)
    return out


def main():
    work = sys.argv[1]
    versions = sorted(os.listdir(work), key=lambda v: [int(n) for n in v.split(".")])
    releases = [Release(definitions(os.path.join(work, v))) for v in versions]
    minors = [".".join(v.split(".")[:2]) for v in versions]
    kinds = merged([r.kinds for r in releases], minors)
    types = {}
    for name in sorted(set().union(*(r.types for r in releases))):
        # A type that a minor lacks is reached from no kind there: its fields need not say so.
        having = [(r.types[name], m) for r, m in zip(releases, minors) if name in r.types]
        first, last = minors.index(having[0][1]), minors.index(having[-1][1])
        tables = [r.types.get(name, {}) for r in releases[first:last + 1]]
        types[name] = merged(tables, minors[first:last + 1])
    write(kinds, types, versions)


def write(kinds, types, versions):
    """A text that is read when the first policy needs it: one line for each kind and each type."""
    def lines(table):
        return ",\n".join(f"{json.dumps(name)}:{json.dumps(table[name], separators=(',', ':'))}" for name in sorted(table))
    with open(TARGET, "w", encoding="utf-8") as out:
        out.write("// Made by scripts/generate/openapi/builtin-types.py; do not edit.\n")
        out.write(f"// Releases: {', '.join(versions)}\n")
        out.write("import type { BuiltInTypeTable } from './builtin-types.ts';\n\n")
        out.write("export const builtInTypeTable = (): BuiltInTypeTable =>\n  JSON.parse(`{\"kinds\":{\n")
        out.write(lines(kinds) + "\n},\"types\":{\n" + lines(types) + "\n}}`);\n")


if __name__ == "__main__":
    main()
