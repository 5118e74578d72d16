package main

import (
	"regexp"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// builtInKinds are the kinds that a manifest can create on a server of some
// minor, with or without flags, or once could. What requests to a subresource
// and answers of the server are made of (Eviction, Scale, PodExecOptions, Status)
// is not here, nor what can only be read (ComponentStatus).
var builtInKinds = map[string][]string{
	"": {
		"Binding", "ConfigMap", "Endpoints", "Event", "LimitRange", "Namespace", "Node", "PersistentVolume",
		"PersistentVolumeClaim", "Pod", "PodTemplate", "ReplicationController", "ResourceQuota", "Secret", "Service",
		"ServiceAccount",
	},
	"admissionregistration.k8s.io": {
		"MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding", "MutatingWebhookConfiguration",
		"ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding", "ValidatingWebhookConfiguration",
	},
	"apiextensions.k8s.io":         {"CustomResourceDefinition"},
	"apiregistration.k8s.io":       {"APIService"},
	"apps":                         {"ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"},
	"authentication.k8s.io":        {"SelfSubjectReview", "TokenReview"},
	"authorization.k8s.io":         {"LocalSubjectAccessReview", "SelfSubjectAccessReview", "SelfSubjectRulesReview", "SubjectAccessReview"},
	"autoscaling":                  {"HorizontalPodAutoscaler"},
	"batch":                        {"CronJob", "Job"},
	"certificates.k8s.io":          {"CertificateSigningRequest", "ClusterTrustBundle", "PodCertificateRequest"},
	"coordination.k8s.io":          {"Lease", "LeaseCandidate"},
	"discovery.k8s.io":             {"EndpointSlice"},
	"events.k8s.io":                {"Event"},
	"extensions":                   {"DaemonSet", "Deployment", "Ingress", "NetworkPolicy", "PodSecurityPolicy", "ReplicaSet"},
	"flowcontrol.apiserver.k8s.io": {"FlowSchema", "PriorityLevelConfiguration"},
	"internal.apiserver.k8s.io":    {"StorageVersion"},
	"networking.k8s.io":            {"IPAddress", "Ingress", "IngressClass", "NetworkPolicy", "ServiceCIDR"},
	"node.k8s.io":                  {"RuntimeClass"},
	"policy":                       {"PodDisruptionBudget", "PodSecurityPolicy"},
	"rbac.authorization.k8s.io":    {"ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"},
	"resource.k8s.io": {
		"DeviceClass", "DeviceTaintRule", "PodSchedulingContext", "ResourceClaim", "ResourceClaimParameters",
		"ResourceClaimTemplate", "ResourceClass", "ResourceClassParameters", "ResourcePoolStatusRequest", "ResourceSlice",
	},
	"scheduling.k8s.io":       {"PodGroup", "PriorityClass", "Workload"},
	"storage.k8s.io":          {"CSIDriver", "CSINode", "CSIStorageCapacity", "StorageClass", "VolumeAttachment", "VolumeAttributesClass"},
	"storagemigration.k8s.io": {"StorageVersionMigration"},
}

func isBuiltInKind(gk schema.GroupKind) bool {
	return slices.Contains(builtInKinds[gk.Group], gk.Kind)
}

var stableVersion = regexp.MustCompile(`^v[0-9]+$`)

// servedByDefault tells whether a server with default flags serves a version:
// the stable versions, and the beta versions from before beta versions were off
// by default, in so far as the release has not removed the kind.
func servedByDefault(gvk schema.GroupVersionKind) bool {
	if !stableVersion.MatchString(gvk.Version) && !legacyBetas[gvk.GroupVersion().String()] {
		return false
	}
	return !isRemoved(gvk)
}

// isRemoved tells whether the release lacks a version, or has removed it.
func isRemoved(gvk schema.GroupVersionKind) bool {
	obj, err := scheme.New(gvk)
	if err != nil {
		return true
	}
	if r, ok := obj.(interface{ APILifecycleRemoved() (int, int) }); ok {
		if major, m := r.APILifecycleRemoved(); major == 1 && m <= minor {
			return true
		}
	}
	return false
}

// misjudgedKinds gives the kinds on which builtInKinds, servedByDefault and the
// discovery documents of this minor differ; none unless the release is a new one.
func misjudgedKinds() (out []schema.GroupVersionKind) {
	for gvk, res := range builtinResources() {
		if res.creatable && !isBuiltInKind(gvk.GroupKind()) {
			out = append(out, gvk)
		}
	}
	for gvk := range scheme.AllKnownTypes() {
		if _, listed := builtinResources()[gvk]; !listed && isBuiltInKind(gvk.GroupKind()) && servedByDefault(gvk) {
			out = append(out, gvk)
		}
	}
	return out
}
