import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { keyword } from '../../src/crd/problem.ts';
import { isFormatOfNumbers, isRecognizedFormat } from '../../src/crd/string-formats.ts';
import { minorsBefore, serverHas } from '../../src/kubernetes/server-changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

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

Servers that do not warn (up to 1.33 of any, up to 1.35 of those beside other types than string) check no more for
that. Up to 1.35 a format of strings beside the type array, boolean or object even does harm: it lets
texts through that are not of the type.

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
    ignored: {
      text: "the server takes the format '{format}' without a word, but checks nothing",
      help: 'leave it out, or use a pattern',
      range: minorsBefore('formats-by-type'),
      rows: ['crd-lint-format-unknown'],
      withoutExample: 'examples are of the newest minor',
    },
    ofStrings: {
      text: "the format '{format}' is one of strings, and no use for the type {type}",
      help: 'leave it out; up to Kubernetes 1.35 it can let texts through that are no {type}',
      range: minorsBefore('formats-by-type'),
      rows: ['crd-lint-format-wrong-type'],
      withoutExample: 'examples are of the newest minor',
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
    const neverWarns = !serverHas('unrecognized-format-warnings', minor);
    const onlyOfStrings = !serverHas('formats-by-type', minor);
    for (const judgement of schemaJudgements(resource)) {
      for (const node of judgement.tree.having('format')) {
        const { format = '', type = '' } = node.schema;
        if (format === '') continue;
        const warns = !neverWarns && (!onlyOfStrings || type === 'string');
        const isKnown = isRecognizedFormat(format, type, minor);
        if (isKnown && (warns || isOfStrings(type))) continue;
        if (isFormatOfNumbers(format, type)) continue;
        const location = schemaLocation(resource, judgement, node, keyword('format'));
        if (!warns && isKnown) report('ofStrings', location, { format, type });
        else if (!warns) report('ignored', location, { format });
        else if (isOfStrings(type)) report('unknown', location, { format });
        else report('otherType', location, { format, type });
      }
    }
  },
});

/** Whether formats beside a type are taken for those of strings. */
function isOfStrings(type: string): boolean {
  return type === '' || type === 'string';
}
