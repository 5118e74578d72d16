//go:build k8s_1_30 || k8s_1_31 || k8s_1_32 || k8s_1_33 || k8s_1_34 || k8s_1_35 || k8s_1_36

package main

import (
	"k8s.io/kubernetes/pkg/registry/authorization/localsubjectaccessreview"
	"k8s.io/kubernetes/pkg/registry/authorization/selfsubjectaccessreview"
	"k8s.io/kubernetes/pkg/registry/authorization/subjectaccessreview"
)

func accessReviews() answerer      { return subjectaccessreview.NewREST(everyone()) }
func ownAccessReviews() answerer   { return selfsubjectaccessreview.NewREST(everyone()) }
func localAccessReviews() answerer { return localsubjectaccessreview.NewREST(everyone()) }
