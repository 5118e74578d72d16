package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/kubernetes/pkg/registry/resource/resourceslice"
)

// plainNamespaces has every namespace, each without labels: requests for admin
// access to devices are forbidden there, as on a server whose namespace has no
// label resource.kubernetes.io/admin-access.
type plainNamespaces struct {
	corev1client.NamespaceInterface
}

func (plainNamespaces) Get(_ context.Context, name string, _ metav1.GetOptions) (*corev1.Namespace, error) {
	return &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}, nil
}

func init() {
	judge("resource.k8s.io", "ResourceClaim", "resourceclaims", claims())
	judge("resource.k8s.io", "ResourceClaimTemplate", "resourceclaimtemplates", claimTemplates())
	judge("resource.k8s.io", "ResourceSlice", "resourceslices", resourceslice.Strategy)
}
