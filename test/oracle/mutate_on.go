//go:build !k8s_1_30 && !k8s_1_31 && !k8s_1_32 && !k8s_1_33 && !k8s_1_34 && !k8s_1_35

package main

import (
	"context"
	"fmt"
	"reflect"
	"sort"
	"sync"
	_ "unsafe" // for go:linkname

	admissionv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/policy/generic"
	"k8s.io/apiserver/pkg/admission/plugin/policy/mutating"
	"k8s.io/apiserver/pkg/endpoints/openapi"
	"k8s.io/apiserver/pkg/warning"
	"k8s.io/kube-openapi/pkg/builder3"
	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kubernetes/pkg/apis/admissionregistration"
	generatedopenapi "k8s.io/kubernetes/pkg/generated/openapi"
)

//go:linkname compileMutatingPolicy k8s.io/apiserver/pkg/admission/plugin/policy/mutating.compilePolicy
func compileMutatingPolicy(policy *admissionv1.MutatingAdmissionPolicy) mutating.PolicyEvaluator

type mutator struct {
	hooks      []mutating.PolicyHook
	dispatcher generic.Dispatcher[mutating.PolicyHook]
}

// converters gives the type converters that apply configurations need.
type converters struct {
	cluster *cluster
	mu      sync.Mutex
	custom  map[schema.GroupVersion]managedfields.TypeConverter
}

var builtinConverter = sync.OnceValues(func() (managedfields.TypeConverter, error) {
	namer := openapi.NewDefinitionNamer(scheme)
	config := &common.OpenAPIV3Config{
		GetDefinitions:    generatedopenapi.GetOpenAPIDefinitions,
		GetDefinitionName: namer.GetDefinitionName,
	}
	var names []string
	for name := range generatedopenapi.GetOpenAPIDefinitions(spec.MustCreateRef) {
		if _, extensions := namer.GetDefinitionName(name); len(extensions) > 0 { // a kind
			names = append(names, name)
		}
	}
	models, err := builder3.BuildOpenAPIDefinitionsForResources(config, names...)
	if err != nil {
		return nil, err
	}
	return managedfields.NewTypeConverter(models, false)
})

func (c *converters) Run(context.Context) {}

func (c *converters) GetTypeConverter(gvk schema.GroupVersionKind) managedfields.TypeConverter {
	if _, builtin := builtinResources()[gvk]; builtin {
		converter, err := builtinConverter()
		if err != nil {
			panic(err)
		}
		return converter
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if converter := c.custom[gvk.GroupVersion()]; converter != nil {
		return converter
	}
	models := map[string]*spec.Schema{}
	for _, crd := range c.cluster.custom.inOrder() {
		if crd.Spec.Group != gvk.Group || !served(crd, gvk.Version) {
			continue
		}
		doc, err := builder.BuildOpenAPIV3(crd, gvk.Version, builder.Options{})
		if err != nil {
			continue
		}
		for name, s := range doc.Components.Schemas {
			models[name] = s
		}
	}
	converter, err := managedfields.NewTypeConverter(models, false)
	if len(models) == 0 || err != nil {
		return nil
	}
	c.custom[gvk.GroupVersion()] = converter
	return converter
}

func (a *admitter) newMutator() mutator {
	var policies []*admissionv1.MutatingAdmissionPolicy
	bindings := map[string][]*admissionv1.MutatingAdmissionPolicyBinding{}
	for _, d := range a.docs {
		if len(d.verdict.Errors) > 0 {
			continue
		}
		switch obj := d.object.(type) {
		case *admissionregistration.MutatingAdmissionPolicy:
			out := &admissionv1.MutatingAdmissionPolicy{}
			if scheme.Convert(obj, out, nil) == nil {
				policies = append(policies, out)
			}
		case *admissionregistration.MutatingAdmissionPolicyBinding:
			out := &admissionv1.MutatingAdmissionPolicyBinding{}
			if scheme.Convert(obj, out, nil) == nil {
				bindings[out.Spec.PolicyName] = append(bindings[out.Spec.PolicyName], out)
			}
		}
	}
	m := mutator{dispatcher: mutating.NewDispatcher(everyone(), a.matcher, &converters{cluster: a.cluster, custom: map[schema.GroupVersion]managedfields.TypeConverter{}})}
	sort.SliceStable(policies, func(i, j int) bool { return policies[i].Name < policies[j].Name })
	for _, p := range policies {
		bound := bindings[p.Name]
		if len(bound) == 0 {
			continue
		}
		sort.SliceStable(bound, func(i, j int) bool { return bound[i].Name < bound[j].Name })
		hook := mutating.PolicyHook{Policy: p, Bindings: bound, Evaluator: compileMutatingPolicy(p)}
		hook.ParamInformer, hook.ParamScope, hook.ConfigurationError = a.paramSource(p.Spec.ParamKind)
		if hook.ConfigurationError == nil && hook.Evaluator.Error != nil {
			hook.ConfigurationError = hook.Evaluator.Error
		}
		m.hooks = append(m.hooks, hook)
	}
	return m
}

func cloneAttributes(a admission.Attributes) admission.Attributes {
	return admission.NewAttributesRecord(a.GetObject().DeepCopyObject(), copyOf(a.GetOldObject()), a.GetKind(), a.GetNamespace(), a.GetName(),
		a.GetResource(), a.GetSubresource(), a.GetOperation(), a.GetOperationOptions(), a.IsDryRun(), a.GetUserInfo())
}

// mutate runs the mutating policies, one by one to tell what each does, then
// together, with reinvocation, for the object that the validating ones get. It
// gives nil where the policies refuse the request.
func (a *admitter) mutate(d *input, attributes admission.Attributes, interfaces admission.ObjectInterfaces) admission.Attributes {
	if len(a.mutating.hooks) == 0 {
		return attributes
	}
	single := cloneAttributes(attributes)
	for _, hook := range a.mutating.hooks {
		for _, binding := range hook.Bindings {
			if matches, _, _, err := generic.NewPolicyMatcher(a.matcher).DefinitionMatches(single, interfaces, mutating.NewMutatingAdmissionPolicyAccessor(hook.Policy)); err == nil && !matches {
				continue
			}
			if matches, err := generic.NewPolicyMatcher(a.matcher).BindingMatches(single, interfaces, mutating.NewMutatingAdmissionPolicyBindingAccessor(binding)); err == nil && !matches {
				continue
			}
			before := single.GetObject().DeepCopyObject()
			one := hook
			one.Bindings = []*admissionv1.MutatingAdmissionPolicyBinding{binding}
			decision := Decision{Policy: hook.Policy.Name, PolicyKind: "MutatingAdmissionPolicy", Binding: binding.Name, Action: "unchanged"}
			if err := a.mutating.dispatcher.Dispatch(context.Background(), single, interfaces, []mutating.PolicyHook{one}); err != nil {
				reply := answer(err, nil)
				decision.Action, decision.Message, decision.Reason = "deny", reply.Message, reply.Reason
			} else if !reflect.DeepEqual(before, single.GetObject()) {
				decision.Action = "mutated"
			}
			d.verdict.Admission = append(d.verdict.Admission, decision)
		}
	}
	all := cloneAttributes(attributes)
	rec := &recorder{}
	ctx := warning.WithWarningRecorder(context.Background(), rec)
	err := a.mutating.dispatcher.Dispatch(ctx, all, interfaces, a.mutating.hooks)
	if reinvocation := all.GetReinvocationContext(); err == nil && reinvocation.ShouldReinvoke() {
		reinvocation.SetIsReinvoke()
		err = a.mutating.dispatcher.Dispatch(ctx, all, interfaces, a.mutating.hooks)
	}
	if err != nil {
		d.verdict.Request = answer(err, rec.warnings)
		return nil
	}
	if !reflect.DeepEqual(attributes.GetObject(), all.GetObject()) {
		d.verdict.Mutated = versionedJSON(all.GetObject(), attributes.GetKind())
	}
	return cloneAttributes(all)
}

// versionedJSON gives an object in the version of its request.
func versionedJSON(obj runtime.Object, gvk schema.GroupVersionKind) any {
	if u, ok := obj.(*unstructured.Unstructured); ok {
		return u.Object
	}
	versioned, err := scheme.ConvertToVersion(obj, gvk.GroupVersion())
	if err != nil {
		return fmt.Sprint(err)
	}
	return versioned
}
