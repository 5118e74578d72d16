//go:build !k8s_1_30

package main

import "k8s.io/kubernetes/pkg/registry/resource/deviceclass"

func init() {
	judge("resource.k8s.io", "DeviceClass", "deviceclasses", deviceclass.Strategy)
}
