import { isPrintable } from '../../src/base/go/printable.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';

const MOST_BYTES = 256;

export default defineRule({
  id: 'crd/deprecation-warning',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A deprecationWarning is one short line, on a version that is deprecated.',
  details: `
\`deprecationWarning\` replaces the default warning that the API server returns with each response for a deprecated
version. It is sent in an HTTP header: at most 256 bytes, printable characters only, so no line breaks and no tabs.
It requires \`deprecated: true\`. Without \`deprecationWarning\` the server uses its default warning.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-deprecation',
  messages: {
    notDeprecated: {
      text: 'deprecationWarning is not allowed on a version that is not deprecated',
      help: 'add deprecated: true, or remove deprecationWarning',
      cause: 'FieldValueInvalid',
      rows: ['crd-version-deprecation-not-deprecated'],
    },
    tooLong: {
      text: 'deprecationWarning has {length} bytes; at most 256 are allowed',
      cause: 'FieldValueInvalid',
      rows: ['crd-version-deprecation-too-long'],
    },
    empty: {
      text: 'deprecationWarning must not be empty',
      help: 'remove it to use the default warning',
      cause: 'FieldValueInvalid',
      rows: ['crd-version-deprecation-empty'],
    },
    printable: {
      text: 'deprecationWarning contains a line break, a tab or another character that is not printable',
      help: 'use one line of plain text; for a block scalar use |- or >-, which add no line break at the end',
      cause: 'FieldValueInvalid',
      rows: ['crd-version-deprecation-printable'],
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
              deprecationWarning: use v2
              #                   ^^^^^^ expect: notDeprecated
              schema: { openAPIV3Schema: { type: object } }
            - name: v1beta1
              served: true
              storage: false
              deprecated: true
              deprecationWarning: ""
              #                   ^^ expect: empty
              schema: { openAPIV3Schema: { type: object } }
            - name: v1alpha1
              served: true
              storage: false
              deprecated: true
              deprecationWarning: "use\tv1"
              #                   ^^^^^^^^^ expect: printable
              schema: { openAPIV3Schema: { type: object } }
            - name: v1alpha2
              served: true
              storage: false
              deprecated: true
              deprecationWarning: "${'long '.repeat(52)}" # expect: tooLong
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
              deprecated: true
              deprecationWarning: stable.example.com/v1 CronTab is deprecated; use v2
              schema: { openAPIV3Schema: { type: object } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const version of resource.root.get('spec').itemsOf('versions')) {
      const warning = version.get('deprecationWarning');
      const text = warning.value;
      const deprecated = version.get('deprecated');
      if (text === undefined || deprecated.pruned) continue;
      if (deprecated.value !== true) {
        report({ message: 'notDeprecated', at: warning });
        continue;
      }
      const length = byteLength(text);
      if (length > MOST_BYTES) report({ message: 'tooLong', at: warning, values: { length } });
      if (length === 0) report({ message: 'empty', at: warning });
      if (!isPrintable(text)) report({ message: 'printable', at: warning });
    }
  },
});
