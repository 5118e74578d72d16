import { isBuiltInGroup } from '../../src/kubernetes/kinds.ts';
import { holdsIn } from '../../src/kubernetes/minors.ts';
import { builtInResources } from '../../src/kubernetes/resources.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** Groups of Kubernetes that extension servers are meant to serve. */
const FOR_EXTENSIONS: ReadonlySet<string> = new Set([
  'metrics.k8s.io',
  'custom.metrics.k8s.io',
  'external.metrics.k8s.io',
]);

export default defineRule({
  id: 'apiservice/served-group',
  kinds: ['APIService'],
  severity: 'warning',
  summary:
    "An APIService hands over a group that is neither the API server's nor the Kubernetes project's.",
  details: `
An APIService with a \`service\` says that an extension server serves one version of a group. For what the API
server serves itself, such as \`apps/v1\`, it makes the APIServices on its own and keeps them; another one under
the same name would take the built-in resources away from every client, and the two write over each other.

One without a \`service\` says that the API server serves the group itself. It makes those as well, for its own
groups and for those of CustomResourceDefinitions. For any other group it answers 404.

Groups that end in \`.k8s.io\` or \`.kubernetes.io\` belong to the Kubernetes project. Use a domain of your own.
`,
  reference:
    'https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/',
  messages: {
    builtIn: {
      text: 'the API server serves {group} itself; this takes its resources away from every client',
      help: 'leave the APIService out, or give the extension a group of its own',
      rows: ['lint-as-builtin-group'],
    },
    local: {
      text: "without a service the API server is to serve '{group}' itself, which it does only for its own groups and CRDs",
      help: 'add the service of the extension server; for a CRD the server makes the APIService',
      rows: ['lint-as-local-custom'],
    },
    protected: {
      text: "the group '{group}' belongs to the Kubernetes project",
      help: 'use a domain of your own',
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
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const service = spec.get('service');
    const version = spec.get('version').value;
    const field = spec.get('group');
    if (field.pruned || version === undefined) return;
    const group = field.value ?? '';
    if (service.absent) {
      if (!isBuiltInGroup(group)) report('local', service, { group });
      return;
    }
    const isServed = builtInResources().some(
      (one) => one.group === group && one.version === version && holdsIn(one, minor),
    );
    if (isServed)
      report('builtIn', field, { group: group === '' ? version : `${group}/${version}` });
    else if (isProtected(group)) report('protected', field, { group });
  },
});

function isProtected(group: string): boolean {
  const isOfProject = /(^|\.)(k8s|kubernetes)\.io$/.test(group);
  return isOfProject && !isBuiltInGroup(group) && !FOR_EXTENSIONS.has(group);
}
