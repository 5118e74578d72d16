package main

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	"k8s.io/apiserver/pkg/endpoints/deprecation"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/registry/authentication/selfsubjectreview"
	"k8s.io/kubernetes/pkg/registry/authentication/tokenreview"
	"k8s.io/kubernetes/pkg/registry/authorization/selfsubjectrulesreview"
)

// answerer is the storage of a kind whose objects the server answers, and does
// not store. It has no strategy.
type answerer interface {
	rest.Creater
	rest.Scoper
}

// answered is a resource whose objects are answered.
type answered struct {
	plural  string
	storage answerer
}

const (
	authenticationGroup = "authentication.k8s.io"
	authorizationGroup  = "authorization.k8s.io"
)

var answers = map[schema.GroupKind]answered{
	{Group: "", Kind: "Binding"}:                                  {"bindings", podBindings{}},
	{Group: authenticationGroup, Kind: "SelfSubjectReview"}:       {"selfsubjectreviews", selfsubjectreview.NewREST()},
	{Group: authenticationGroup, Kind: "TokenReview"}:             {"tokenreviews", tokenreview.NewREST(nil, nil)},
	{Group: authorizationGroup, Kind: "LocalSubjectAccessReview"}: {"localsubjectaccessreviews", localAccessReviews()},
	{Group: authorizationGroup, Kind: "SelfSubjectAccessReview"}:  {"selfsubjectaccessreviews", ownAccessReviews()},
	{Group: authorizationGroup, Kind: "SelfSubjectRulesReview"}:   {"selfsubjectrulesreviews", selfsubjectrulesreview.NewREST(authorizerfactory.NewAlwaysAllowAuthorizer())},
	{Group: authorizationGroup, Kind: "SubjectAccessReview"}:      {"subjectaccessreviews", accessReviews()},
}

// judge does what the handler of the server does before the storage answers. An
// object that is stored by the same name does not count, because none is stored.
func (a answered) judge(versioned, obj runtime.Object, gvk schema.GroupVersionKind, v *Verdict) {
	accessor, err := meta.Accessor(obj)
	if err != nil {
		v.Outcome = "skipped"
		return
	}
	ctx, rec := requestContext(gvk, a.plural, a.storage, "create", accessor)
	if deprecation.IsDeprecated(versioned, 1, minor) {
		rec.AddWarning("", deprecation.WarningMessage(versioned))
	}
	rest.WipeObjectMetaSystemFields(accessor)
	namespace := genericapirequest.NamespaceValue(ctx)
	if err := rest.EnsureObjectNamespaceMatchesRequestNamespace(namespace, accessor); err != nil {
		describe(err, v)
	}
	dedupOwnerReferences(obj, ctx, false)
	obj = manageFields(obj, gvk)
	_, err = a.storage.Create(ctx, obj, rest.ValidateAllObjectFunc, &metav1.CreateOptions{})
	// The pod that is bound depends on the cluster.
	if !apierrors.IsNotFound(err) {
		describe(err, v)
	}
	v.Warnings = rec.warnings
	v.settle()
}

// podBindings binds pods of a cluster that has none.
type podBindings struct{ answerer }

func (podBindings) NamespaceScoped() bool { return true }

func (podBindings) Create(ctx context.Context, obj runtime.Object, validate rest.ValidateObjectFunc, options *metav1.CreateOptions) (runtime.Object, error) {
	pods, err := podStorage(&memory{})
	if err != nil {
		return nil, err
	}
	return pods.LegacyBinding.Create(ctx, obj, validate, options)
}
