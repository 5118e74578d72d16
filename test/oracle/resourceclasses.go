//go:build k8s_1_30

package main

import (
	"k8s.io/kubernetes/pkg/registry/resource/resourceclaimparameters"
	"k8s.io/kubernetes/pkg/registry/resource/resourceclass"
	"k8s.io/kubernetes/pkg/registry/resource/resourceclassparameters"
)

func init() {
	judge("resource.k8s.io", "ResourceClaimParameters", "resourceclaimparameters", resourceclaimparameters.Strategy)
	judge("resource.k8s.io", "ResourceClass", "resourceclasses", resourceclass.Strategy)
	judge("resource.k8s.io", "ResourceClassParameters", "resourceclassparameters", resourceclassparameters.Strategy)
}
