import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/result/finding.ts';
import type { DocumentReport, Verdict } from '../../src/result/verdict.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { compareFile, type Difference, type FileComparison } from './compare.ts';
import type { GoldenLine, ServerVerdict } from './golden.ts';
import { hasKeyTwice, splitParts } from './parts.ts';
import { lastKey, pathOfWarning, renameServerPath } from './paths.ts';

type Found = Pick<Finding, 'cause' | 'field'> & Partial<Finding>;

interface Setting {
  readonly server: Omit<ServerVerdict, 'minors'>;
  readonly ours: Verdict;
  readonly found?: readonly Found[];
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly text?: string;
  /** True if the server can determine neither apiVersion nor kind. */
  readonly headless?: boolean;
  readonly item?: number;
  readonly document?: Partial<DocumentReport>;
}

const NOWHERE = { line: 1, column: 1, endLine: 1, endColumn: 2 };

function compare(setting: Setting): FileComparison {
  const { server, ours, found = [], kind = 'NetworkPolicy', text = '', item, document } = setting;
  const golden: GoldenLine = {
    file: 'a.yaml',
    document: 0,
    ...(item === undefined ? {} : { item }),
    ...(setting.headless ? {} : { apiVersion: setting.apiVersion ?? 'networking.k8s.io/v1', kind }),
    verdicts: [{ minors: [NEWEST_MINOR], ...server }],
  };
  return compareFile([golden], text, {
    documents: [
      {
        file: 'a.yaml',
        index: 0,
        item: item ?? null,
        apiVersion: 'example/v1',
        kind,
        namespace: null,
        name: null,
        line: 1,
        renderedFrom: null,
        isDecodedOnly: false,
        skipped: undefined,
        operation: 'create',
        withheld: 0,
        verdicts: { [NEWEST_MINOR]: ours },
        ...document,
      },
    ],
    findings: found.map((one) => ({
      rule: 'a/b',
      message: '',
      messageId: 'c',
      severity: 'error',
      file: 'a.yaml',
      index: 0,
      item: item ?? null,
      causedBy: null,
      minors: [NEWEST_MINOR],
      related: [],
      help: null,
      fix: null,
      docs: '',
      ...NOWHERE,
      ...one,
    })),
  });
}

/** The one difference, or none. */
function differenceOf(setting: Setting): Difference | undefined {
  return compare(setting).documents[0]?.differences[0];
}

const ACCEPTED = { outcome: 'accepted' } as const;
const REFUSED = {
  outcome: 'rejected',
  errors: [{ type: 'FieldValueInvalid', field: 'spec.a' }],
} as const;

describe('results that agree', () => {
  const AGREED: readonly (Setting & { readonly name: string })[] = [
    { name: 'nothing to say', server: ACCEPTED, ours: 'accepted' },
    {
      name: 'the same type at the same path, said twice',
      server: { ...REFUSED, errors: [...REFUSED.errors, ...REFUSED.errors] },
      ours: 'rejected',
      found: [{ cause: 'FieldValueInvalid', field: 'spec.a' }],
    },
    {
      name: 'a finding beyond the server',
      server: ACCEPTED,
      ours: 'accepted',
      found: [{ cause: null, field: 'spec.a', severity: 'warning' }],
    },
    {
      name: 'a finding of another minor',
      server: ACCEPTED,
      ours: 'accepted',
      found: [{ cause: 'FieldValueInvalid', field: 'spec.a', minors: ['1.30'] }],
    },
    {
      name: 'an unknown field',
      server: { outcome: 'rejected', decode: ['unknown field "spec.b[0].c"'] },
      ours: 'rejected',
      found: [{ cause: 'UnknownField', field: 'spec.b[0].c' }],
    },
    {
      name: 'an unknown field in a list with the name properties',
      server: { outcome: 'rejected', decode: ['unknown field "spec.properties[2].c"'] },
      ours: 'rejected',
      found: [{ cause: 'UnknownField', field: 'spec.properties[2].c' }],
    },
    {
      name: 'an unknown field that Go quotes',
      server: { outcome: 'rejected', decode: ['unknown field "a\\ufeff\\"b"'] },
      ours: 'rejected',
      found: [{ cause: 'UnknownField', field: 'a\ufeff"b' }],
    },
    {
      name: 'a key given twice in JSON',
      server: { outcome: 'rejected', decode: ['duplicate field "metadata.labels.a"'] },
      ours: 'rejected',
      found: [{ cause: 'DuplicateField', field: 'metadata.labels[a]' }],
    },
    {
      name: 'a key given twice in YAML, which the server never sees',
      server: { outcome: 'accepted', duplicates: 'line 2: key "pods" already set in map' },
      text: 'pods: 1\npods: 2\n',
      ours: 'accepted',
      found: [{ cause: 'DuplicateField', field: 'spec.hard[pods]' }],
    },
    {
      name: 'a key that a merge overrides',
      server: { outcome: 'accepted', duplicates: 'line 2: key "a" already set in map' },
      text: 'labels:\n  <<: {a: b}\n  a: c\n',
      ours: 'accepted',
    },
    {
      name: 'a key given twice in another item of the List',
      server: { outcome: 'accepted', duplicates: 'line 2: key "a" already set in map' },
      text: 'items:\n- a: 1\n  a: 2\n- b: 1\n',
      item: 1,
      ours: 'accepted',
      found: [{ cause: 'DuplicateField', field: 'a', item: 0 }],
    },
    {
      name: 'nothing but undecodable, whatever else is said',
      server: { outcome: 'undecodable', decode: ['json: cannot unmarshal'] },
      ours: 'undecodable',
      found: [
        { cause: 'Undecodable', field: 'spec' },
        { cause: 'UnknownField', field: 'spec.x' },
      ],
    },
    {
      name: 'a version that is not served',
      server: { outcome: 'unserved' },
      ours: 'unserved',
      found: [{ cause: 'Unserved', field: 'apiVersion' }],
    },
    {
      name: 'a kind of ours in a group that has not got it',
      server: { outcome: 'skipped' },
      ours: 'unserved',
      found: [{ cause: 'Unserved', field: 'apiVersion' }],
    },
    {
      name: 'a kind that is decoded and no more',
      server: { outcome: 'decodes' },
      kind: 'Deployment',
      ours: 'decodes',
    },
    {
      name: 'a failure of the server',
      server: { outcome: 'panic' },
      ours: 'rejected',
      found: [{ cause: null, field: 'spec' }],
    },
    {
      name: 'warnings, one of them at its path, another of ours elsewhere',
      server: { outcome: 'accepted', warnings: ['metadata.name: is odd', 'x is deprecated'] },
      ours: 'accepted',
      found: [
        { cause: 'Warning', field: 'metadata.name', severity: 'warning' },
        { cause: 'Warning', field: 'spec.b', severity: 'warning' },
      ],
    },
    {
      name: 'no object of Kubernetes',
      server: { outcome: 'undecodable', decode: ['Object \'Kind\' is missing in \'{"kind":""}\''] },
      headless: true,
      ours: 'skipped',
      document: { skipped: 'not-kubernetes' },
    },
    {
      name: 'a template',
      server: { outcome: 'undecodable', decode: ['yaml: invalid map key'] },
      text: 'apiVersion: v1\nkind: {{ x }}\n',
      ours: 'skipped',
      document: { skipped: 'template' },
    },
    {
      name: 'a kind that is not built in',
      server: { outcome: 'undecodable', decode: ['json: cannot unmarshal'] },
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      ours: 'skipped',
      document: { skipped: 'unknown-kind' },
    },
  ];
  it.each(AGREED)('$name', (setting) => {
    expect(differenceOf(setting)).toBeUndefined();
    expect(compare(setting).stray).toEqual([]);
  });
});

describe('results that differ', () => {
  const DIFFERENT: readonly (Setting & { readonly name: string; readonly expected: object })[] = [
    {
      name: 'a refusal of what is accepted',
      server: ACCEPTED,
      ours: 'rejected',
      found: [{ cause: 'FieldValueInvalid', field: 'spec.a' }],
      expected: { weight: 'false-error', extra: ['FieldValueInvalid spec.a'] },
    },
    {
      name: 'an error about what is accepted, with the right verdict',
      server: ACCEPTED,
      ours: 'accepted',
      found: [{ cause: 'DuplicateField', field: 'spec.a' }],
      expected: { weight: 'false-error', extra: ['DuplicateField a'] },
    },
    {
      name: 'a verdict without any error',
      server: ACCEPTED,
      ours: 'undecodable',
      expected: { weight: 'false-error', verdicts: { server: 'accepted', ours: 'undecodable' } },
    },
    {
      name: 'silence',
      server: REFUSED,
      ours: 'accepted',
      expected: { weight: 'missing', missing: ['FieldValueInvalid spec.a'] },
    },
    {
      name: 'another path',
      server: REFUSED,
      ours: 'rejected',
      found: [{ cause: 'FieldValueInvalid', field: 'spec.b' }],
      expected: { weight: 'wrong', extra: ['FieldValueInvalid spec.b'] },
    },
    {
      name: 'another type',
      server: REFUSED,
      ours: 'rejected',
      found: [{ cause: 'FieldValueRequired', field: 'spec.a' }],
      expected: { weight: 'wrong', missing: ['FieldValueInvalid spec.a'] },
    },
    {
      name: 'a warning that the server does not give',
      server: ACCEPTED,
      ours: 'accepted',
      found: [{ cause: 'Warning', field: 'spec.a', severity: 'warning' }],
      expected: { weight: 'wrong', extra: ['Warning'] },
    },
    {
      name: 'a warning elsewhere',
      server: { outcome: 'accepted', warnings: ['spec.a: odd'] },
      ours: 'accepted',
      found: [{ cause: 'Warning', field: 'spec.b', severity: 'warning' }],
      expected: { weight: 'missing', missing: ['Warning spec.a'] },
    },
    {
      name: 'a manifest taken for something else',
      server: { outcome: 'undecodable', decode: ['yaml: line 5: bad'] },
      text: 'apiVersion: v1\n@\n',
      headless: true,
      ours: 'skipped',
      document: { skipped: 'not-kubernetes' },
      expected: { weight: 'missing', missing: ['Undecodable'] },
    },
    {
      name: 'a failure of the server, told with a cause',
      server: { outcome: 'panic' },
      ours: 'rejected',
      found: [{ cause: 'FieldValueInvalid', field: 'spec.a' }],
      expected: { weight: 'wrong', extra: ['FieldValueInvalid spec.a'] },
    },
  ];
  it.each(DIFFERENT)('$name', ({ expected, ...setting }) => {
    expect(differenceOf(setting)).toMatchObject(expected);
  });

  it('an error about what the server does not see', () => {
    const found = [{ cause: 'Undecodable', field: null, index: 3 }] as const;
    expect(compare({ server: ACCEPTED, ours: 'accepted', found }).stray).toHaveLength(1);
  });
});

describe('paths', () => {
  it.each([
    [
      'spec.validation.openAPIV3Schema.properties[a]',
      'spec.versions[0].schema.openAPIV3Schema.properties.a',
    ],
    [
      'spec.additionalPrinterColumns[1].JSONPath',
      'spec.versions[0].additionalPrinterColumns[1].jsonPath',
    ],
    ['spec.version', 'spec.versions[0].name'],
    ['spec.versions[1].name', 'spec.versions[1].name'],
    ['spec.conversion.webhookClientConfig.url', 'spec.conversion.webhook.clientConfig.url'],
    [
      'spec.conversion.conversionReviewVersions',
      'spec.conversion.webhook.conversionReviewVersions',
    ],
    ['<nil>', ''],
  ])('are renamed in a CustomResourceDefinition: %s', (server, file) => {
    expect(renameServerPath('CustomResourceDefinition', server)).toBe(file);
  });

  it('stay the same in other kinds', () => {
    expect(renameServerPath('APIService', 'spec.version')).toBe('spec.version');
    expect(renameServerPath('ValidatingAdmissionPolicyBinding', 'spec.matchResouces.a')).toBe(
      'spec.matchResources.a',
    );
  });

  it('are found in warnings', () => {
    expect(pathOfWarning('spec.ingress[0].from[0].ipBlock.cidr: CIDR value')).toBe(
      'spec.ingress[0].from[0].ipBlock.cidr',
    );
    expect(pathOfWarning('.metadata.ownerReferences contains duplicate entries')).toBe(
      'metadata.ownerReferences',
    );
    expect(pathOfWarning('ResourceQuota memory (2Gi) should be less')).toBeUndefined();
  });

  it('end in a key', () => {
    expect(lastKey('spec.hard[pods]')).toBe('pods');
    expect(lastKey('pods')).toBe('pods');
    expect(lastKey('spec.hard.pods')).toBe('pods');
  });
});

describe('parts of a text', () => {
  it('are split as clients split them', () => {
    expect(splitParts('a\n---\n---\nb\n')).toEqual(['a', '---\nb\n']);
    expect(splitParts('---\na\n--- # x\nb')).toEqual(['---\na', 'b']);
  });

  it('have a key twice or not', () => {
    expect(hasKeyTwice('a: 1\nb:\n  c: 1\n  c: 2\n', 'c')).toBe(true);
    expect(hasKeyTwice('a: {c: 1}\nb: {c: 1}\n', 'c')).toBe(false);
  });
});
