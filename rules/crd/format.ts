import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { mergeFindings } from '../../src/analysis/merged-findings.ts';
import { addTo } from '../../src/base/index-by.ts';
import type { Location } from '../../src/rule/location.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import {
  isFormatOfNumbers,
  isRecognizedFormat,
  warnsAboutFormats,
} from '../../src/server/crd/values/string-formats.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { minorsBefore } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'crd/format',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'Each format is one that the API server validates for the type of the schema.',
  details: `
The API server ignores a \`format\` that it does not recognize. Since Kubernetes 1.34 it returns a warning, since 1.36 also
for types other than string. The formats of strings are bsonobjectid, byte, cidr, creditcard, date, date-time, duration,
email, hexcolor, hostname, ipv4, ipv6, isbn, isbn10, isbn13, k8s-long-name and k8s-short-name (since 1.35), mac,
password, rgbcolor, ssn, uri, uuid, uuid3, uuid4 and uuid5; those of integers are int32 and int64, those of numbers
float and double. They are case-sensitive.

Up to Kubernetes 1.35, a format of strings with the type array, boolean or object does harm: the server then also
accepts strings in that format.

Generators of CRDs from types in Rust write \`format: uint16\` with \`minimum: 0\`. The server validates the minimum. Others write
\`format: binary\` for bytes, which says what they are.

A format that has no effect promises a validation that does not take place. Use \`pattern\`, \`minimum\` and \`maximum\`, or a
rule in \`x-kubernetes-validations\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    unknown: {
      text: "the API server does not recognize the format '{format}', so it has no effect",
      help: '{remedy}',
      cause: 'Warning',
      rows: ['crd-warn-unrecognized-format'],
    },
    binary: {
      text: "the API server does not recognize the format '{format}', with which generators mark bytes",
      help: 'remove it; for base64, use format: byte',
      cause: 'Warning',
      severity: 'info',
      rows: ['crd-warn-unrecognized-format'],
    },
    otherType: {
      text: "the API server does not recognize the format '{format}' for the type {type}, so it has no effect",
      help: '{remedy}',
      cause: 'Warning',
      rows: ['crd-warn-format-integer', 'crd-warn-format-number', 'crd-warn-format-other-type'],
    },
    unsigned: {
      text: "the API server does not recognize the format '{format}' for the type {type}; it only validates the minimum",
      help: 'remove it; for an upper limit, add a maximum',
      cause: 'Warning',
      severity: 'info',
      rows: ['crd-warn-format-integer'],
    },
    compoundType: {
      text: "the API server does not recognize the format '{format}' for the type {type}, so it has no effect",
      help: 'remove it',
      cause: 'Warning',
      severity: 'info',
      rows: ['crd-warn-format-other-type'],
    },
    ignored: {
      text: "the API server ignores the format '{format}', so it has no effect",
      help: '{remedy}',
      range: minorsBefore('formats-by-type'),
      rows: ['crd-lint-format-unknown', 'crd-lint-format-wrong-type'],
      withoutExample: 'examples are of the newest minor',
    },
    loosens: {
      text: "the API server accepts strings in the format '{format}', although the type is {type}",
      help: 'remove the format',
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
                    gateway: { type: string, format: ip }
                    key: { type: string, format: binary }
                    #                            ^^^^^^ expect: binary
                    size: { type: integer, format: uint32 }
                    #                              ^^^^^^ expect: otherType
                    port: { type: integer, format: uint16, minimum: 0 }
                    #                              ^^^^^^ expect: unsigned
                    names: { type: array, format: string, items: { type: string } }
                    #                             ^^^^^^ expect: compoundType
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
    for (const { id, format, type, location } of faultyFormats(resource, minor)) {
      switch (id) {
        case 'unknown':
        case 'otherType':
        case 'ignored':
          report({
            message: id,
            at: location,
            values: { format, type, remedy: remedyFor(format, type) },
          });
          break;
        default:
          report({ message: id, at: location, values: { format, type } });
      }
    }
  },
});

type FaultyFormatMessage =
  | 'unknown'
  | 'binary'
  | 'otherType'
  | 'unsigned'
  | 'compoundType'
  | 'ignored'
  | 'loosens';

interface FaultyFormat {
  readonly id: FaultyFormatMessage;
  readonly format: string;
  readonly type: string;
  readonly location: Location;
}

/**
 * Finds formats in the schemas of a CRD without the expected effect. Each combination of format and type is reported
 * once, because the server returns each warning once.
 */
function faultyFormats(
  resource: Resource<'CustomResourceDefinition'>,
  minor: Minor,
): readonly FaultyFormat[] {
  const found = new Map<string, FaultyFormat[]>();
  for (const judgement of schemaJudgements(resource)) {
    for (const node of judgement.tree.having('format')) {
      const { format = '', type = '' } = node.schema;
      const id = format === '' ? undefined : messageFor(node.schema, minor);
      if (id === undefined) continue;
      const location = schemaLocation(resource, judgement, node, keyword('format'));
      const key = JSON.stringify([id, format, type]);
      addTo(found, key, { id, format, type, location });
    }
  }
  return [...found.values()].flatMap((group) => mergeFindings(group, 'the same format') ?? []);
}

function messageFor(
  { format = '', type = '', minimum }: StructuralSchema,
  minor: Minor,
): FaultyFormatMessage | undefined {
  if (isFormatOfNumbers(format, type)) return undefined;
  const isOfString = type === '' || type === 'string';
  const isRecognized = isRecognizedFormat(format, type, minor);
  if (isRecognized && isOfString) return undefined;
  const isCompound = type === 'array' || type === 'object';
  if (warnsAboutFormats(type, minor)) {
    if (isOfString) return format === 'binary' ? 'binary' : 'unknown';
    if (minimum !== undefined && UNSIGNED.test(format)) return 'unsigned';
    return isCompound ? 'compoundType' : 'otherType';
  }
  return isRecognized && (isCompound || type === 'boolean') ? 'loosens' : 'ignored';
}

/** The formats of the types in Rust that have no sign. */
const UNSIGNED = /^uint(?:\d+)?$/;

function remedyFor(format: string, type: string): string {
  if (type === 'integer' || type === 'number') return 'remove it, or use minimum and maximum';
  if (type === 'boolean') return 'remove it';
  return REMEDIES.get(format) ?? 'remove it, or use a pattern or a validation rule';
}

/** The replacements for formats that are often assumed to exist. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['ip', 'use format: ipv4 or format: ipv6, or the validation rule isIP(self)'],
  ['url', 'use format: uri, or the validation rule isURL(self)'],
  ['int-or-string', 'remove it; x-kubernetes-int-or-string: true is sufficient'],
]);
