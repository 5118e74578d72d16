import { compareVersionPriority, parseKubeVersion } from '../../src/kubernetes/version-priority.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/version-order',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary:
    'Versions are named like v1, v1beta1, v1alpha1, and the one that clients prefer is the stored one.',
  details: `
Discovery sorts the versions of a CRD by their names, not by their order in the file: stable ones (\`v2\`, \`v1\`), then
beta, then alpha, each with the highest number first. Names of another form come last, in alphabetical order. kubectl
and other clients that are not told a version take the first one that is served.

Where the first one is not the stored one, each request of such clients is converted. Where it is deprecated,
each of their users sees the warning.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority',
  messages: {
    form: {
      text: "the version '{name}' is not named like v1, v1beta1 or v1alpha1, so clients sort it behind all that are",
      help: 'write v and a number, and alpha or beta with a number where it is not stable',
      severity: 'warning',
      rows: ['crd-lint-version-name-style'],
    },
    stored: {
      text: 'kubectl takes {preferred} where no version is named, but objects are stored as {stored}',
      help: 'store {preferred} once all its objects can be converted',
      rows: ['crd-lint-version-priority'],
    },
    deprecated: {
      text: 'kubectl takes {preferred} where no version is named, and {preferred} is deprecated',
      help: 'stop serving {preferred}, or name the version to move to so that it sorts before it',
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
    const versions = resource.root.get('spec').get('versions').items();
    const served = versions.filter(({ value }) => value?.served === true);
    for (const version of served) {
      const field = version.get('name');
      const name = field.value ?? '';
      if (name !== '' && parseKubeVersion(name) === undefined) report('form', field, { name });
    }
    const nameOf = (version: (typeof versions)[number]) => version.value?.name ?? '';
    const [first] = served.toSorted((a, b) => compareVersionPriority(nameOf(a), nameOf(b)));
    if (first === undefined) return;
    const stored = versions.find(({ value }) => value?.storage === true);
    const preferred = nameOf(first);
    if (first.value?.deprecated === true) {
      if (served.some(({ value }) => value?.deprecated !== true)) {
        report('deprecated', first.get('name'), { preferred });
      }
      return;
    }
    // That the stored one is not served has been said.
    if (stored === undefined || stored === first || stored.value?.served !== true) return;
    report('stored', first.get('name'), { preferred, stored: nameOf(stored) });
  },
});
