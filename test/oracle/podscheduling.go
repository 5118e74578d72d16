//go:build k8s_1_30 || k8s_1_31

package main

import "k8s.io/kubernetes/pkg/registry/resource/podschedulingcontext"

func init() {
	judge("resource.k8s.io", "PodSchedulingContext", "podschedulingcontexts", podschedulingcontext.Strategy)
}
