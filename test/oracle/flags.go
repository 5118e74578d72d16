package main

import (
	"fmt"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/server/resourceconfig"
	serverstorage "k8s.io/apiserver/pkg/server/storage"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/featuregate"
)

// runtimeConfig is what --runtime-config of the server says, if it is given.
var runtimeConfig = cliflag.ConfigurationMap{}

// setFlags applies the flags of the server that change what it serves and accepts.
func setFlags(featureGates, config string) {
	if featureGates != "" {
		if err := utilfeature.DefaultMutableFeatureGate.Set(featureGates); err != nil {
			fatal(fmt.Errorf("-feature-gates: %w", err))
		}
	}
	if config != "" {
		if err := runtimeConfig.Set(config); err != nil {
			fatal(fmt.Errorf("-runtime-config: %w", err))
		}
	}
}

// gatedKinds are the kinds that have no storage, and so are not served, unless a
// feature gate is enabled. See pkg/registry/*/rest of Kubernetes.
var gatedKinds = map[string]featuregate.Feature{
	"ClusterTrustBundle":      "ClusterTrustBundle",
	"PodCertificateRequest":   "PodCertificateRequest",
	"StorageVersionMigration": "StorageVersionMigrator",
	"PodGroup":                "GenericWorkload",
	"Workload":                "GenericWorkload",
}

// isServed tells whether the server serves a version, with its flags.
func isServed(gvk schema.GroupVersionKind) bool {
	if len(runtimeConfig) == 0 {
		return servedByDefault(gvk)
	}
	if isRemoved(gvk) {
		return false
	}
	if gate, gated := gatedKinds[gvk.Kind]; gated {
		if _, known := utilfeature.DefaultMutableFeatureGate.GetAll()[gate]; known && !utilfeature.DefaultFeatureGate.Enabled(gate) {
			return false
		}
	}
	return enabledResources().ResourceEnabled(resourceOf(gvk))
}

func resourceOf(gvk schema.GroupVersionKind) schema.GroupVersionResource {
	plural, _ := meta.UnsafeGuessKindToResource(gvk)
	return plural
}

// enabledResources merges what a server enables by default with the flag.
var enabledResources = sync.OnceValue(func() *serverstorage.ResourceConfig {
	config := serverstorage.NewResourceConfig()
	var betas []schema.GroupVersionResource
	for gvk := range scheme.AllKnownTypes() {
		if !isBuiltInKind(gvk.GroupKind()) {
			continue
		}
		if stableVersion.MatchString(gvk.Version) {
			config.EnableVersions(gvk.GroupVersion())
		} else {
			config.DisableVersions(gvk.GroupVersion())
			if legacyBetas[gvk.GroupVersion().String()] {
				betas = append(betas, resourceOf(gvk))
			}
		}
	}
	config.EnableResources(betas...)
	config, err := resourceconfig.MergeAPIResourceConfigs(config, runtimeConfig, scheme)
	if err != nil {
		fatal(fmt.Errorf("-runtime-config: %w", err))
	}
	return config
})
