// Made by scripts/generate/kubernetes-modules.ts; do not edit.
import type { KindFacts } from './kinds.ts';

export const kindTable = (): readonly KindFacts[] => [
  {
    kind: 'CustomResourceDefinition',
    group: 'apiextensions.k8s.io',
    plural: 'customresourcedefinitions',
    namespaced: false,
    versions: new Map([
      ['apiextensions.k8s.io/v1', { introduced: '1.16', served: {} }],
      ['apiextensions.k8s.io/v1beta1', { introduced: '1.7', deprecated: '1.16', removed: '1.22' }],
    ]),
  },
  {
    kind: 'APIService',
    group: 'apiregistration.k8s.io',
    plural: 'apiservices',
    namespaced: false,
    versions: new Map([
      ['apiregistration.k8s.io/v1', { introduced: '1.10', served: {} }],
      ['apiregistration.k8s.io/v1beta1', { introduced: '1.7', deprecated: '1.19', removed: '1.22' }],
    ]),
  },
  {
    kind: 'MutatingWebhookConfiguration',
    group: 'admissionregistration.k8s.io',
    plural: 'mutatingwebhookconfigurations',
    namespaced: false,
    versions: new Map([
      ['admissionregistration.k8s.io/v1', { introduced: '1.16', served: {} }],
      ['admissionregistration.k8s.io/v1beta1', { introduced: '1.9', deprecated: '1.16', removed: '1.22' }],
    ]),
  },
  {
    kind: 'ValidatingWebhookConfiguration',
    group: 'admissionregistration.k8s.io',
    plural: 'validatingwebhookconfigurations',
    namespaced: false,
    versions: new Map([
      ['admissionregistration.k8s.io/v1', { introduced: '1.16', served: {} }],
      ['admissionregistration.k8s.io/v1beta1', { introduced: '1.9', deprecated: '1.16', removed: '1.22' }],
    ]),
  },
  {
    kind: 'ValidatingAdmissionPolicy',
    group: 'admissionregistration.k8s.io',
    plural: 'validatingadmissionpolicies',
    namespaced: false,
    versions: new Map([
      ['admissionregistration.k8s.io/v1', { introduced: '1.30', served: {} }],
      ['admissionregistration.k8s.io/v1alpha1', { introduced: '1.26', deprecated: '1.29', removed: '1.32' }],
      ['admissionregistration.k8s.io/v1beta1', { introduced: '1.28', deprecated: '1.31', removed: '1.34' }],
    ]),
  },
  {
    kind: 'ValidatingAdmissionPolicyBinding',
    group: 'admissionregistration.k8s.io',
    plural: 'validatingadmissionpolicybindings',
    namespaced: false,
    versions: new Map([
      ['admissionregistration.k8s.io/v1', { introduced: '1.30', served: {} }],
      ['admissionregistration.k8s.io/v1alpha1', { introduced: '1.26', deprecated: '1.29', removed: '1.32' }],
      ['admissionregistration.k8s.io/v1beta1', { introduced: '1.28', deprecated: '1.31', removed: '1.34' }],
    ]),
  },
  {
    kind: 'MutatingAdmissionPolicy',
    group: 'admissionregistration.k8s.io',
    plural: 'mutatingadmissionpolicies',
    namespaced: false,
    versions: new Map([
      ['admissionregistration.k8s.io/v1', { introduced: '1.36', served: { since: '1.36' } }],
      ['admissionregistration.k8s.io/v1alpha1', { introduced: '1.32', deprecated: '1.35', removed: '1.38' }],
      ['admissionregistration.k8s.io/v1beta1', { introduced: '1.34', deprecated: '1.37', removed: '1.40' }],
    ]),
  },
  {
    kind: 'MutatingAdmissionPolicyBinding',
    group: 'admissionregistration.k8s.io',
    plural: 'mutatingadmissionpolicybindings',
    namespaced: false,
    versions: new Map([
      ['admissionregistration.k8s.io/v1', { introduced: '1.36', served: { since: '1.36' } }],
      ['admissionregistration.k8s.io/v1alpha1', { introduced: '1.32', deprecated: '1.35', removed: '1.38' }],
      ['admissionregistration.k8s.io/v1beta1', { introduced: '1.34', deprecated: '1.37', removed: '1.40' }],
    ]),
  },
  {
    kind: 'FlowSchema',
    group: 'flowcontrol.apiserver.k8s.io',
    plural: 'flowschemas',
    namespaced: false,
    versions: new Map([
      ['flowcontrol.apiserver.k8s.io/v1', { introduced: '1.29', served: {} }],
      ['flowcontrol.apiserver.k8s.io/v1beta1', { introduced: '1.20', deprecated: '1.23', removed: '1.26' }],
      ['flowcontrol.apiserver.k8s.io/v1beta2', { introduced: '1.23', deprecated: '1.26', removed: '1.29' }],
      ['flowcontrol.apiserver.k8s.io/v1beta3', { introduced: '1.26', deprecated: '1.29', removed: '1.32', served: { until: '1.31' } }],
    ]),
  },
  {
    kind: 'PriorityLevelConfiguration',
    group: 'flowcontrol.apiserver.k8s.io',
    plural: 'prioritylevelconfigurations',
    namespaced: false,
    versions: new Map([
      ['flowcontrol.apiserver.k8s.io/v1', { introduced: '1.29', served: {} }],
      ['flowcontrol.apiserver.k8s.io/v1beta1', { introduced: '1.20', deprecated: '1.23', removed: '1.26' }],
      ['flowcontrol.apiserver.k8s.io/v1beta2', { introduced: '1.23', deprecated: '1.26', removed: '1.29' }],
      ['flowcontrol.apiserver.k8s.io/v1beta3', { introduced: '1.26', deprecated: '1.29', removed: '1.32', served: { until: '1.31' } }],
    ]),
  },
  {
    kind: 'NetworkPolicy',
    group: 'networking.k8s.io',
    plural: 'networkpolicies',
    namespaced: true,
    versions: new Map([
      ['extensions/v1beta1', { introduced: '1.3', deprecated: '1.9', removed: '1.16' }],
      ['networking.k8s.io/v1', { introduced: '1.7', served: {} }],
    ]),
  },
  {
    kind: 'PodDisruptionBudget',
    group: 'policy',
    plural: 'poddisruptionbudgets',
    namespaced: true,
    versions: new Map([
      ['policy/v1', { introduced: '1.21', served: {} }],
      ['policy/v1beta1', { introduced: '1.5', deprecated: '1.21', removed: '1.25' }],
    ]),
  },
  {
    kind: 'LimitRange',
    group: '',
    plural: 'limitranges',
    namespaced: true,
    versions: new Map([
      ['v1', { introduced: '1.0', served: {} }],
    ]),
  },
  {
    kind: 'ResourceQuota',
    group: '',
    plural: 'resourcequotas',
    namespaced: true,
    versions: new Map([
      ['v1', { introduced: '1.0', served: {} }],
    ]),
  },
];
