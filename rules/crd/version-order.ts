import type { VersionField } from '../../src/analysis/crd/versions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  compareVersionPriority,
  parseKubeVersion,
} from '../../src/server/kubernetes/version-priority.ts';

export default defineRule({
  id: 'crd/version-order',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'Versions have names such as v1 or v1beta1, and clients prefer the storage version.',
  details: `
Discovery sorts the versions of a CRD by name, not by their order in the file: stable versions (\`v2\`, \`v1\`) first, then
beta, then alpha, each with the highest number first. Versions with other names sort last, in alphabetical order. Clients
that do not request a particular version, such as \`kubectl get\`, use the first served version.

If that is not the storage version, each of their requests is converted. If it is deprecated, their users see the
warning of the deprecated version.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority',
  messages: {
    form: {
      text: "version '{name}' sorts after all versions with names such as v1, v1beta1 or v1alpha1{others}",
      help: 'use v and a number, followed by alpha or beta and a number if the version is not stable',
      rows: ['crd-lint-version-name-style'],
    },
    storedForm: {
      text: "clients use {preferred} by default, not the storage version '{name}', because of its name",
      help: 'use v and a number, followed by alpha or beta and a number if the version is not stable',
      severity: 'warning',
      rows: ['crd-lint-version-name-style'],
    },
    stored: {
      text: 'clients use {preferred} by default, but objects are stored as {stored}',
      help: 'make {preferred} the storage version, if objects can be converted',
      rows: ['crd-lint-version-priority'],
    },
    deprecated: {
      text: 'clients use {preferred} by default, which is deprecated',
      help: 'set served: false on {preferred}, or serve a version whose name sorts before it',
      rows: ['crd-lint-version-priority'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              #     ^^ expect: stored
              served: true
              storage: false
              schema: { openAPIV3Schema: { type: object } }
            - name: v1beta1
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
            - name: stable
              #     ^^^^^^ expect: form
              served: true
              storage: false
              schema: { openAPIV3Schema: { type: object } }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1beta1
              served: true
              storage: false
              schema: { openAPIV3Schema: { type: object } }
            - name: v1-0
              #     ^^^^ expect: storedForm
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1beta2
              #     ^^^^^^^ expect: deprecated
              served: true
              deprecated: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
            - name: v1beta1
              served: true
              storage: false
              schema: { openAPIV3Schema: { type: object } }
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
            - name: v1beta1
              served: true
              deprecated: true
              storage: false
              schema: { openAPIV3Schema: { type: object } }
      `,
    ],
  },
  check(resource, { report }) {
    const versions = resource.root.get('spec').itemsOf('versions');
    const served = versions.filter(({ value }) => value?.served === true);
    const [first] = served.toSorted((a, b) => compareVersionPriority(nameOf(a), nameOf(b)));
    if (first === undefined) return;
    const preferred = nameOf(first);
    const stored = versions.find(({ value }) => value?.storage === true);
    const isOtherStored = stored !== undefined && stored !== first && stored.value?.served === true;
    const unusual = served.filter(hasUnusualName);
    if (isOtherStored && hasUnusualName(stored)) {
      report({
        message: 'storedForm',
        at: stored.get('name'),
        values: { name: nameOf(stored), preferred },
      });
      return;
    }
    const [firstUnusual, ...others] = unusual;
    if (firstUnusual !== undefined) {
      const count = others.length === 0 ? '' : `; the same for ${others.length} more`;
      const values = { name: nameOf(firstUnusual), others: count };
      report({ message: 'form', at: firstUnusual.get('name'), values });
    }
    if (first.value?.deprecated === true) {
      if (served.some(({ value }) => value?.deprecated !== true)) {
        report({ message: 'deprecated', at: first.get('name'), values: { preferred } });
      }
    } else if (isOtherStored) {
      report({
        message: 'stored',
        at: first.get('name'),
        values: { preferred, stored: nameOf(stored) },
      });
    }
  },
});

function nameOf({ value }: VersionField): string {
  return value?.name ?? '';
}

/** Reports whether a version has a name that discovery cannot sort by stability and number. */
function hasUnusualName(version: VersionField): boolean {
  const name = nameOf(version);
  return name !== '' && parseKubeVersion(name) === undefined;
}
