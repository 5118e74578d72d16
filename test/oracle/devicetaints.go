//go:build !k8s_1_30 && !k8s_1_31 && !k8s_1_32

package main

import "k8s.io/kubernetes/pkg/registry/resource/devicetaintrule"

func init() {
	judge("resource.k8s.io", "DeviceTaintRule", "devicetaintrules", devicetaintrule.Strategy)
}
