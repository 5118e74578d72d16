// Prints the OpenAPI definitions that are compiled into a Kubernetes release, as JSON: by the name of
// the type, its schema and the kinds that it is of. See builtin-types.py beside this folder.
package main

import (
	"encoding/json"
	"os"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiserver/pkg/endpoints/openapi"
	builtin "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/kube-openapi/pkg/validation/spec"
	generated "k8s.io/kubernetes/pkg/generated/openapi"
)

func main() {
	namer := openapi.NewDefinitionNamer(builtin.Scheme, apiextensions.Scheme)
	out := map[string]any{}
	for name, definition := range generated.GetOpenAPIDefinitions(func(path string) spec.Ref { return spec.MustCreateRef(path) }) {
		_, extensions := namer.GetDefinitionName(name)
		out[name] = map[string]any{"kinds": extensions["x-kubernetes-group-version-kind"], "schema": definition.Schema}
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}
