// Prints what a Kubernetes release knows of its types, as JSON: the fields that its decoder reads, the
// OpenAPI definitions that are compiled into it, its kinds with their lives, and its feature gates. See ../releases.py.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/endpoints/openapi"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	builtin "k8s.io/client-go/kubernetes/scheme"
	aggregator "k8s.io/kube-aggregator/pkg/apiserver/scheme"
	"k8s.io/kube-openapi/pkg/validation/spec"
	_ "k8s.io/kubernetes/pkg/features"
	generated "k8s.io/kubernetes/pkg/generated/openapi"
)

// leaves are the types that decode themselves.
var leaves = map[string]string{
	"meta/v1.Time":                                  "time",
	"meta/v1.MicroTime":                             "micro-time",
	"meta/v1.FieldsV1":                              "raw",
	"pkg/runtime.RawExtension":                      "raw",
	"api/resource.Quantity":                         "quantity",
	"util/intstr.IntOrString":                       "int-or-string",
	"apiextensions/v1.JSON":                         "any",
	"apiextensions/v1.JSONSchemaPropsOrArray":       "schema-or-array",
	"apiextensions/v1.JSONSchemaPropsOrBool":        "schema-or-bool",
	"apiextensions/v1.JSONSchemaPropsOrStringArray": "schema-or-strings",
}

var scalars = map[reflect.Kind]string{
	reflect.String: "s", reflect.Bool: "b", reflect.Int32: "i32", reflect.Int64: "i64", reflect.Float64: "d",
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// A structType is what JSON can have of a struct.
type structType struct {
	// Fields are the types of the fields by their names.
	Fields map[string]string `json:"fields"`
	// Empty are the fields that are written although they are absent or empty, or never if they are
	// empty. See ../generate.py.
	Empty []string `json:"empty"`
}

// types are the structs by name: "core.v1.Pod".
type types map[string]*structType

// nameOf gives "core.v1.Pod" of the type k8s.io/api/core/v1.Pod.
func nameOf(t reflect.Type) string {
	return path.Base(path.Dir(t.PkgPath())) + "." + path.Base(t.PkgPath()) + "." + t.Name()
}

// read gives the type of a value as ../generate.py describes it, and adds the structs that it is made of.
func (all types) read(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(unmarshaler) {
		pkg := path.Base(path.Dir(t.PkgPath())) + "/" + path.Base(t.PkgPath())
		leaf, known := leaves[strings.Replace(pkg, "v1beta1", "v1", 1)+"."+t.Name()]
		if !known {
			panic(fmt.Sprintf("%v decodes itself in a way that nobody knows", t))
		}
		return leaf
	}
	switch t.Kind() {
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[]" + all.read(t.Elem())
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			panic(fmt.Sprintf("%v has keys that are no strings", t))
		}
		return "{}" + all.read(t.Elem())
	case reflect.Struct:
		name := nameOf(t)
		if _, known := all[name]; !known {
			all[name] = &structType{map[string]string{}, []string{}}
			all.readFields(t, all[name])
			slices.Sort(all[name].Empty)
		}
		return "@" + name
	}
	scalar, known := scalars[t.Kind()]
	if !known {
		panic(fmt.Sprintf("%v: a %v", t, t.Kind()))
	}
	return scalar
}

func (all types) readFields(t reflect.Type, read *structType) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, rest, _ := strings.Cut(field.Tag.Get("json"), ",")
		options := strings.Split(rest, ",")
		switch {
		case name == "-" || !field.IsExported():
		case field.Anonymous && name == "" && field.Type.Name() == "TypeMeta":
			// The version and the kind of an object are always there.
			all.readFields(field.Type, &structType{read.Fields, nil})
		case field.Anonymous && name == "":
			all.readFields(field.Type, read)
		case name == "" || slices.Contains(options, "string"):
			panic(fmt.Sprintf("%v.%s has a tag that nobody knows: %s", t, field.Name, field.Tag))
		default:
			read.Fields[name] = all.read(field.Type)
			if mark, marked := emptyMark(field.Type, options); marked {
				read.Empty = append(read.Empty, name+mark)
			}
		}
	}
}

// emptyMark gives what ../generate.py writes after the name of a field that is not simply left out where it is absent
// or empty. Source: structToUnstructured in k8s.io/apimachinery/pkg/runtime/converter.go, which never leaves out structs.
func emptyMark(t reflect.Type, options []string) (mark string, marked bool) {
	omitsEmpty := slices.Contains(options, "omitempty")
	switch {
	case slices.Contains(options, "omitzero"):
		return "?", true
	case t.Kind() == reflect.Pointer:
		return "!", !omitsEmpty
	case !omitsEmpty || t.Kind() == reflect.Struct:
		return "", true
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Map:
		return "", false
	}
	return "?", true
}

// life is when a version of a kind came, and when it goes.
type life struct {
	Introduced  string `json:"introduced,omitempty"`
	Deprecated  string `json:"deprecated,omitempty"`
	Removed     string `json:"removed,omitempty"`
	Replacement string `json:"replacement,omitempty"`
}

func minor(major, minor int) string { return fmt.Sprintf("%d.%d", major, minor) }

func lifeOf(object any) (l life) {
	if o, ok := object.(interface{ APILifecycleIntroduced() (int, int) }); ok {
		l.Introduced = minor(o.APILifecycleIntroduced())
	}
	if o, ok := object.(interface{ APILifecycleDeprecated() (int, int) }); ok {
		l.Deprecated = minor(o.APILifecycleDeprecated())
	}
	if o, ok := object.(interface{ APILifecycleRemoved() (int, int) }); ok {
		l.Removed = minor(o.APILifecycleRemoved())
	}
	if o, ok := object.(interface {
		APILifecycleReplacement() schema.GroupVersionKind
	}); ok {
		gvk := o.APILifecycleReplacement()
		l.Replacement = gvk.GroupVersion().String() + "/" + gvk.Kind
	}
	return l
}

type kind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
	Type    string `json:"type"`
	Life    life   `json:"life"`
}

// gate is the state of a feature gate without flags.
type gate struct {
	Stage   string `json:"stage"`
	Enabled bool   `json:"enabled"`
	Locked  bool   `json:"locked"`
}

func gates() map[string]gate {
	out := map[string]gate{}
	for name, spec := range utilfeature.DefaultMutableFeatureGate.GetAll() {
		stage := strings.ToLower(string(spec.PreRelease))
		if stage == "" {
			stage = "ga"
		}
		out[string(name)] = gate{stage, spec.Default, spec.LockToDefault}
	}
	return out
}

func main() {
	all, kinds := types{}, []kind{}
	for _, scheme := range []*runtime.Scheme{builtin.Scheme, apiextensions.Scheme, aggregator.Scheme} {
		for gvk, t := range scheme.AllKnownTypes() {
			if gvk.Version == runtime.APIVersionInternal {
				continue
			}
			all.read(t)
			object := reflect.New(t).Interface()
			kinds = append(kinds, kind{gvk.Group, gvk.Version, gvk.Kind, nameOf(t), lifeOf(object)})
		}
	}
	namer := openapi.NewDefinitionNamer(builtin.Scheme, apiextensions.Scheme)
	definitions := map[string]any{}
	for name, definition := range generated.GetOpenAPIDefinitions(func(path string) spec.Ref { return spec.MustCreateRef(path) }) {
		_, extensions := namer.GetDefinitionName(name)
		definitions[name] = map[string]any{"kinds": extensions["x-kubernetes-group-version-kind"], "schema": definition.Schema}
	}
	out := map[string]any{"types": all, "kinds": kinds, "definitions": definitions, "gates": gates()}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}
