//go:build !k8s_1_30 && !k8s_1_31 && !k8s_1_32 && !k8s_1_33 && !k8s_1_34 && !k8s_1_35

package main

import (
	"k8s.io/kubernetes/pkg/registry/resource/resourcepoolstatusrequest"
	"k8s.io/kubernetes/pkg/registry/scheduling/podgroup"
)

func init() {
	judge("resource.k8s.io", "ResourcePoolStatusRequest", "resourcepoolstatusrequests", resourcepoolstatusrequest.Strategy)
	judge("scheduling.k8s.io", "PodGroup", "podgroups", podgroup.NewStrategy())
}
