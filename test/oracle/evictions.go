//go:build !k8s_1_30 && !k8s_1_31 && !k8s_1_32 && !k8s_1_33 && !k8s_1_34 && !k8s_1_35 && !k8s_1_36

package main

import (
	"k8s.io/kubernetes/pkg/registry/lifecycle/eviction"
	"k8s.io/kubernetes/pkg/registry/lifecycle/evictionrequest"
	"k8s.io/kubernetes/pkg/registry/scheduling/compositepodgroup"
	"k8s.io/utils/clock"
)

func init() {
	judge("lifecycle.k8s.io", "Eviction", "evictions", eviction.NewStrategy(clock.RealClock{}))
	judge("lifecycle.k8s.io", "EvictionRequest", "evictionrequests", evictionrequest.NewStrategy())
	judge("scheduling.k8s.io", "CompositePodGroup", "compositepodgroups", compositepodgroup.NewStrategy())
}
