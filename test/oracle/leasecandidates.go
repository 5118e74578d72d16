//go:build !k8s_1_30

package main

import "k8s.io/kubernetes/pkg/registry/coordination/leasecandidate"

func init() {
	judge("coordination.k8s.io", "LeaseCandidate", "leasecandidates", leasecandidate.Strategy)
}
