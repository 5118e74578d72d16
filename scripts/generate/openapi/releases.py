"""What each Kubernetes release says of its types and kinds, read from its Go modules.

Only names, types and other machine-readable facts are taken (Apache-2.0); no description, comment or other
sentence is kept.
"""
import json
import os
import re
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

# What the server's defaulting functions set whatever else an object has, and the OpenAPI definitions do not say: type (any
# version of the group) -> field -> value. What depends on other fields is in src/server/decode/defaults/.
SERVER_DEFAULTS = {
    r"admissionregistration\.v1\.(Mutating|Validating)Webhook": {
        "failurePolicy": "Fail", "matchPolicy": "Equivalent", "namespaceSelector": {},
        "objectSelector": {}, "timeoutSeconds": 10},
    r"admissionregistration\.v1\.MutatingWebhook": {"reinvocationPolicy": "Never"},
    r"admissionregistration\.\w+\.(RuleWithOperations|NamedRuleWithOperations)": {"scope": "*"},
    r"admissionregistration\.v1\.ServiceReference": {"port": 443},
    r"admissionregistration\.\w+\.(Mutating|Validating)AdmissionPolicySpec": {"failurePolicy": "Fail"},
    r"admissionregistration\.\w+\.MatchResources": {
        "matchPolicy": "Equivalent", "namespaceSelector": {}, "objectSelector": {}},
    r"admissionregistration\.v1alpha1\.ParamRef": {"parameterNotFoundAction": "Deny"},
    r"flowcontrol\.(v1|v1beta3)\.FlowSchemaSpec": {"matchingPrecedence": 1000},
    r"flowcontrol\.(v1|v1beta3)\.ExemptPriorityLevelConfiguration": {"nominalConcurrencyShares": 0, "lendablePercent": 0},
    r"flowcontrol\.(v1|v1beta3)\.LimitedPriorityLevelConfiguration": {"nominalConcurrencyShares": 30, "lendablePercent": 0},
    r"flowcontrol\.(v1|v1beta3)\.QueuingConfiguration": {"handSize": 8, "queues": 64, "queueLengthLimit": 50},
    r"networking\.v1\.NetworkPolicyPort": {"protocol": "TCP"},
    r"apiextensions\.v1\.CustomResourceDefinitionSpec": {"conversion": {"strategy": "None"}},
    r"apiextensions\.v1\.ServiceReference": {"port": 443},
    r"apiregistration\.v1\.ServiceReference": {"port": 443},
    r"apps\.v1\.DaemonSetSpec": {"revisionHistoryLimit": 10},
    r"apps\.v1\.(DaemonSetUpdateStrategy|DeploymentStrategy)": {"type": "RollingUpdate"},
    r"apps\.v1\.DeploymentSpec": {"replicas": 1, "revisionHistoryLimit": 10, "progressDeadlineSeconds": 600},
    r"apps\.v1\.ReplicaSetSpec": {"replicas": 1},
    r"apps\.v1\.StatefulSetSpec": {
        "podManagementPolicy": "OrderedReady", "replicas": 1, "revisionHistoryLimit": 10,
        "persistentVolumeClaimRetentionPolicy": {}},
    r"apps\.v1\.StatefulSetPersistentVolumeClaimRetentionPolicy": {"whenDeleted": "Retain", "whenScaled": "Retain"},
    r"autoscaling\.v1\.HorizontalPodAutoscalerSpec": {"minReplicas": 1},
    r"autoscaling\.v2\.HorizontalPodAutoscalerSpec": {"minReplicas": 1},
    r"batch\.v1\.CronJobSpec": {
        "concurrencyPolicy": "Allow", "suspend": False, "successfulJobsHistoryLimit": 3, "failedJobsHistoryLimit": 1},
    r"batch\.v1\.PodFailurePolicyOnPodConditionsPattern": {"status": "True"},
    r"core\.v1\.AzureDiskVolumeSource": {"cachingMode": "ReadWrite", "kind": "Shared", "fsType": "ext4", "readOnly": False},
    r"core\.v1\.(Container|EphemeralContainer)": {
        "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File"},
    r"core\.v1\.(ContainerPort|EndpointPort|ServicePort)": {"protocol": "TCP"},
    r"core\.v1\.GRPCAction": {"service": ""},
    r"core\.v1\.HTTPGetAction": {"path": "/", "scheme": "HTTP"},
    r"core\.v1\.HostPathVolumeSource": {"type": ""},
    r"core\.v1\.ISCSI(Persistent)?VolumeSource": {"iscsiInterface": "default"},
    r"core\.v1\.ObjectFieldSelector": {"apiVersion": "v1"},
    r"core\.v1\.PersistentVolume(Claim)?Status": {"phase": "Pending"},
    r"core\.v1\.PersistentVolumeClaimSpec": {"volumeMode": "Filesystem"},
    r"core\.v1\.PersistentVolumeSpec": {"persistentVolumeReclaimPolicy": "Retain", "volumeMode": "Filesystem"},
    r"core\.v1\.PodSpec": {
        "dnsPolicy": "ClusterFirst", "restartPolicy": "Always", "securityContext": {},
        "terminationGracePeriodSeconds": 30, "schedulerName": "default-scheduler"},
    r"core\.v1\.Probe": {"timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3},
    r"core\.v1\.RBD(Persistent)?VolumeSource": {"pool": "rbd", "user": "admin", "keyring": "/etc/ceph/keyring"},
    r"core\.v1\.ReplicationControllerSpec": {"replicas": 1},
    r"core\.v1\.ScaleIO(Persistent)?VolumeSource": {"storageMode": "ThinProvisioned", "fsType": "xfs"},
    r"core\.v1\.(ConfigMap|DownwardAPI|Projected|Secret)VolumeSource": {"defaultMode": 0o644},
    r"core\.v1\.Secret": {"type": "Opaque"},
    r"core\.v1\.ServiceAccountTokenProjection": {"expirationSeconds": 3600},
    r"core\.v1\.ServiceSpec": {"sessionAffinity": "None", "type": "ClusterIP"},
    r"discovery\.v1\.EndpointPort": {"name": "", "protocol": "TCP"},
    r"networking\.v1\.IngressClassParametersReference": {"scope": "Cluster"},
    r"rbac\.v1\.RoleRef": {"apiGroup": "rbac.authorization.k8s.io"},
    r"resource\.(v1|v1beta2)\.(ExactDeviceRequest|DeviceSubRequest)": {"allocationMode": "ExactCount"},
    r"resource\.v1beta1\.DeviceSubRequest": {"allocationMode": "ExactCount"},
    r"scheduling\.v1\.PriorityClass": {"preemptionPolicy": "PreemptLowerPriority"},
    r"storage\.v1\.CSIDriverSpec": {
        "attachRequired": True, "podInfoOnMount": False, "storageCapacity": False, "fsGroupPolicy": "ReadWriteOnceWithFSType",
        "volumeLifecycleModes": ["Persistent"], "requiresRepublish": False, "seLinuxMount": False},
    r"storage\.v1\.StorageClass": {"reclaimPolicy": "Delete", "volumeBindingMode": "Immediate"},
}
TRIVIAL = ({}, [], "", 0, False)  # zero values in the definitions, with no defaulting behind them

# Subresources that exist only behind a gate that is off by default.
GATED = {("1.32", "", "pods", "resize")}


def describe(folder):
    """Runs the program in release/ in the modules of a release, whose go.mod and go.sum are in the folder."""
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("go.mod", "go.sum"):
            shutil.copy(os.path.join(folder, name), scratch)
        shutil.copy(os.path.join(HERE, "release/main.go"), scratch)
        env = dict(os.environ, GOFLAGS="-mod=mod", GOTOOLCHAIN="local")
        return json.loads(subprocess.run(["go", "run", "."], cwd=scratch, env=env, check=True, capture_output=True).stdout)


def source_tree(version):
    """The folder with the sources of k8s.io/kubernetes."""
    with tempfile.TemporaryDirectory() as scratch:
        out = subprocess.run(["go", "mod", "download", "-json", f"k8s.io/kubernetes@v{version}"],
                             cwd=scratch, check=True, capture_output=True, text=True).stdout
    return json.loads(out)["Dir"]


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def short(name):
    """io.k8s.api.core.v1.Pod or k8s.io/api/core/v1.Pod -> core.v1.Pod."""
    parts = re.split(r"[./]", name)
    for i, part in enumerate(parts):
        if i and re.fullmatch(r"v\d+((alpha|beta)\d+)?", part):
            return ".".join(parts[i - 1:])
    return parts[-1]


def group_version(group, version):
    return f"{group}/{version}" if group else version


class Release:
    def __init__(self, version, work):
        self.version, self.minor = version, version.rsplit(".", 1)[0]
        described = describe(os.path.join(work, version))
        self.types = described["types"]
        # {name: {stage, enabled, locked}} of each feature gate, without flags.
        self.gates = described["gates"]
        # All that is registered: [{group, version, kind, type, life}], Lists and options too.
        self.registered = described["kinds"]
        self.schemas = {short(name): d["schema"] for name, d in described["definitions"].items()}
        # The types that the OpenAPI definitions call kinds, as the server's type checker looks them up. Of those with
        # several kinds (options, watch events) none is a kind of its own.
        self.kind_types = {
            short(name) for name, d in described["definitions"].items()
            if len(d["kinds"] or []) == 1 and "items" not in d["schema"].get("properties", {})}
        tree = source_tree(version)
        self.resources = discovery(tree)
        self.on, self.single = served_by_default(tree)

    def serves(self, resource):
        group = {"": "core"}.get(resource["group"], resource["group"].split(".")[0])
        return ((group, resource["version"]) in self.on
                or (group, resource["version"], resource["resource"]) in self.single)

    def type_of(self, group, version, kind):
        """The name of the type of a kind."""
        return next(k["type"] for k in self.registered if (k["group"], k["version"], k["kind"]) == (group, version, kind))

    def is_atomic(self, name):
        return self.schemas.get(name, {}).get("x-kubernetes-map-type") == "atomic"

    def fields(self, name):
        """The facts of each field of a type: its type, how lists and maps of it are merged, and what the server sets."""
        properties = self.schemas.get(name, {}).get("properties", {})
        out = {field: {"type": text, **merging(properties.get(field, {}))} for field, text in self.types[name].items()}
        for pattern, values in SERVER_DEFAULTS.items():
            if re.fullmatch(pattern, name):
                for field in values.keys() & out.keys():
                    out[field]["default"] = values[field]
        return out

    def validated_fields(self, name):
        """The same with what the OpenAPI definitions say of values, for the kinds whose values are validated."""
        schema, out = self.schemas.get(name, {}), self.fields(name)
        for field, facts in out.items():
            sub = schema.get("properties", {}).get(field, {})
            enum = sub.get("enum") or sub.get("items", {}).get("enum")
            if enum:
                facts["enum"] = sorted(enum)
            if field in schema.get("required", ()):
                facts["required"] = True
            if "default" in sub and sub["default"] not in TRIVIAL:
                facts.setdefault("default", sub["default"])
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


def discovery(tree):
    """Every resource that the server can serve, from the stored discovery documents."""
    out, base = [], f"{tree}/api/discovery"
    for name in sorted(os.listdir(base)):
        if not re.fullmatch(r"(api|apis__.+)__v[a-z0-9]+\.json", name):
            continue
        document = json.loads(read(f"{base}/{name}"))
        group, version = document["groupVersion"].rpartition("/")[::2]
        resources = {r["name"]: {
            "group": group, "version": version, "resource": r["name"], "kind": r["kind"],
            "namespaced": r["namespaced"], "shortNames": sorted(r.get("shortNames", [])),
            "verbs": r["verbs"], "subresources": [],
        } for r in document["resources"] if "/" not in r["name"]}
        for r in document["resources"]:
            parent, _, subresource = r["name"].partition("/")
            if subresource:
                resources[parent]["subresources"].append(subresource)
        out.extend(resources.values())
    return out
