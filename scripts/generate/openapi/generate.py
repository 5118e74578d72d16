#!/usr/bin/env python3
"""Writes the API facts in src/server/kubernetes/facts/ from what the Kubernetes releases declare (declare.py).

Usage: generate.py

`npm run new-minor` runs it and formats the files. What the OpenAPI definitions do not say of a new minor is in
SERVER_DEFAULTS in releases.py; compare it with the `defaults.go` files of the minor.

types.json: the types of all built-in kinds, in all minors. A type is a string:

    s b i32 i64 d             string, boolean, integers, number
    bytes time micro-time     strings that are read while decoding
    quantity int-or-string    what they say
    any raw                   any JSON (raw: the definitions call it an object)
    schema-or-bool ...        the unions in the schemas of CRDs, which drop unknown fields below them silently
    @name []TYPE {}TYPE       a struct, a list, a map

Beside it may stand `list` (set, map:KEY,KEY; else atomic), `map` (atomic; else fields are merged one by one; of a struct
since the minor `mapSince`), `since` and `until`, and for kinds whose values are validated `enum` (of the items of a list), `required` and `default`.

kinds.json: the kinds that have a resource, or once had, with the life of each version, the preferred one first;
the feature gate that a kind needs beside its entry in --runtime-config; the kinds without a resource, with their groups.

empty-values.json: what the server's types make of empty values: for each definition the names of the fields that are always
written. A name that ends in `?` is a scalar that is never written if it is false, zero or empty; all other scalars are
pointers. A name that ends in `!` is a pointer that is written as null if it is absent. Fields of some minors only have a
range: `creationTimestamp until=1.33`.

declared-checks.json: the checks of values that the types of some kinds declare: {type: {field: [word]}}, as checks.py explains.
These are the kinds with `hasDeclaredChecks` in the table of kinds.

feature-gates.json: the feature gates of the API server, with their states: since which minor, until which one if that is
not the newest, the stage, whether enabled by default, and whether flags cannot change it (locked).

releases.json: the releases.
"""
import json
import os
import re
import sys

from releases import HERE, Release, group_version, number, read, stored_minors

FACTS = os.path.join(HERE, "../../../src/server/kubernetes/facts")

# The kinds whose values kubeadmit validates: those with rules.
TABLE = read(os.path.join(HERE, "../../../src/server/kubernetes/kind-table.ts"))
VALIDATED = re.findall(r"^  (\w+): \{(?:\n    .*)*?\s+rules:", TABLE, re.M)

# The kinds that the server validates by checks that their types declare.
DECLARED = re.findall(r"^  (\w+): \{[^}]*\bhasDeclaredChecks:", TABLE, re.M)

# Kinds and versions that were gone before the oldest of the releases.
GONE = {
    "CronJob": {"batch/v2alpha1": {"introduced": "1.5", "deprecated": "1.8", "removed": "1.21"}},
    "PodSecurityPolicy": {
        "policy/v1beta1": {"introduced": "1.10", "deprecated": "1.21", "removed": "1.25"},
        "extensions/v1beta1": {"introduced": "1.3", "deprecated": "1.10", "removed": "1.16"}},
}
GONE_KINDS = {"PodSecurityPolicy": {"group": "policy", "plural": "podsecuritypolicies", "namespaced": False, "shortNames": ["psp"]}}


def ranged(minors, within):
    """{since, until} of the minors that have something, among those that could."""
    out = {}
    if minors[0] != within[0]:
        out["since"] = minors[0]
    if minors[-1] != within[-1]:
        out["until"] = minors[-1]
    if minors != within[within.index(minors[0]):within.index(minors[-1]) + 1]:
        sys.exit(f"came, went and came again: {minors} of {within}")
    return out


def references(fields):
    """The types that fields refer to."""
    return [facts["type"].rsplit("@", 1)[1] for facts in fields.values() if "@" in facts["type"]]


def reachable(release, roots):
    """The types of the roots and of all that they refer to."""
    found, left = set(), list(roots)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += references(release.fields(name))
    return found


def merged_fields(tables, minors):
    """The fields of a type in all the minors that have it, each a list of alternatives if its merging has changed."""
    out = {}
    for field in sorted(set().union(*tables)):
        having = [(minor, table[field]) for table, minor in zip(tables, minors) if field in table]
        if len({facts["type"] for _, facts in having}) > 1:
            sys.exit(f"the type of {field} has changed: {having}")
        spans = []  # [facts, minors]
        for minor, facts in having:
            merging = {k: facts[k] for k in ("type", "list", "map", "default") if k in facts}
            if spans and spans[-1][0] == merging:
                spans[-1][1].append(minor)
            else:
                spans.append([merging, [minor]])
        rest = constraints([facts for _, facts in having])
        merged = [{**merging, **ranged(span, minors), **rest} for merging, span in spans]
        out[field] = merged[0] if len(merged) == 1 else merged
    return out


def constraints(all_facts):
    """The values that a field can have in some minor. It is required if all minors require it."""
    out = {}
    if any("enum" in facts for facts in all_facts):
        out["enum"] = sorted(set().union(*(facts.get("enum", []) for facts in all_facts)))
    if all("required" in facts for facts in all_facts):
        out["required"] = True
    return out


def types(releases, minors):
    """All types by name; those of kinds say which minors have them, the others are reached from no kind elsewhere."""
    served = {r.minor: {r.type_of(x["group"], x["version"], x["kind"]) for x in r.resources if x.get("served")} for r in releases}
    validated = {r.minor: reachable(r, {r.type_of(x["group"], x["version"], x["kind"]) for x in r.resources
                                        if x["kind"] in VALIDATED}) for r in releases}
    known = {r.minor: reachable(r, r.kind_types | served[r.minor]) for r in releases}
    out = {}
    for name in sorted(set().union(*known.values())):
        having = [r for r in releases if name in known[r.minor]]
        present = [r.minor for r in having]
        is_validated = any(name in validated[m] for m in minors)
        fields = merged_fields([r.validated_fields(name) if is_validated else r.fields(name) for r in having], present)
        entry = {}
        if any(name in r.kind_types for r in releases):
            entry = {"kind": True, **ranged(present, minors)}
        atomic = [r.minor for r in having if r.is_atomic(name)]
        if atomic:
            entry["map"] = "atomic"
        if atomic and atomic != present:
            entry["mapSince"] = ranged(atomic, present)["since"]
        out[name] = {**entry, "fields": fields}
    return out


def precedence(api):
    """Sorts versions as the server prefers them: stable before beta before alpha, the higher first."""
    group, _, version = api.rpartition("/")
    major, stage, number = re.fullmatch(r"v(\d+)(?:(alpha|beta)(\d+))?", version).groups()
    return group == "extensions", group, ("alpha", "beta", None).index(stage) * -1, -int(major), -int(number or 0)


def kinds(releases, minors):
    """The kinds that have a resource, by name, and the groups of those that have none."""
    found, served, subresources, lives, last_seen, unmarked = {}, {}, {}, {}, {}, {}
    having = groups_with_resource(releases)
    for r in releases:
        for x in r.resources:
            same = {"plural": x["resource"], "namespaced": x["namespaced"]}
            if x.get("readOnly"):
                same["readOnly"] = True
            if "gate" in x:
                same["gate"] = x["gate"]
            fact = found.setdefault(x["kind"], {"group": x["group"], **same})
            if {k: v for k, v in fact.items() if k not in ("group", "shortNames")} != same:
                sys.exit(f"{x['kind']} is {fact} and {x}")
            if "shortNames" in x:
                fact["shortNames"] = x["shortNames"]
            key = (x["kind"], group_version(x["group"], x["version"]))
            last_seen[key] = r.minor
            if x.get("served"):
                served.setdefault(key, []).append(r.minor)
                for s in sorted(x["subresources"]):
                    subresources.setdefault(key, {}).setdefault(s, []).append(r.minor)
    found.update(GONE_KINDS)
    for r in releases:
        for k in r.registered:
            if k["kind"] in found and (k["kind"] in GONE_KINDS or k["group"] in having[k["kind"]]):
                key = (k["kind"], group_version(k["group"], k["version"]))
                lives[key] = k["life"]
                if "deprecated" not in k["life"]:
                    unmarked.setdefault(key, []).append(r.minor)
    out = {}
    for kind in sorted(found, key=lambda k: (VALIDATED.index(k) if k in VALIDATED else len(VALIDATED), k)):
        lived = {**GONE.get(kind, {}), **{api: life for (k, api), life in lives.items() if k == kind}}
        versions = {}
        for api in sorted(lived, key=precedence):
            key, life = (kind, api), dict(lived[api])
            # An alpha may go before the release that its life names.
            last = last_seen.get(key, minors[-1])
            if last != minors[-1]:
                life["removed"] = minors[minors.index(last) + 1]
            # The releases that had an alpha may not have known that it was deprecated, so that they did not warn.
            if any(number(minor) >= number(life.get("deprecated", "1.999")) for minor in unmarked.get(key, [])):
                del life["deprecated"]
            if key in served:
                life["served"] = ranged(served[key], minors)
                if key in subresources:
                    life["subresources"] = {s: ranged(m, served[key]) for s, m in sorted(subresources[key].items())}
            versions[api] = life
        out[kind] = {**found[kind], "versions": versions}
    return out, without_resource(releases, having)


def groups_with_resource(releases):
    """The groups in which a kind has a resource, or had one before the oldest of the releases, by kind.

    What is left of a group that has lost a kind (extensions/v1beta1 Ingress) is removed in all its versions; the kinds of
    requests (policy/v1 Eviction) are not.
    """
    out, removed = {}, {}
    for r in releases:
        for x in r.resources:
            out.setdefault(x["kind"], set()).add(x["group"])
        for k in r.registered:
            gone = number(k["life"].get("removed", "1.999")) <= number(r.minor)
            pair = (k["kind"], k["group"])
            removed[pair] = removed.get(pair, True) and gone
    for (kind, group), gone in removed.items():
        if gone and kind in out:
            out[kind].add(group)
    return {**out, **{kind: {fact["group"]} for kind, fact in GONE_KINDS.items()}}


def without_resource(releases, having):
    """The kinds of requests, answers and options, with their groups; not Lists of the kinds that have a resource."""
    groups = {}
    for r in releases:
        for k in r.registered:
            kind, group = k["kind"], k["group"]
            if group not in having.get(kind, ()) and not (kind.endswith("List") and kind[:-4] in having):
                groups.setdefault(kind, set()).add(group)
    # What every group has (DeleteOptions, WatchEvent) counts as of the core group.
    return {kind: sorted(names) if len(names) <= 3 else [""] for kind, names in sorted(groups.items())}


def empty_values(releases, names):
    """What the types make of empty values, in all the minors that have them."""
    out = {}
    for name in sorted(names):
        having = [r for r in releases if name in r.types]
        minors, fields = [r.minor for r in having], {}
        for r in having:
            for field in r.empty_values(name):
                fields.setdefault(field, []).append(r.minor)
        lines = [" ".join([field, *(f"{end}={minor}" for end, minor in ranged(holding, minors).items())])
                 for field, holding in sorted(fields.items())]
        if lines:
            out[name] = lines
    return out


def declared_checks(releases):
    """The checks of the types that the kinds in DECLARED are made of. The status is none of them: requests cannot write it."""
    out = {}
    for r in releases:
        roots = {r.type_of(x["group"], x["version"], x["kind"]): x for x in r.resources if x["kind"] in DECLARED}
        specs = [name for root in roots for name in references({"spec": r.fields(root)["spec"]})]
        for name in sorted([*roots, *reachable(r, specs)]):
            for field, words in r.checks.get(name, {}).items():
                if name not in roots or field == "spec":
                    known = out.setdefault(name, {}).setdefault(field, words)
                    if known != words:
                        sys.exit(f"the checks of {field} in {name} have changed: {known} and {words}")
    return out


def feature_gates(releases):
    """The states of each gate, oldest first; a state lasts until the next one, or until the gate is gone."""
    out = {}
    for name in sorted({name for r in releases for name in r.gates}):
        states = out[name] = []
        for release in releases:
            gate = release.gates.get(name)
            if gate is None:
                continue
            state = {"stage": gate["stage"], "enabled": gate["enabled"], **({"locked": True} if gate["locked"] else {})}
            if not states or {k: v for k, v in states[-1].items() if k not in ("since", "until")} != state:
                states.append({"since": release.minor, **state})
        last = [r.minor for r in releases if name in r.gates][-1]
        if last != releases[-1].minor:
            states[-1]["until"] = last
    return out


def line(value):
    return json.dumps(value, separators=(", ", ": "), ensure_ascii=False)


def members(value, indent, write=line):
    """The members of a JSON object, one a line or as `write` writes them: small differences."""
    pad = " " * indent
    return ",\n".join(f"{pad}{line(k)}: {write(v)}" for k, v in value.items())


def nested(value, key, indent):
    """An object on one line, but for the members of one of its members."""
    head = "".join(f"{line(k)}: {line(v)}, " for k, v in value.items() if k != key)
    inner = members(value[key], indent + 2)
    pad = " " * indent
    return f"{{{head}{line(key)}: {{" + (f"\n{inner}\n{pad}" if inner else "") + "}}"


def write(name, text):
    json.loads(text)
    os.makedirs(FACTS, exist_ok=True)
    with open(os.path.join(FACTS, name), "w", encoding="utf-8") as f:
        f.write(text)


def main():
    releases = [Release(minor) for minor in stored_minors()]
    minors = [r.minor for r in releases]
    all_types = types(releases, minors)
    write("types.json", "{\n" + members(all_types, 2, lambda entry: nested(entry, "fields", 2)) + "\n}\n")
    having, others = kinds(releases, minors)
    write("kinds.json", '{\n  "kinds": {\n' + members(having, 4, lambda entry: nested(entry, "versions", 4))
          + '\n  },\n  "withoutResource": {\n' + members(others, 4) + "\n  }\n}\n")
    write("empty-values.json", "{\n" + members(empty_values(releases, all_types), 1) + "\n}\n")
    write("declared-checks.json", "{\n" + members(declared_checks(releases), 2, lambda entry: "{\n" + members(entry, 4) + "\n  }") + "\n}\n")
    write("feature-gates.json", "{\n" + members(feature_gates(releases), 2) + "\n}\n")
    write("releases.json", line([r.version for r in releases]) + "\n")
    print(f"{len(all_types)} types, {len(having)} kinds, {len(others)} without a resource")


if __name__ == "__main__":
    main()
