#!/usr/bin/env python3
"""Stores what a Kubernetes release declares in releases/MINOR.json, from its Go modules.

Usage: declare.py VERSION [WORK]

WORK is the folder in which `test/oracle/build.sh` keeps the module files of each release. Needs Go and Python 3.9 or
later; the first run for a release compiles for some minutes, less if its oracle has been built.

Only names, types and other machine-readable facts are taken (Apache-2.0); no description, comment or other sentence
is kept. A release file has these members; `releases.py` reads it:

version     the release
gates       the feature gates: {name: {stage, enabled, locked}}, without flags
kinds       all that is registered, Lists and options too: [{group, version, kind, type, life}]
resources   all resources of the discovery documents: [{group, version, resource, kind, namespaced, shortNames,
            readOnly, served, gate, subresources}]; `served` by default, and only behind the feature gate `gate`
kindTypes   the types that the OpenAPI definitions call kinds, as the server's type checker looks them up
types       {name: {map, fields: {field: {type, list, map, enum, required, default}}, empty}}, as generate.py explains
checks      the checks of values that its types declare: {type: {field: [word]}}, as checks.py explains
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from checks import declared_checks

HERE = os.path.dirname(os.path.abspath(__file__))
ORACLE = os.path.join(HERE, "../../../test/oracle")
TRIVIAL = ({}, [], "", 0, False)  # zero values in the definitions, with no defaulting behind them


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def modules(version, work):
    """The folder with go.mod and go.sum of a release, that with the sources of k8s.io/kubernetes, and the minor."""
    command = [os.path.join(ORACLE, "modules.sh"), version, *work]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()


def describe(folder):
    """Runs the program in release/ in the modules of a release."""
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("go.mod", "go.sum"):
            if os.path.exists(os.path.join(folder, name)):
                shutil.copy(os.path.join(folder, name), scratch)
        shutil.copy(os.path.join(HERE, "release/main.go"), scratch)
        env = dict(os.environ, GOFLAGS="-mod=mod", GOTOOLCHAIN="local")
        # -trimpath as test/oracle/build.sh has it, so that both use the same compiled packages.
        command = ["go", "run", "-trimpath", "."]
        return json.loads(subprocess.run(command, cwd=scratch, env=env, check=True, stdout=subprocess.PIPE).stdout)


def sources_of(folder, module):
    """The folder with the sources of a module of a release."""
    command = ["go", "list", "-mod=mod", "-m", "-f", "{{.Dir}}", module]
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def short(name):
    """io.k8s.api.core.v1.Pod or k8s.io/api/core/v1.Pod -> core.v1.Pod."""
    parts = re.split(r"[./]", name)
    for i, part in enumerate(parts):
        if i and re.fullmatch(r"v\d+((alpha|beta)\d+)?", part):
            return ".".join(parts[i - 1:])
    return parts[-1]


def field_facts(schema, name, text):
    """What is known of a field: its type, how lists and maps of it are merged, and what its schema says of values."""
    sub = schema.get("properties", {}).get(name, {})
    out = {"type": text, **merging(sub)}
    enum = sub.get("enum") or sub.get("items", {}).get("enum")
    if enum:
        out["enum"] = sorted(enum)
    if name in schema.get("required", ()):
        out["required"] = True
    if "default" in sub and sub["default"] not in TRIVIAL:
        out["default"] = sub["default"]
    return out


def merging(schema):
    """How values of a field are merged; a list is atomic and a map is not, unless this says otherwise."""
    out = {}
    kind, keys = schema.get("x-kubernetes-list-type"), schema.get("x-kubernetes-list-map-keys", [])
    if schema.get("type") == "array" and kind is None and schema.get("x-kubernetes-patch-strategy", "").startswith("merge"):
        key = schema.get("x-kubernetes-patch-merge-key", "")
        kind, keys = ("map", [key]) if key else ("set", [])
    if kind in ("set", "map"):
        out["list"] = kind + (":" + ",".join(keys) if keys else "")
    if schema.get("x-kubernetes-map-type") == "atomic":
        out["map"] = "atomic"
    return out


def served_by_default(tree):
    """Group versions on without flags, and the single resources on beside them."""
    text = read(f"{tree}/pkg/controlplane/instance.go")
    groups = dict(re.findall(
        r'^\s+(\w+) "k8s\.io/(?:api|kubernetes/pkg/apis)/([a-z0-9]+/v[a-z0-9]+)"', text, re.M))
    on, resources = {("apiextensions", "v1"), ("apiregistration", "v1")}, set()
    for name, body in re.findall(r"^\t(\w+) += \[\]schema\.GroupVersion(?:Resource)?\{\n(.*?)^\t\}", text, re.M | re.S):
        if "EnabledByDefault" not in name:
            continue
        for alias, resource in re.findall(r'^\s+(\w+)\.SchemeGroupVersion(?:\.WithResource\("(\w+)"\))?', body, re.M):
            g, v = groups[alias].split("/")
            if resource:
                resources.add((g, v, resource))
            else:
                on.add((g, v))
    return on, resources


def storage_gates(tree):
    """The feature gates without which a resource, or a subresource, has no storage: {(package of the group, name): gate}.

    Source: pkg/registry/*/rest of Kubernetes, where the storage of a resource is made in `if resource := "name"; ...`
    and, if it is gated, in a condition in that block.
    """
    out = {}
    for group in sorted(os.listdir(f"{tree}/pkg/registry")):
        folder = f"{tree}/pkg/registry/{group}/rest"
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            if name.endswith("_test.go") or not name.endswith(".go"):
                continue
            for resource, body in re.findall(r'^\tif resource := "(\w+)"; [^\n]*\{\n(.*?)^\t\}', read(f"{folder}/{name}"), re.M | re.S):
                for gate, gated in re.findall(r"^\t\tif utilfeature\.DefaultFeatureGate\.Enabled\((?:\w*features)\.(\w+)\) \{\n(.*?)^\t\t\}", body, re.M | re.S):
                    for subresource in re.findall(r'storage\[resource(?: ?\+ ?"/(\w+)")?\]', gated):
                        out[group, f"{resource}/{subresource}" if subresource else resource] = gate
    return out


def discovery(tree, gates):
    """Every resource that the server can serve, from the stored discovery documents."""
    out, base = [], f"{tree}/api/discovery"
    on, single = served_by_default(tree)
    gated = storage_gates(tree)
    for name in sorted(os.listdir(base)):
        if not re.fullmatch(r"(api|apis__.+)__v[a-z0-9]+\.json", name):
            continue
        document = json.loads(read(f"{base}/{name}"))
        group, version = document["groupVersion"].rpartition("/")[::2]
        package = {"": "core", "internal.apiserver.k8s.io": "apiserverinternal"}.get(group, group.split(".")[0])
        resources = {}
        for r in document["resources"]:
            if "/" in r["name"]:
                continue
            resource = resources[r["name"]] = {
                "group": group, "version": version, "resource": r["name"], "kind": r["kind"],
                "namespaced": r["namespaced"]}
            if r.get("shortNames"):
                resource["shortNames"] = sorted(r["shortNames"])
            if "create" not in r["verbs"]:
                resource["readOnly"] = True
            if (package, version) in on or (package, version, r["name"]) in single:
                resource["served"] = True
            if (package, r["name"]) in gated:
                resource["gate"] = gated[package, r["name"]]
            resource["subresources"] = []
        for r in document["resources"]:
            parent, _, subresource = r["name"].partition("/")
            if not subresource:
                continue
            gate = gated.get((package, r["name"]))
            # Not one that a server with default flags lacks, while it has the resource.
            if gate in (None, resources[parent].get("gate")) or gates[gate]["enabled"]:
                resources[parent]["subresources"].append(subresource)
        out.extend(resources.values())
    return out


def declare(version, work):
    folder, tree, minor = modules(version, work)
    described = describe(folder)
    definitions = {short(name): d for name, d in described["definitions"].items()}
    types = {}
    for name, struct in sorted(described["types"].items()):
        schema = definitions.get(name, {}).get("schema", {})
        types[name] = {
            **({"map": "atomic"} if schema.get("x-kubernetes-map-type") == "atomic" else {}),
            "fields": {field: field_facts(schema, field, text) for field, text in struct["fields"].items()},
            **({"empty": struct["empty"]} if struct["empty"] else {})}
    # Of those with several kinds (options, watch events) none is a kind of its own.
    kind_types = sorted(
        name for name, d in definitions.items() if len(d["kinds"] or []) == 1 and "items" not in d["schema"].get("properties", {}))
    kinds = sorted(described["kinds"], key=lambda k: (k["group"], k["version"], k["kind"]))
    return minor, {
        "version": version, "gates": described["gates"], "kinds": kinds,
        "resources": discovery(tree, described["gates"]), "kindTypes": kind_types, "types": types,
        "checks": declared_checks(sources_of(folder, "k8s.io/api"), tree)}


def line(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def text_of(release):
    """One line for each entry, for small differences."""
    parts = []
    for key, value in release.items():
        if isinstance(value, dict):
            inner = ",\n".join(f"{line(k)}:{line(v)}" for k, v in value.items())
            parts.append(f"{line(key)}:{{\n{inner}\n}}")
        elif isinstance(value, list):
            parts.append(f"{line(key)}:[\n" + ",\n".join(map(line, value)) + "\n]")
        else:
            parts.append(f"{line(key)}:{line(value)}")
    return "{" + ",\n".join(parts) + "}\n"


def main():
    version, *work = sys.argv[1:]
    minor, release = declare(version, work)
    with open(os.path.join(HERE, f"releases/{minor}.json"), "w", encoding="utf-8") as f:
        f.write(text_of(release))


if __name__ == "__main__":
    main()
