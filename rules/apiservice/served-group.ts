import { defineRule, yaml } from '../../src/rule/rule.ts';
import { apiVersionOf } from '../../src/server/kubernetes/api-version.ts';
import { isBuiltInGroup } from '../../src/server/kubernetes/kinds.ts';
import { holdsIn } from '../../src/server/kubernetes/minors.ts';
import { builtInResources } from '../../src/server/kubernetes/resources.ts';

/** The groups of Kubernetes that extension servers serve. */
const FOR_EXTENSIONS: ReadonlySet<string> = new Set([
  'metrics.k8s.io',
  'custom.metrics.k8s.io',
  'external.metrics.k8s.io',
]);

export default defineRule({
  id: 'apiservice/served-group',
  on: 'object',
  kinds: ['APIService'],
  severity: 'warning',
  summary: 'An APIService with a service is for a group that the API server does not serve itself.',
  details: `
An APIService with a \`service\` registers an extension server for one version of a group. The API server creates the
APIServices of its own versions, such as \`apps/v1\`, and keeps them up to date. If a manifest with the same name
replaces one of them, clients lose access to the built-in resources, and the two overwrite each other.

An APIService without a \`service\` states that the API server serves the group itself. It creates these APIServices too,
for its own groups and for those of CustomResourceDefinitions. For any other group, it responds with 404.

Groups that end in \`.k8s.io\` or \`.kubernetes.io\` are reserved for the Kubernetes project. Use a domain of your own.
`,
  reference:
    'https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/',
  messages: {
    builtIn: {
      text: 'the API server serves {group} itself; with this APIService, clients lose access to the resources of {group}',
      help: 'remove the APIService, or use a group of your own for the extension server',
      rows: ['lint-as-builtin-group'],
    },
    local: {
      text: "the APIService has no service, and '{group}' is not a built-in group, so requests fail with 404 unless a CRD defines it",
      help: 'add the service of the extension server, or remove the APIService of a CRD: the server creates it',
      rows: ['lint-as-local-custom'],
    },
    protected: {
      text: "the group '{group}' is reserved for the Kubernetes project",
      help: 'use a group with a domain of your own',
      severity: 'info',
      rows: ['lint-as-k8s-io-group'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.apps }
        spec:
          group: apps
          #      ^^^^ expect: builtIn
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
          service: { name: metrics, namespace: monitoring }
      `,
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec: # expect: local
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
      `,
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.widgets.k8s.io }
        spec:
          group: widgets.k8s.io
          #      ^^^^^^^^^^^^^^ expect: protected
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
          service: { name: metrics, namespace: monitoring }
      `,
    ],
    good: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1beta1.metrics.k8s.io }
        spec:
          group: metrics.k8s.io
          version: v1beta1
          groupPriorityMinimum: 100
          versionPriority: 100
          service: { name: metrics-server, namespace: kube-system }
      `,
    ],
  },
  check(resource, { report, minor }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const service = spec.get('service');
    const version = spec.get('version').value;
    const field = spec.get('group');
    if (field.pruned || version === undefined) return;
    const group = field.value ?? '';
    if (service.absent) {
      if (!isBuiltInGroup(group)) report({ message: 'local', at: service, values: { group } });
      return;
    }
    const isServed = builtInResources().some(
      (builtIn) =>
        builtIn.group === group && builtIn.version === version && holdsIn(builtIn, minor),
    );
    if (isServed)
      report({
        message: 'builtIn',
        at: field,
        values: { group: apiVersionOf({ group, version }) },
      });
    else if (isProtected(group)) report({ message: 'protected', at: field, values: { group } });
  },
});

function isProtected(group: string): boolean {
  const isOfProject = /(^|\.)(k8s|kubernetes)\.io$/.test(group);
  return isOfProject && !isBuiltInGroup(group) && !FOR_EXTENSIONS.has(group);
}
