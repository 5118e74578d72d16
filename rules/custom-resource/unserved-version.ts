import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'custom-resource/unserved-version',
  on: 'head',
  severity: 'error',
  summary: 'The apiVersion of a custom resource is one that its CRD serves.',
  details: `
A server knows only the versions of a kind that the CRD lists with \`served: true\`. For others kubectl stops with
\`no matches for kind\`, and the server answers that it could not find the resource.

A version is no longer served at the end of its deprecation. The fields of the next version can have other names or
defaults.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/',
  messages: {
    unknown: {
      text: 'the CRD of {kind} has no version {version}',
      help: 'use one that it serves: {served}',
      cause: 'Unserved',
      rows: ['cr-no-kind-match'],
    },
    unserved: {
      text: 'the CRD of {kind} does not serve version {version}',
      help: 'use one that it serves: {served}',
      cause: 'Unserved',
      rows: ['cr-version-not-served'],
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
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
            - name: v1beta1
              served: false
              storage: false
              schema: { openAPIV3Schema: { type: object } }
        ---
        apiVersion: stable.example.com/v1beta1
        #           ^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: unserved
        kind: CronTab
        metadata: { name: nightly }
        ---
        apiVersion: stable.example.com/v2
        #           ^^^^^^^^^^^^^^^^^^^^^ expect: unknown
        kind: CronTab
        metadata: { name: weekly }
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
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
      `,
    ],
  },
  check({ origin, head, resolution }, { report }) {
    if (resolution?.outcome !== 'custom' || resolution.version?.isServed === true) return;
    const { crd, version } = resolution;
    const { kind, group, versions } = crd.definition;
    const served = versions
      .filter(({ isServed }) => isServed)
      .map(({ name }) => `${group}/${name}`);
    const written = head.kind === 'object' ? (head.apiVersion.split('/')[1] ?? '') : '';
    const location = locationAt(origin, [...origin.path, 'apiVersion'], null);
    const values = { kind, version: written, served: served.join(', ') };
    const path = ['spec', 'versions', ...(version === undefined ? [] : [version.index, 'served'])];
    const { span } = locationAt(crd.origin, [...crd.origin.path, ...path], null);
    const isElsewhere = crd.origin.file !== origin.file;
    const message = 'the versions of the CRD are here';
    const related = [{ span, message, ...(isElsewhere ? { source: crd.source } : {}) }];
    report({
      message: version === undefined ? 'unknown' : 'unserved',
      at: location,
      values,
      related,
    });
  },
});
