"""The checks of values that the types of a release declare, as tags `+k8s:` in their Go sources.

The generated validation of a release (`zz_generated.validations.go`) says which types have their declared checks made.
"""
import glob
import os
import re

# Tags that are about something else, or that no server enforces.
OTHERS = re.compile(r"(alpha\(|deepcopy-gen|prerelease|supportsSubresource|validation-gen)")


def declared_checks(sources, tree):
    """{type: {field: [word]}} in the order of the fields, without the fields that have no checks.

    The words of a field are its tags without `+k8s:`, `gate=NAME` for a field that the server drops without a feature gate,
    `pointer` for a pointer, and `enum=A,B` where the type of its values is an enumeration.

    sources is the folder of k8s.io/api, tree that of k8s.io/kubernetes.
    """
    out = {}
    for path in sorted(glob.glob(f"{tree}/pkg/apis/*/*/zz_generated.validations.go")):
        group, version = path.split("/")[-3:-1]
        types = f"{sources}/{group}/{version}/types.go"
        if os.path.exists(types):
            checked = set(re.findall(r"^func Validate_(\w+)\(", read(path), re.M))
            for name, fields in fields_of(read(types)).items():
                words = {field: words for field, words in fields.items() if words not in ([], ["pointer"])}
                if name in checked and words:
                    out[f"{group}.{version}.{name}"] = words
    return out


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def fields_of(text):
    """{type: {field: [word]}} of a Go source, for all structs."""
    enums, out, struct, tags = enums_of(text), {}, None, []
    for line in text.splitlines():
        tag = re.match(r"\s*// \+(k8s:|featureGate=)(.*)", line)
        field = re.match(r'\s+\w+\s+(\S+)\s+`json:"(\w+)', line)
        opening = re.match(r"type (\w+) struct \{", line)
        if tag:
            tags += words_of(*tag.groups())
            continue
        if line.lstrip().startswith("//"):
            continue
        if opening:
            struct = out.setdefault(opening[1], {})
        elif field and struct is not None:
            go, name = field.groups()
            values = enums.get(go.lstrip("*"))
            struct[name] = [*(["pointer"] if go.startswith("*") else []), *tags, *(["enum=" + ",".join(values)] if values else [])]
        elif line.startswith("}"):
            struct = None
        tags = []
    return out


def words_of(prefix, tag):
    """The words of a tag: `ifEnabled("A")=+k8s:maximum=9 # most` is `ifEnabled(A)=maximum=9`."""
    if prefix == "featureGate=":
        return ["gate=" + tag.strip()]
    text = re.sub(r" +(#|//).*", "", tag).replace("+k8s:", "").replace('"', "").replace(" ", "")
    return [] if OTHERS.match(text) else [text]


def enums_of(text):
    """The values of each enumeration, in their order."""
    names = re.findall(r"^// \+k8s:enum\n(?:// [^\n]*\n)*type (\w+) string", text, re.M)
    return {name: re.findall(rf'^\s+\w+\s+{name}\s+= "([^"]*)"', text, re.M) for name in names}
