package main

import (
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/registry/apiserverinternal/storageversion"
	"k8s.io/kubernetes/pkg/registry/apps/controllerrevision"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/replicaset"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/certificates/certificates"
	"k8s.io/kubernetes/pkg/registry/certificates/clustertrustbundle"
	"k8s.io/kubernetes/pkg/registry/coordination/lease"
	"k8s.io/kubernetes/pkg/registry/core/configmap"
	"k8s.io/kubernetes/pkg/registry/core/endpoint"
	"k8s.io/kubernetes/pkg/registry/core/event"
	"k8s.io/kubernetes/pkg/registry/core/namespace"
	"k8s.io/kubernetes/pkg/registry/core/node"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolume"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/podtemplate"
	"k8s.io/kubernetes/pkg/registry/core/replicationcontroller"
	"k8s.io/kubernetes/pkg/registry/core/secret"
	"k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/core/serviceaccount"
	"k8s.io/kubernetes/pkg/registry/discovery/endpointslice"
	"k8s.io/kubernetes/pkg/registry/networking/ingress"
	"k8s.io/kubernetes/pkg/registry/networking/ingressclass"
	"k8s.io/kubernetes/pkg/registry/networking/ipaddress"
	"k8s.io/kubernetes/pkg/registry/networking/servicecidr"
	"k8s.io/kubernetes/pkg/registry/node/runtimeclass"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrole"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding"
	"k8s.io/kubernetes/pkg/registry/rbac/role"
	"k8s.io/kubernetes/pkg/registry/rbac/rolebinding"
	"k8s.io/kubernetes/pkg/registry/scheduling/priorityclass"
	"k8s.io/kubernetes/pkg/registry/storage/csidriver"
	"k8s.io/kubernetes/pkg/registry/storage/csinode"
	"k8s.io/kubernetes/pkg/registry/storage/csistoragecapacity"
	"k8s.io/kubernetes/pkg/registry/storage/storageclass"
	"k8s.io/kubernetes/pkg/registry/storage/volumeattachment"
	"k8s.io/kubernetes/pkg/registry/storage/volumeattributesclass"
	"k8s.io/kubernetes/pkg/registry/storagemigration/storagemigration"
)

// judge makes the registry strategy of a kind decide about its objects.
func judge(group, kind, plural string, s any) {
	resources[schema.GroupKind{Group: group, Kind: kind}] = resource{plural, s.(strategy)}
}

func init() {
	judge("", "ConfigMap", "configmaps", configmap.Strategy)
	judge("", "Endpoints", "endpoints", endpoint.Strategy)
	judge("", "Event", "events", event.Strategy)
	judge("events.k8s.io", "Event", "events", event.Strategy)
	judge("", "Namespace", "namespaces", namespace.Strategy)
	judge("", "Node", "nodes", node.Strategy)
	judge("", "PersistentVolume", "persistentvolumes", persistentvolume.Strategy)
	judge("", "PersistentVolumeClaim", "persistentvolumeclaims", persistentvolumeclaim.Strategy)
	judge("", "Pod", "pods", pod.Strategy)
	judge("", "PodTemplate", "podtemplates", podtemplate.Strategy)
	judge("", "ReplicationController", "replicationcontrollers", replicationcontroller.Strategy)
	judge("", "Secret", "secrets", secret.Strategy)
	judge("", "Service", "services", service.Strategy)
	judge("", "ServiceAccount", "serviceaccounts", serviceaccount.Strategy)
	judge("apps", "ControllerRevision", "controllerrevisions", controllerrevision.Strategy)
	judge("apps", "DaemonSet", "daemonsets", daemonset.Strategy)
	judge("apps", "Deployment", "deployments", deployment.Strategy)
	judge("apps", "ReplicaSet", "replicasets", replicaset.Strategy)
	judge("apps", "StatefulSet", "statefulsets", statefulset.Strategy)
	judge("autoscaling", "HorizontalPodAutoscaler", "horizontalpodautoscalers", horizontalpodautoscaler.Strategy)
	judge("batch", "Job", "jobs", job.Strategy)
	judge("batch", "CronJob", "cronjobs", cronjob.Strategy)
	judge("certificates.k8s.io", "CertificateSigningRequest", "certificatesigningrequests", certificates.Strategy)
	judge("certificates.k8s.io", "ClusterTrustBundle", "clustertrustbundles", clustertrustbundle.Strategy)
	judge("coordination.k8s.io", "Lease", "leases", lease.Strategy)
	judge("discovery.k8s.io", "EndpointSlice", "endpointslices", endpointslice.Strategy)
	judge("networking.k8s.io", "Ingress", "ingresses", ingress.Strategy)
	judge("networking.k8s.io", "IngressClass", "ingressclasses", ingressclass.Strategy)
	judge("networking.k8s.io", "IPAddress", "ipaddresses", ipaddress.Strategy)
	judge("networking.k8s.io", "ServiceCIDR", "servicecidrs", servicecidr.Strategy)
	judge("node.k8s.io", "RuntimeClass", "runtimeclasses", runtimeclass.Strategy)
	judge("rbac.authorization.k8s.io", "ClusterRole", "clusterroles", clusterrole.Strategy)
	judge("rbac.authorization.k8s.io", "ClusterRoleBinding", "clusterrolebindings", clusterrolebinding.Strategy)
	judge("rbac.authorization.k8s.io", "Role", "roles", role.Strategy)
	judge("rbac.authorization.k8s.io", "RoleBinding", "rolebindings", rolebinding.Strategy)
	judge("scheduling.k8s.io", "PriorityClass", "priorityclasses", priorityclass.Strategy)
	judge("storage.k8s.io", "CSIDriver", "csidrivers", csidriver.Strategy)
	judge("storage.k8s.io", "CSINode", "csinodes", csinode.Strategy)
	judge("storage.k8s.io", "CSIStorageCapacity", "csistoragecapacities", csistoragecapacity.Strategy)
	judge("storage.k8s.io", "StorageClass", "storageclasses", storageclass.Strategy)
	judge("storage.k8s.io", "VolumeAttachment", "volumeattachments", volumeattachment.Strategy)
	judge("storage.k8s.io", "VolumeAttributesClass", "volumeattributesclasses", volumeattributesclass.Strategy)
	judge("storagemigration.k8s.io", "StorageVersionMigration", "storageversionmigrations", storagemigration.Strategy)
	judge("internal.apiserver.k8s.io", "StorageVersion", "storageversions", storageversion.Strategy)
}
