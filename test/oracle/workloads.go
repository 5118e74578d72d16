//go:build !k8s_1_30 && !k8s_1_31 && !k8s_1_32 && !k8s_1_33 && !k8s_1_34

package main

import "k8s.io/kubernetes/pkg/registry/scheduling/workload"

func init() {
	judge("scheduling.k8s.io", "Workload", "workloads", workload.Strategy)
}
