"""Finds what the server's types make of empty values: which fields an object always has, and which it never has empty.

    python3 scripts/generate/openapi/empty_values.py [GOMODCACHE]
    npx biome check --write src/kubernetes/facts

Reads the types of Go in `k8s.io/api`, `apimachinery`, `apiextensions-apiserver` and `kube-aggregator` of the releases in
`test/oracle/versions.txt` from the cache of Go modules, and writes `src/kubernetes/facts/empty-values.json`: for each
definition the names of the fields that are always written. A name that ends in `?` is a scalar that is never written
if it is false, zero or empty; all other scalars are pointers. Fields of some minors only have a range: `creationTimestamp
until=1.33`.

Source: the tags of the fields, and `structToUnstructured` in `k8s.io/apimachinery/pkg/runtime/converter.go`, which
leaves out empty values with `omitempty`, but never structs.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
OUT = ROOT / "src/kubernetes/facts/empty-values.json"

STRUCT = re.compile(r"^type (\w+) struct \{$")
NAMED = re.compile(r"^type (\w+) (.+)$")
FIELD = re.compile(r"^\t(?:(\w+)\s+)?([\w.*\[\]{}]+)\s+`.*?json:\"([^\"]*)\".*`")
# Structs of apimachinery that are written as a scalar.
STRUCTS_ELSEWHERE = {
    "metav1.Time", "metav1.MicroTime", "metav1.ObjectMeta", "metav1.ListMeta", "metav1.LabelSelector",
    "metav1.GroupVersionKind", "metav1.GroupVersionResource", "metav1.Duration", "resource.Quantity",
    "intstr.IntOrString", "runtime.RawExtension", "v1.ObjectReference", "v1.PodTemplateSpec", "v1.NodeSelector",
    "corev1.ObjectReference", "core.ObjectReference", "Time", "MicroTime", "Duration",
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


def empty_values(fields, struct):
    for type_, tag in fields[struct]:
        name, *options = tag.split(",")
        if name == "-" or "omitzero" in options:
            continue
        if name == "" and "inline" in options:
            if type_ in fields:
                yield from empty_values(fields, type_)
            continue
        if name == "":
            continue
        is_struct = type_ in fields or type_ in STRUCTS_ELSEWHERE
        if type_.startswith("*"):
            continue
        if "omitempty" not in options or is_struct:
            yield name
        elif not type_.startswith(("[", "map")):
            yield f"{name}?"


def read(modcache, minor, release):
    patch = release.split(".", 1)[1]
    api = modcache / f"k8s.io/api@v0.{patch}"
    found = {}
    for folder in sorted(api.glob("*/v*")):
        add(found, f"{folder.parent.name}.{folder.name}", folder)
    machinery = modcache / f"k8s.io/apimachinery@v0.{patch}/pkg/apis/meta/v1"
    add(found, "meta.v1", machinery)
    crds = modcache / f"k8s.io/apiextensions-apiserver@v0.{patch}/pkg/apis/apiextensions/v1"
    add(found, "apiextensions.v1", crds)
    aggregator = modcache / f"k8s.io/kube-aggregator@v0.{patch}/pkg/apis/apiregistration/v1"
    if aggregator.exists():
        add(found, "apiregistration.v1", aggregator)
    return found


def add(found, package, folder):
    fields = structs_of(folder)
    for struct in fields:
        names = sorted(set(empty_values(fields, struct)) - {"apiVersion", "kind"})
        found[f"{package}.{struct}"] = names


def main():
    modcache = sys.argv[1] if len(sys.argv) > 1 else subprocess.check_output(
        ["go", "env", "GOMODCACHE"], text=True).strip()
    releases = [line.split()[0] for line in (ROOT / "test/oracle/versions.txt").read_text().splitlines() if line.strip()]
    minors = {release.rsplit(".", 1)[0]: release for release in releases}
    known = set(json.loads((ROOT / "src/kubernetes/facts/types.json").read_text()))
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
