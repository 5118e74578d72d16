//go:build !k8s_1_30 && !k8s_1_31 && !k8s_1_32 && !k8s_1_33 && !k8s_1_34 && !k8s_1_35

package main

import (
	"k8s.io/kubernetes/pkg/registry/resource/resourceclaim"
	"k8s.io/kubernetes/pkg/registry/resource/resourceclaimtemplate"
)

func claims() any         { return resourceclaim.NewStrategy(plainNamespaces{}, nil) }
func claimTemplates() any { return resourceclaimtemplate.NewStrategy(plainNamespaces{}) }
