"""Finds what the server's types make of empty values: which fields an object always has, and which it never has empty.

    python3 scripts/generate/openapi/empty_values.py [GOMODCACHE]
    npx biome check --write src/server/kubernetes/facts

Reads the types of Go in `k8s.io/api`, `apimachinery`, `apiextensions-apiserver` and `kube-aggregator` of the releases in
`test/oracle/versions.txt` from the cache of Go modules, and writes `src/server/kubernetes/facts/empty-values.json`: for each
definition the names of the fields that are always written. A name that ends in `?` is a scalar that is never written
if it is false, zero or empty; all other scalars are pointers. A name that ends in `!` is a pointer that is written as null
if it is absent. Fields of some minors only have a range: `creationTimestamp until=1.33`.

Source: the tags of the fields, and `structToUnstructured` in `k8s.io/apimachinery/pkg/runtime/converter.go`, which
leaves out empty values with `omitempty`, but never structs.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
OUT = ROOT / "src/server/kubernetes/facts/empty-values.json"

STRUCT = re.compile(r"^type (\w+) struct \{$")
NAMED = re.compile(r"^type (\w+) (.+)$")
FIELD = re.compile(r"^\t(?:(\w+)\s+)?([\w.*\[\]{}]+)\s+`.*?json:\"([^\"]*)\".*`")
# Structs of apimachinery that are written as a scalar.
STRUCTS_ELSEWHERE = {
    "metav1.Time", "metav1.MicroTime", "metav1.ObjectMeta", "metav1.ListMeta", "metav1.LabelSelector",
    "metav1.GroupVersionKind", "metav1.GroupVersionResource", "metav1.Duration", "resource.Quantity",
    "intstr.IntOrString", "runtime.RawExtension", "Time", "MicroTime", "Duration",
}


def structs_of(folder):
    """The lines of the fields of each struct of a package, and the names of its structs."""
    fields, current = {}, None
    for path in sorted(folder.glob("*types*.go")) + sorted(folder.glob("register.go")):
        for line in path.read_text().splitlines():
            if match := STRUCT.match(line):
                current = match[1]
                fields[current] = []
            elif line == "}":
                current = None
            elif current and (match := FIELD.match(line)):
                fields[current].append((match[2], match[3]))
            elif match := NAMED.match(line):
                if match[2] in fields:  # a type with the fields of another
                    fields[match[1]] = fields[match[2]]
    return fields


def empty_values(fields, struct, core):
    for type_, tag in fields[struct]:
        name, *options = tag.split(",")
        if name == "-" or "omitzero" in options:
            continue
        if name == "" and "inline" in options:
            # The version and the kind of an object are always there.
            if type_ in fields and type_ != "TypeMeta":
                yield from empty_values(fields, type_, core)
            continue
        if name == "":
            continue
        package, _, of_package = type_.rpartition(".")
        is_of_core = package in ("v1", "corev1", "core") and of_package in core
        is_struct = type_ in fields or type_ in STRUCTS_ELSEWHERE or is_of_core
        if type_.startswith("*"):
            if "omitempty" not in options:
                yield f"{name}!"
            continue
        if "omitempty" not in options or is_struct:
            yield name
        elif not type_.startswith(("[", "map")):
            yield f"{name}?"


def read(modcache, minor, release):
    patch = release.split(".", 1)[1]
    api = modcache / f"k8s.io/api@v0.{patch}"
    found = {}
    core = structs_of(api / "core/v1")
    for folder in sorted(api.glob("*/v*")):
        add(found, f"{folder.parent.name}.{folder.name}", folder, core)
    machinery = modcache / f"k8s.io/apimachinery@v0.{patch}/pkg/apis/meta/v1"
    add(found, "meta.v1", machinery, core)
    crds = modcache / f"k8s.io/apiextensions-apiserver@v0.{patch}/pkg/apis/apiextensions/v1"
    add(found, "apiextensions.v1", crds, core)
    aggregator = modcache / f"k8s.io/kube-aggregator@v0.{patch}/pkg/apis/apiregistration/v1"
    if aggregator.exists():
        add(found, "apiregistration.v1", aggregator, core)
    return found


def add(found, package, folder, core):
    fields = structs_of(folder)
    for struct in fields:
        found[f"{package}.{struct}"] = sorted(set(empty_values(fields, struct, core)))


def main():
    modcache = sys.argv[1] if len(sys.argv) > 1 else subprocess.check_output(
        ["go", "env", "GOMODCACHE"], text=True).strip()
    releases = [line.split()[0] for line in (ROOT / "test/oracle/versions.txt").read_text().splitlines() if line.strip()]
    minors = {release.rsplit(".", 1)[0]: release for release in releases}
    known = set(json.loads((ROOT / "src/server/kubernetes/facts/types.json").read_text()))
    by_minor = {minor: read(pathlib.Path(modcache), minor, release) for minor, release in minors.items()}
    order = list(minors)
    out = {}
    for name in sorted(known):
        having = [minor for minor in order if name in by_minor[minor]]
        fields = sorted({field for minor in having for field in by_minor[minor][name]})
        lines = []
        for field in fields:
            holds = [minor for minor in having if field in by_minor[minor][name]]
            since = "" if holds[0] == having[0] else f" since={holds[0]}"
            until = "" if holds[-1] == having[-1] else f" until={holds[-1]}"
            if len(holds) != having.index(holds[-1]) - having.index(holds[0]) + 1:
                sys.exit(f"{name}.{field} has come back")
            lines.append(f"{field}{since}{until}")
        if lines:
            out[name] = lines
    OUT.write_text(json.dumps(out, indent=1) + "\n")


main()
