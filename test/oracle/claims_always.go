//go:build k8s_1_30 || k8s_1_31 || k8s_1_32

package main

import (
	"k8s.io/kubernetes/pkg/registry/resource/resourceclaim"
	"k8s.io/kubernetes/pkg/registry/resource/resourceclaimtemplate"
)

func claims() any         { return resourceclaim.Strategy }
func claimTemplates() any { return resourceclaimtemplate.Strategy }
