//go:build !k8s_1_30 && !k8s_1_31 && !k8s_1_32 && !k8s_1_33 && !k8s_1_34

package main

import (
	"k8s.io/apiserver/pkg/registry/generic"
	podstorage "k8s.io/kubernetes/pkg/registry/core/pod/storage"
)

func podStorage(options generic.RESTOptionsGetter) (podstorage.PodStorage, error) {
	return podstorage.NewStorage(options, nil, nil, nil, everyone())
}
