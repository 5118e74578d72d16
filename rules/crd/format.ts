import { schemaJudgements, schemaSpot } from '../../src/checks/crd-schemas.ts';
import { keyword } from '../../src/crd/problem.ts';
import { isRecognizedFormat } from '../../src/crd/string-formats.ts';
import { holdsIn } from '../../src/kubernetes/minors.ts';
import { defineRule, yaml } from '../../src/rule.ts';

export default defineRule({
  id: 'crd/format',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A format is one that the server checks for the type beside it.',
  details: `
The API server ignores a \`format\` that it does not know, and since Kubernetes 1.34 it warns about it. For strings it
knows bsonobjectid, byte, cidr, creditcard, date, date-time, duration, email, hexcolor, hostname, ipv4, ipv6, isbn,
isbn10, isbn13, k8s-long-name and k8s-short-name (since 1.35), mac, password, rgbcolor, ssn, uri, uuid, uuid3, uuid4 and uuid5; for
integers int32 and int64, for numbers float and double. Upper and lower case count.

A format that nobody checks is a promise that is not kept: use \`pattern\`, \`minimum\` and \`maximum\`, or a rule in
\`x-kubernetes-validations\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    unknown: {
      text: "the server does not know the format '{format}', so it checks nothing",
      help: 'leave it out, or use a pattern',
      cause: 'Warning',
      rows: ['crd-warn-unrecognized-format'],
    },
    otherType: {
      text: "the server does not know the format '{format}' for the type {type}, so it checks nothing",
      help: 'leave it out',
      cause: 'Warning',
      rows: ['crd-warn-format-integer', 'crd-warn-format-number', 'crd-warn-format-other-type'],
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
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    address: { type: string, format: ip }
                    #                                ^^ expect: unknown
                    size: { type: integer, format: uint32 }
                    #                              ^^^^^^ expect: otherType
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
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    address: { type: string, format: ipv4 }
                    size: { type: integer, format: int32 }
      `,
    ],
  },
  check(resource, { report, minor }) {
    if (holdsIn({ until: '1.33' }, minor)) return;
    const onlyStrings = holdsIn({ until: '1.35' }, minor);
    for (const judgement of schemaJudgements(resource)) {
      for (const node of judgement.tree.having('format')) {
        const { format = '', type = '' } = node.schema;
        if (format === '' || (onlyStrings && type !== 'string')) continue;
        if (isRecognizedFormat(format, type, minor)) continue;
        const spot = schemaSpot(resource, judgement, node, keyword('format'));
        if (type === '' || type === 'string') report('unknown', spot, { format });
        else report('otherType', spot, { format, type });
      }
    }
  },
});
