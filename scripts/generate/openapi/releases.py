"""What each Kubernetes release declares, as declare.py stored it."""
import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
STORED = os.path.join(HERE, "releases")

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
    r"core\.v1\.AzureDiskVolumeSource": {"cachingMode": "ReadWrite", "kind": "Shared", "fsType": "ext4", "readOnly": False},
    r"core\.v1\.(Container|EphemeralContainer)": {
        "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File"},
    r"core\.v1\.(ContainerPort|EndpointPort|ServicePort)": {"protocol": "TCP"},
    r"core\.v1\.FileKeySelector": {"optional": False},
    r"core\.v1\.GRPCAction": {"service": ""},
    r"core\.v1\.HTTPGetAction": {"path": "/", "scheme": "HTTP"},
    r"core\.v1\.HostPathVolumeSource": {"type": ""},
    r"core\.v1\.ISCSI(Persistent)?VolumeSource": {"iscsiInterface": "default"},
    r"core\.v1\.ObjectFieldSelector": {"apiVersion": "v1"},
    r"core\.v1\.PersistentVolume(Claim)?Status": {"phase": "Pending"},
    r"core\.v1\.PersistentVolumeClaimSpec": {"volumeMode": "Filesystem"},
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
    r"rbac\.(v1|v1alpha1)\.RoleRef": {"apiGroup": "rbac.authorization.k8s.io"},
    r"resource\.(v1|v1beta2)\.(ExactDeviceRequest|DeviceSubRequest)": {"allocationMode": "ExactCount"},
    r"resource\.v1beta1\.DeviceSubRequest": {"allocationMode": "ExactCount"},
    r"resource\.v1alpha3\.ResourcePoolStatusRequestSpec": {"limit": 100},
    r"scheduling\.v1alpha2\.PodGroupSpec": {"disruptionMode": "Pod"},
    r"scheduling\.(v1alpha3|v1beta1)\.(Composite)?PodGroupSpec": {"preemptionPolicy": "PreemptLowerPriority"},
    r"scheduling\.(v1|v1alpha1)\.PriorityClass": {"preemptionPolicy": "PreemptLowerPriority"},
    r"storage\.v1\.CSIDriverSpec": {
        "attachRequired": True, "podInfoOnMount": False, "storageCapacity": False, "fsGroupPolicy": "ReadWriteOnceWithFSType",
        "volumeLifecycleModes": ["Persistent"], "requiresRepublish": False, "seLinuxMount": False},
    r"storage\.v1\.StorageClass": {"reclaimPolicy": "Delete", "volumeBindingMode": "Immediate"},
}

# What is not said of the types whose values are not validated.
ONLY_OF_VALIDATED = ("enum", "required", "default")


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def number(minor):
    return int(minor.split(".")[1])


def stored_minors():
    """The minors whose releases are stored, oldest first."""
    return sorted((name[:-len(".json")] for name in os.listdir(STORED)), key=number)


def group_version(group, version):
    return f"{group}/{version}" if group else version


class Release:
    def __init__(self, minor):
        stored = json.loads(read(os.path.join(STORED, f"{minor}.json")))
        self.minor, self.version = minor, stored["version"]
        self.gates = stored["gates"]
        self.registered = stored["kinds"]
        self.resources = stored["resources"]
        self.kind_types = set(stored["kindTypes"])
        self.types = stored["types"]
        self.checks = stored["checks"]

    def type_of(self, group, version, kind):
        """The name of the type of a kind."""
        return next(k["type"] for k in self.registered if (k["group"], k["version"], k["kind"]) == (group, version, kind))

    def is_atomic(self, name):
        return self.types[name].get("map") == "atomic"

    def fields(self, name):
        """The facts of each field of a type: its type, how lists and maps of it are merged, and what the server sets."""
        out = {field: {k: v for k, v in facts.items() if k not in ONLY_OF_VALIDATED}
               for field, facts in self.types[name]["fields"].items()}
        for pattern, values in SERVER_DEFAULTS.items():
            if re.fullmatch(pattern, name):
                for field in values.keys() & out.keys():
                    out[field]["default"] = values[field]
        return out

    def validated_fields(self, name):
        """The same with what the OpenAPI definitions say of values, for the kinds whose values are validated."""
        return {field: {**self.types[name]["fields"][field], **facts} for field, facts in self.fields(name).items()}

    def empty_values(self, name):
        """The fields that are written although they are absent or empty, or never if they are empty."""
        return self.types[name].get("empty", [])
