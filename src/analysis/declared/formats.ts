import { toLower } from '../../base/go/lower-case.ts';
import type { Field } from '../../rule/field.ts';
import { qualifiedNameProblems } from '../../server/kubernetes/formats/qualified-name.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { checkFullAttributeName, checkPoolName } from '../devices/names.ts';
import { requireFormat, type ValueReport } from '../fields/value-checks.ts';
import { labelProblem, segmentProblem, subdomainProblem } from '../metadata/names.ts';

interface DeclaredFormat {
  /** A value of the format, for messages. */
  readonly expected: string;
  /** Reports the errors of a text. */
  readonly check: (
    report: ValueReport<'invalid' | 'tooLong'>,
    field: Field<string | undefined>,
    minor: Minor,
  ) => void;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The formats of declared checks.
 *
 * Source: `pkg/api/validate/strfmt.go` of apimachinery.
 */
const FORMATS: ReadonlyMap<string, DeclaredFormat> = new Map(
  Object.entries<DeclaredFormat>({
    'k8s-short-name': withProblem('a name such as workers', labelProblem),
    'k8s-long-name': withProblem('a name such as workers', subdomainProblem),
    'k8s-long-name-caseless': withProblem('a domain such as gpu.example.com', (text) =>
      subdomainProblem(toLower(text)),
    ),
    'k8s-path-segment-name': withProblem('a name such as workers', segmentProblem),
    'k8s-label-key': withProblem(
      'the key of a label, such as topology.kubernetes.io/zone',
      (text) => qualifiedNameProblems(text)[0],
    ),
    'k8s-prefixed-label-key': withProblem('a name with a domain: example.com/drain', (text) =>
      text.includes('/')
        ? qualifiedNameProblems(text)[0]
        : 'write a domain and a slash before it, as in example.com/drain',
    ),
    'k8s-uuid': withProblem('the UID of the object', (text) =>
      UUID.test(text)
        ? undefined
        : 'use a UUID in lowercase, such as 8a1b2c3d-0000-4000-8000-000000000000',
    ),
    'k8s-resource-pool-name': { expected: 'the name of a pool', check: checkPoolName },
    'k8s-resource-fully-qualified-name': {
      expected: 'an attribute such as example.com/model',
      check: checkFullAttributeName,
    },
  }),
);

function withProblem(
  expected: string,
  problemOf: (text: string) => string | undefined,
): DeclaredFormat {
  return { expected, check: (report, field) => requireFormat(report, field, problemOf) };
}

/**
 * A format by its name.
 *
 * @throws Error if there is none
 */
export function declaredFormat(name: string): DeclaredFormat {
  const format = FORMATS.get(name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format;
}
