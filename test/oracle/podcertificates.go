//go:build !k8s_1_30 && !k8s_1_31 && !k8s_1_32 && !k8s_1_33

package main

import "k8s.io/kubernetes/pkg/registry/certificates/podcertificaterequest"

func init() {
	judge("certificates.k8s.io", "PodCertificateRequest", "podcertificaterequests", podcertificaterequest.NewStrategy())
}
