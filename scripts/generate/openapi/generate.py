#!/usr/bin/env python3
"""Writes the API facts in src/kubernetes/facts/ from published Kubernetes Go modules.

Usage: python3 scripts/generate/openapi/generate.py

Needs Go (for `go mod download`) and Python 3.9 or later. Only names, types and other
machine-readable facts are taken from the sources (Apache-2.0); no description, comment or other
sentence is kept: see `clean`.

The releases are those of `test/oracle/versions.txt`; releases.json records them. After adding a minor, run this,
review the differences, and compare SERVER_DEFAULTS with the `defaults.go` files and GATED with the storage code of the
minor. Then run `npm run generate`.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "../../../test/oracle/versions.txt"), encoding="utf-8") as releases:
    VERSIONS = releases.read().split()
MINORS = [v.rsplit(".", 1)[0] for v in VERSIONS]
KINDS = [
    "CustomResourceDefinition", "APIService",
    "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration",
    "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding",
    "MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding",
    "FlowSchema", "PriorityLevelConfiguration", "NetworkPolicy",
    "PodDisruptionBudget", "LimitRange", "ResourceQuota",
]
FACTS = os.path.join(HERE, "../../../src/kubernetes/facts")

# Definitions of different groups share a name where they have the same shape; these do not.
RENAMED = {"apiregistration.v1.ServiceReference": "APIServiceReference"}

KEEP = [
    "type", "format", "enum", "default", "required",
    "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type",
    "x-kubernetes-patch-strategy", "x-kubernetes-patch-merge-key", "x-kubernetes-unions",
]
TRIVIAL = ({}, [], "", 0, False)  # generated zero values, no defaulting behind them

# What the server's defaulting functions set and the published specification
# does not say: definition name (any version of the group) -> field -> value.
SERVER_DEFAULTS = {
    r"admissionregistration\.\w+\.(Mutating|Validating)Webhook": {
        "failurePolicy": "Fail", "matchPolicy": "Equivalent", "namespaceSelector": {},
        "objectSelector": {}, "timeoutSeconds": 10},
    r"admissionregistration\.\w+\.MutatingWebhook": {"reinvocationPolicy": "Never"},
    r"admissionregistration\.\w+\.(RuleWithOperations|NamedRuleWithOperations)": {"scope": "*"},
    r"admissionregistration\.\w+\.ServiceReference": {"port": 443},
    r"admissionregistration\.\w+\.(Mutating|Validating)AdmissionPolicySpec": {"failurePolicy": "Fail"},
    r"admissionregistration\.\w+\.MatchResources": {
        "matchPolicy": "Equivalent", "namespaceSelector": {}, "objectSelector": {}},
    r"flowcontrol\.\w+\.FlowSchemaSpec": {"matchingPrecedence": 1000},
    r"flowcontrol\.\w+\.ExemptPriorityLevelConfiguration": {"nominalConcurrencyShares": 0, "lendablePercent": 0},
    r"flowcontrol\.\w+\.LimitedPriorityLevelConfiguration": {"nominalConcurrencyShares": 30, "lendablePercent": 0},
    r"flowcontrol\.\w+\.QueuingConfiguration": {"handSize": 8, "queues": 64, "queueLengthLimit": 50},
    r"networking\.v1\.NetworkPolicyPort": {"protocol": "TCP"},
    r"apiextensions\.v1\.CustomResourceDefinitionSpec": {"conversion": {"strategy": "None"}},
    r"apiextensions\.v1\.ServiceReference": {"port": 443},
    r"apiregistration\.v1\.ServiceReference": {"port": 443},
}


def module(path, version):
    out = subprocess.run(["go", "mod", "download", "-json", f"{path}@{version}"],
                         cwd=SCRATCH, check=True, capture_output=True, text=True).stdout
    return json.loads(out)["Dir"]


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def short(name):
    """io.k8s.api.core.v1.Pod -> core.v1.Pod; meta, apiextensions, ... likewise."""
    parts = name.split(".")
    for i, p in enumerate(parts):
        if re.fullmatch(r"v\d+((alpha|beta)\d+)?", p) and i:
            return ".".join(parts[i - 1:])
    return parts[-1]  # IntOrString, Quantity, RawExtension, Info


def target(schema):
    """The definition a field refers to, directly or through a single allOf."""
    ref = schema.get("$ref")
    if not ref and len(schema.get("allOf", ())) == 1:
        ref = schema["allOf"][0].get("$ref")
    return ref and ref.rsplit("/", 1)[1]


# ---------------------------------------------------------------- Go sources

def enums(kubernetes):
    """(definition, field) -> (values, of_items) from the generated definitions."""
    out, fn, field, depth, items = {}, None, None, 0, 0
    for line in read(f"{kubernetes}/pkg/generated/openapi/zz_generated.openapi.go").splitlines():
        m = re.match(r"func schema_(\w+)\(", line)
        if m:
            fn, field = m.group(1), None
            m = re.fullmatch(r"k8sio_api_([a-z0-9]+)_(v[a-z0-9]+)_(\w+)", fn) or \
                re.fullmatch(r"pkg_apis_([a-z0-9]+)_(v[a-z0-9]+)_(\w+)", fn)
            fn = m and ".".join(m.groups())
            continue
        if not fn:
            continue
        tabs = len(line) - len(line.lstrip("\t"))
        m = re.match(r'\t+"((?:[^"\\]|\\.)+)": \{$', line)
        if m and (field is None or tabs <= depth):
            field, depth, items = m.group(1), tabs, 0
        elif field and tabs > depth and line.lstrip().startswith("Items:"):
            items = tabs
        elif field and line.lstrip().startswith("Enum:"):
            values = json.loads("[" + re.search(r"interface\{\}\{(.*)\},?$", line).group(1).replace("`", '"') + "]")
            out[(fn, field)] = (values, bool(items and tabs > items))
    return out


def served_by_default(kubernetes):
    """Group versions on without flags, and the single resources on beside them."""
    text = read(f"{kubernetes}/pkg/controlplane/instance.go")
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


def lifecycle(api_dirs):
    """group/version/kind -> introduced, deprecated, removed, replacement."""
    out = {}
    for root in api_dirs:
        for d, _, names in os.walk(root):
            if "zz_generated.prerelease-lifecycle.go" not in names:
                continue
            register = read(f"{d}/register.go")
            m = re.search(r'GroupName = "([^"]*)"', register) or re.search(r"GroupName = (\w+)\.GroupName", register)
            group = m.group(1) if '"' in m.group(0) else re.search(
                r'GroupName = "([^"]*)"', read(f"{os.path.dirname(d)}/register.go")).group(1)
            version = os.path.basename(d)
            text = read(f"{d}/zz_generated.prerelease-lifecycle.go")
            for kind, what, body in re.findall(
                    r"func \(in \*(\w+)\) APILifecycle(\w+)\(\)[^{]*\{\n(.*?)\n\}", text, re.S):
                e = out.setdefault(f"{group + '/' if group else ''}{version}/{kind}", {})
                n = re.search(r"return (\d+), (\d+)", body)
                r = re.search(r'Group: "([^"]*)", Version: "([^"]*)", Kind: "([^"]*)"', body)
                if n:
                    e[what.lower()] = f"{n.group(1)}.{n.group(2)}"
                elif r:
                    e[what.lower()] = "/".join(x for x in r.groups() if x)
    return out


# ---------------------------------------------------------------- schemas

class Spec:
    """All definitions of one minor, by full name, without any text."""

    def __init__(self, kubernetes):
        self.raw, self.gvk = {}, {}
        base = f"{kubernetes}/api/openapi-spec/v3"
        for f in sorted(os.listdir(base)):
            if not f.endswith(".json"):
                continue
            for name, s in json.loads(read(f"{base}/{f}")).get("components", {}).get("schemas", {}).items():
                self.raw[name] = s
                if len(s.get("x-kubernetes-group-version-kind", ())) == 1:
                    g = s["x-kubernetes-group-version-kind"][0]
                    self.gvk[(g["group"], g["version"], g["kind"])] = name
        self.enums = enums(kubernetes)
        self.defaults = {}
        for name in self.raw:
            for pattern, values in SERVER_DEFAULTS.items():
                if re.fullmatch(pattern, short(name)):
                    self.defaults.setdefault(name, {}).update(values)

    def clean(self, s, ref):
        out = {}
        to = target(s)
        if to:
            out["$ref"] = ref(to)
        for k in KEEP:
            if k in s and not (k == "default" and s[k] in TRIVIAL):
                out[k] = s[k]
        if "items" in s:
            out["items"] = self.clean(s["items"], ref)
        if isinstance(s.get("additionalProperties"), dict):
            out["additionalProperties"] = self.clean(s["additionalProperties"], ref)
        return out

    def definition(self, name):
        """One definition as JSON Schema, and the definitions that it refers to."""
        s, key, refs = self.raw[name], short(name), []

        def ref(to):
            refs.append(to)
            return "#/$defs/" + label(to)

        if key == "IntOrString":
            return {"type": ["integer", "string"], "format": "int-or-string", "x-kubernetes-int-or-string": True}, refs
        if key == "Quantity":
            return {"type": ["string", "number"], "format": "quantity"}, refs
        if key in ("RawExtension", "meta.v1.FieldsV1"):
            return {"type": "object", "x-kubernetes-preserve-unknown-fields": True}, refs
        if key.startswith("apiextensions.v1.JSONSchemaPropsOr"):
            # The published schema has these untyped. They decode themselves, and not strictly: below
            # them the server drops unknown fields silently.
            props = {"$ref": ref(name.split("Props")[0] + "Props")}
            return {"anyOf": [props, {
                "Bool": {"type": "boolean"},
                "Array": {"type": "array", "items": props},
                "StringArray": {"type": "array", "items": {"type": "string"}},
            }[key.rsplit("Or", 1)[1]]], "x-lenient": True}, refs
        out = self.clean(s, ref)
        if "properties" in s or s.get("type") == "object" and "additionalProperties" not in s:
            out["properties"] = {}
            for field, sub in s.get("properties", {}).items():
                p = self.clean(sub, ref)
                values = self.enums.get((key, field))
                if values:
                    (p["items"] if values[1] else p)["enum"] = values[0]
                if field in self.defaults.get(name, {}):
                    p["default"] = self.defaults[name][field]
                out["properties"][field] = p
        return out, refs

    def reachable(self, roots):
        """The definitions of the roots and of all that they refer to, by label."""
        out, todo = {}, list(roots)
        while todo:
            name = todo.pop()
            body, refs = self.definition(name)
            if label(name) not in out:
                todo.extend(refs)
            merge(out, label(name), body, None)
        return out


def label(name):
    """The name of a definition among the facts: apiextensions.v1.WebhookConversion -> WebhookConversion."""
    key = short(name)
    return RENAMED.get(key, key.rsplit(".", 1)[-1])


def merge(definitions, name, body, minor):
    """Adds a definition to those of its name: what differs must be declared, or is a mistake.

    With a minor, fields note the minors that have them, under `minors`.
    """
    if name not in definitions:
        definitions[name] = body
        if minor:
            body["minors"] = [minor]
            for p in body.get("properties", {}).values():
                p["minors"] = [minor]
        return
    have = definitions[name]
    if minor:
        have["minors"].append(minor)
    for key in (set(have) | set(body)) - {"properties", "minors", "required"}:
        if have.get(key) != body.get(key):
            sys.exit(f"{name}: {key} is {have.get(key)} and {body.get(key)}")
    required = [x for x in have.get("required", []) if x in body.get("required", [])]
    have.pop("required", None)
    if required:
        have["required"] = required
    for field, p in body.get("properties", {}).items():
        old = have["properties"].setdefault(field, {**p, "minors": []} if minor else p)
        if minor:
            old["minors"].append(minor)
        elif field not in definitions[name]["properties"]:
            sys.exit(f"{name}.{field} is not in every definition of this name")
        for a, b in ((old, p), (old.get("items", {}), p.get("items", {}))):
            if "enum" in a or "enum" in b:
                a["enum"] = sorted({*a.get("enum", []), *b.get("enum", [])})
                b["enum"] = a["enum"]
        if {k: v for k, v in old.items() if k != "minors"} != {k: v for k, v in p.items() if k != "minors"}:
            sys.exit(f"{name}.{field} is {old} and {p}")


def mark(node, minors, within):
    """Replaces the minors that have something by `x-since` and `x-until`, given those it could be in."""
    if minors[0] != within[0]:
        node["x-since"] = minors[0]
    if minors[-1] != within[-1]:
        node["x-until"] = minors[-1]
    if minors != within[within.index(minors[0]):within.index(minors[-1]) + 1]:
        sys.exit(f"came, went and came again: {node}")


# ---------------------------------------------------------------- resources

def discovery(kubernetes):
    """Every resource the server can serve, from the stored discovery documents."""
    out, base = [], f"{kubernetes}/api/discovery"
    for f in sorted(os.listdir(base)):
        if not re.fullmatch(r"(api|apis__.+)__v[a-z0-9]+\.json", f):
            continue
        doc = json.loads(read(f"{base}/{f}"))
        group, version = doc["groupVersion"].rpartition("/")[::2]
        mains = {}
        for r in doc["resources"]:
            if "/" not in r["name"]:
                mains[r["name"]] = e = {
                    "group": r.get("group", group), "version": r.get("version", version),
                    "resource": r["name"], "kind": r["kind"],
                    "namespaced": r["namespaced"], "singular": r.get("singularName", ""),
                    "shortNames": sorted(r.get("shortNames", [])), "categories": sorted(r.get("categories", [])),
                    "verbs": sorted(r["verbs"]), "subresources": {}}
                out.append(e)
        for r in doc["resources"]:
            if "/" in r["name"]:
                name, sub = r["name"].split("/", 1)
                kind = "/".join(x for x in (r.get("group", group), r.get("version", version), r["kind"]) if x)
                e = mains.get(name)
                if e is None:
                    mains[name] = e = {"group": group, "version": version, "resource": name, "kind": "",
                                       "namespaced": r["namespaced"], "singular": "", "shortNames": [],
                                       "categories": [], "verbs": [], "subresources": {}}
                    out.append(e)
                e["subresources"][sub] = {"kind": kind, "verbs": sorted(r["verbs"])}
    return sorted(out, key=lambda e: (e["group"], e["version"], e["resource"]))


# Subresources that exist only behind a gate that is off by default.
GATED = {("1.32", "", "pods", "resize")}


def is_served(r, on, resources):
    g = {"": "core"}.get(r["group"], r["group"].split(".")[0])
    return (g, r["version"]) in on or (g, r["version"], r["resource"]) in resources


# ---------------------------------------------------------------- files

def ranged(minors):
    """{since, until} of the minors that have something, among all."""
    out = {}
    mark(out, minors, MINORS)
    return {k[2:]: v for k, v in out.items()}


def line(value):
    return json.dumps(value, separators=(", ", ": "), ensure_ascii=False)


def members(pairs, indent, write):
    """The members of a JSON object, one a line or as `write` writes them: small differences."""
    pad = " " * indent
    return ",\n".join(f"{pad}{line(k)}: {write(v)}" for k, v in pairs)


def write(name, text):
    os.makedirs(FACTS, exist_ok=True)
    json.loads(text)
    with open(f"{FACTS}/{name}", "w", encoding="utf-8") as f:
        f.write(text)


def write_definitions(definitions):
    def definition(body):
        head = [(k, v) for k, v in body.items() if k != "properties"]
        out = ["{", members(head, 4, line)]
        if "properties" in body:
            out[-1] += ",\n" if head else ""
            fields = members(body["properties"].items(), 6, line)
            out[-1] += '    "properties": {' + (f"\n{fields}\n    " if fields else "") + "}"
        return "\n".join(out) + "\n  }"

    write("definitions.json", "{\n" + members(sorted(definitions.items()), 2, definition) + "\n}\n")


def main():
    definitions, api_dirs, resources, served, facts, names = {}, [], {}, {}, {}, {}
    for version, minor in zip(VERSIONS, MINORS):
        kubernetes = module("k8s.io/kubernetes", "v" + version)
        api_dirs.append(module("k8s.io/api", "v0" + version[1:]))
        spec = Spec(kubernetes)
        on, single = served_by_default(kubernetes)
        roots = []
        for r in discovery(kubernetes):
            if not is_served(r, on, single):
                continue
            subs = sorted(s for s in r["subresources"] if (minor, r["group"], r["resource"], s) not in GATED)
            row = (r["group"], r["version"], r["resource"], r["kind"], r["namespaced"])
            e = resources.setdefault(row, {"minors": [], "subs": {}, "short": r["shortNames"]})
            e["minors"].append(minor)
            e["short"] = r["shortNames"]
            for s in subs:
                e["subs"].setdefault(s, []).append(minor)
            if r["kind"] in KINDS:
                name = spec.gvk[(r["group"], r["version"], r["kind"])]
                roots.append(name)
                facts[r["kind"]] = (r["group"], r["resource"], r["namespaced"])
                served.setdefault((r["kind"], r["version"]), []).append(minor)
        for group, gv, kind in spec.gvk:
            names.setdefault(kind, set()).add(group)
        for name, body in spec.reachable(roots).items():
            merge(definitions, name, body, minor)
    for body in definitions.values():
        present = body.pop("minors")
        for p in body.get("properties", {}).values():
            mark(p, p.pop("minors"), present)
    write_definitions(definitions)

    for m in ("apiextensions-apiserver", "kube-aggregator"):
        api_dirs.append(module(f"k8s.io/{m}", "v0" + VERSIONS[-1][1:]))
    kinds = {}
    for key, life in sorted(lifecycle(api_dirs).items()):
        api, kind = key.rsplit("/", 1)
        if kind in KINDS:
            kinds.setdefault(kind, {})[api] = life
    text = []
    for kind in KINDS:
        group, plural, namespaced = facts[kind]
        versions = {}
        for api, life in kinds[kind].items():
            e = {k: life[k] for k in ("introduced", "deprecated", "removed") if k in life}
            minors = served.get((kind, api.rpartition("/")[2])) if api.rpartition("/")[0] == group else None
            if minors:
                e["served"] = ranged(minors)
            versions[api] = e
        text.append(f'  {line(kind)}: {{\n    "group": {line(group)},\n    "plural": {line(plural)},\n'
                    f'    "namespaced": {line(namespaced)},\n    "versions": {{\n'
                    + members(versions.items(), 6, line) + "\n    }\n  }")
    write("kinds.json", "{\n" + ",\n".join(text) + "\n}\n")

    rows = []
    for (group, gv, plural, kind, namespaced), e in sorted(resources.items()):
        row = {"group": group, "version": gv, "resource": plural, "kind": kind, "namespaced": namespaced,
               **ranged(e["minors"])}
        if e["short"]:
            row["shortNames"] = e["short"]
        if e["subs"]:
            row["subresources"] = {}
            for s, minors in sorted(e["subs"].items()):
                mark(row["subresources"].setdefault(s, {}), minors, e["minors"])
                row["subresources"][s] = {k[2:]: v for k, v in row["subresources"][s].items()}
        rows.append("    " + line(row))
    # Kinds of one group only; those of every group (DeleteOptions, WatchEvent) are no objects.
    known = {k: sorted(g) for k, g in sorted(names.items()) if len(g) <= 3}
    write("resources.json", '{\n  "resources": [\n' + ",\n".join(rows) + '\n  ],\n  "kinds": {\n'
          + members(known.items(), 4, line) + "\n  }\n}\n")
    write("releases.json", line(VERSIONS) + "\n")
    print(f"{len(definitions)} definitions, {len(rows)} resources, {len(known)} kinds")


with tempfile.TemporaryDirectory() as SCRATCH:
    main()
