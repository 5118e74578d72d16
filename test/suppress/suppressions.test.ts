import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type { LintOptions } from '../../src/lint/options.ts';

/** The findings in a text, as `line rule`, and the suppressed ones, as `line rule: reason`. */
function outcome(content: string, options: LintOptions = {}) {
  const { findings, suppressed } = lint([{ name: 'a.yaml', content }], options);
  return {
    reported: findings.map(({ line, rule }) => `${line} ${rule}`),
    suppressed: suppressed.map(
      ({ finding, reason }) => `${finding.line} ${finding.rule}: ${reason}`,
    ),
  };
}

const HEAD = `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
`;

/** Has `field/unknown` on its last line. */
const QUOTA = `${HEAD}spec:
  hard: { pods: "1" }
  hrad: {}
`;

const IGNORE = '# kubeadmit: ignore[field/unknown] why';

describe('a comment', () => {
  it.each<[string, string]>([
    ['on the line above', QUOTA.replace('  hrad', `  ${IGNORE}\n  hrad`)],
    ['on the line above, indented differently', QUOTA.replace('  hrad', `${IGNORE}\n  hrad`)],
    [
      'above other comments and empty lines',
      QUOTA.replace('  hrad', `  ${IGNORE}\n\n  # b\n  hrad`),
    ],
    ['at the end of the line', QUOTA.replace('hrad: {}', `hrad: {} ${IGNORE}`)],
    ['above the first key', `${IGNORE}\n${QUOTA}`],
    ['above the first key, below other comments', `# a\n\n${IGNORE}\n# b\n${QUOTA}`],
    ['above the first key and ---', `${IGNORE}\n---\n${QUOTA}`],
    ['after ---', `a: 1\n---  ${IGNORE}\n${QUOTA}`],
    ['above --- that ends another document', `a: 1\n${IGNORE}\n---\n# b\n${QUOTA}`],
    ['with CR LF', `${IGNORE}\n${QUOTA}`.replaceAll('\n', '\r\n')],
    ['without spaces', `#kubeadmit:ignore[field/unknown]why\n${QUOTA}`],
    ['with a dash', `# kubeadmit: ignore[field/unknown] -- why\n${QUOTA}`],
    ['with a family', `# kubeadmit: ignore[field] why\n${QUOTA}`],
    ['with a family and an asterisk', `# kubeadmit: ignore[field/*] why\n${QUOTA}`],
    ['in flow style', `${HEAD}spec: { hard: { pods: "1" },\n  ${IGNORE}\n  hrad: {} }\n`],
    [
      'at the end of a line in flow style',
      `${HEAD}spec: { hard: { pods: "1" },\n  hrad: {}, ${IGNORE}\n  }\n`,
    ],
  ])('suppresses %s', (_, text) => {
    const { reported, suppressed } = outcome(text);
    expect([reported, suppressed.length, suppressed[0]?.endsWith(' field/unknown: why')]).toEqual([
      [],
      1,
      true,
    ]);
  });

  it.each<[string, string]>([
    ['two lines above', QUOTA.replace('spec:', `${IGNORE}\nspec:`)],
    ['at the end of the line above', QUOTA.replace('"1" }', `"1" } ${IGNORE}`)],
    ['at the end of the file', `${QUOTA}${IGNORE}\n`],
    [
      'in another document',
      `${IGNORE}\n${HEAD.replace('name: a', 'name: b')}spec: { hard: { pods: "1" } }\n---\n${QUOTA}`,
    ],
  ])('does not suppress what it is not for: %s', (_, text) => {
    const { reported, suppressed } = outcome(text);
    expect(suppressed).toEqual([]);
    expect(reported.map((finding) => finding.replace(/^\d+ /, '')).sort()).toEqual([
      'field/unknown',
      'suppression/unused',
    ]);
  });

  it.each<[string, string]>([
    [
      'a literal',
      `${HEAD.replace('{ name: a }', `\n  name: a\n  annotations:\n    a: |\n      ${IGNORE}`)}spec: { hrad: {} }\n`,
    ],
    ['a quoted scalar', QUOTA.replace('hrad: {}', `hrad: "${IGNORE}"`)],
    ['a literal before ---', `kind: a\ntext: |\n  ${IGNORE}\n---\n${QUOTA}`],
    ['a word', QUOTA.replace('hrad: {}', 'hrad: a#kubeadmit:ignore[field/unknown]why')],
    [
      'JSON',
      '{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"a # kubeadmit: ignore[field/unknown] why"},"spec":{"hrad":{}}}',
    ],
  ])('is none in %s', (_, text) => {
    const { reported, suppressed } = outcome(text);
    expect(suppressed).toEqual([]);
    expect(reported.join()).toContain('field/unknown');
    expect(reported.join()).not.toContain('suppression/');
  });

  it('above the first key of an item holds for the item', () => {
    const item =
      '  - apiVersion: v1\n    kind: ResourceQuota\n    metadata: { name: a }\n    spec: { hard: { pods: "1" }, hrad: {} }\n';
    const list = (first: string, second: string) =>
      `apiVersion: v1\nkind: List\nitems:\n${first}${item}${second}${item.replace('name: a', 'name: b')}`;
    expect(outcome(list(`  ${IGNORE}\n`, ''))).toEqual({
      reported: ['12 field/unknown'],
      suppressed: ['8 field/unknown: why'],
    });
    expect(outcome(`${IGNORE}\n${list('', '')}`).reported).toEqual([]);
  });

  it('above a block scalar holds for all of it', () => {
    const policy = (comment: string, end = '') => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a.example.com }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }
  validations:
    -${comment}
      expression: |${end}
        object.spec.replicas < 3 &&
        objct.metadata.name != 'a'
      message: too many
`;
    const ignore = '# kubeadmit: ignore[cel] why';
    expect(outcome(policy('')).reported).toContain('12 cel/compilation');
    expect(outcome(policy(` ${ignore}`)).reported).toEqual([]);
    expect(outcome(policy('', ` ${ignore}`)).reported).toEqual([]);
  });

  it('in a text that cannot be read holds for the document', () => {
    expect(outcome('# kubeadmit: ignore[yaml/syntax] a fixture\napiVersion: [\n')).toEqual({
      reported: [],
      suppressed: [expect.stringContaining('yaml/syntax: a fixture')],
    });
  });

  it('names several rules, each of which has to report something', () => {
    const text = QUOTA.replace(
      '  hrad',
      '  # kubeadmit: ignore[field/unknown, field/type] why\n  hrad',
    );
    expect(outcome(text)).toEqual({
      reported: ['6 suppression/unused'],
      suppressed: ['7 field/unknown: why'],
    });
  });
});

describe('an annotation', () => {
  const annotated = (value: string) =>
    QUOTA.replace('{ name: a }', `\n  name: a\n  annotations:\n    kubeadmit.dev/ignore: ${value}`);

  it.each([
    '"field/unknown: why"',
    "'field/*: why'",
    'field/unknown:why',
    '"field/type, field/unknown: why"',
    '|-\n      resource-quota/no-effect: other\n      field/unknown: why',
  ])('%s holds for the object', (value) => {
    const { reported, suppressed } = outcome(annotated(value), {
      skip: ['suppression/unused'],
    });
    expect([reported, suppressed]).toEqual([[], [expect.stringMatching(/ field\/unknown: why$/)]]);
  });

  it('holds in JSON, and for the item that has it', () => {
    const item = (name: string, annotation: string) =>
      `{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"${name}","annotations":{${annotation}}},"spec":{"hard":{"pods":"1"},"hrad":{}}}`;
    const text = `{"apiVersion":"v1","kind":"List","items":[${item('a', '"kubeadmit.dev/ignore":"field/unknown: why"')},\n${item('b', '')}]}`;
    expect(outcome(text)).toEqual({
      reported: ['2 field/unknown'],
      suppressed: ['1 field/unknown: why'],
    });
  });

  it('is pointed at within its value', () => {
    const text = annotated('|\n      field/unknown: why\n      crd/sise: why');
    const { findings } = lint([{ name: 'a.yaml', content: text }]);
    expect(findings).toMatchObject([
      { rule: 'suppression/unknown-rule', line: 8, column: 7, endColumn: 15 },
    ]);
  });
});

describe('a finding that follows from a suppressed one', () => {
  it('is suppressed with it', () => {
    const text =
      'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: a.b.com }\n';
    const { findings } = lint([{ name: 'a', content: text }]);
    const root = findings.find(({ causedBy }) => causedBy === null);
    expect(findings.filter(({ causedBy }) => causedBy !== null).length).toBeGreaterThan(1);
    const { reported, suppressed } = outcome(
      `# kubeadmit: ignore[${root?.rule}] a fixture\n${text}`,
    );
    expect(reported).toEqual([]);
    expect(suppressed).toHaveLength(findings.length);
  });
});

describe('the verdict', () => {
  it('stays', () => {
    const { documents } = lint([{ name: 'a', content: `${IGNORE}\n${QUOTA}` }]);
    expect(Object.values(documents[0]?.verdicts ?? {})).toEqual(['rejected']);
  });
});

describe('a suppression that does not do what it says', () => {
  it.each<[string, string, string]>([
    ['# kubeadmit: ignore[field/unknown]', 'suppression/syntax', 'noReason'],
    ['# kubeadmit: ignore[] why', 'suppression/syntax', 'noRules'],
    ['# kubeadmit: ignore field/unknown', 'suppression/syntax', 'noRules'],
    ['# kubeadmit: ignore[field/unknwn] why', 'suppression/unknown-rule', 'unknown'],
  ])('%s is reported, and the finding too', (comment, rule, messageId) => {
    const { findings } = lint([{ name: 'a', content: `${comment}\n${QUOTA}` }]);
    expect(findings).toMatchObject([
      { rule, messageId, line: 1, severity: 'warning' },
      { rule: 'field/unknown' },
    ]);
  });

  it.each<[string, LintOptions]>([
    ['the rule is not reported', { skip: ['field/unknown'] }],
    ['only others are reported', { only: ['crd', 'suppression'] }],
  ])('is not called unused where %s', (_, options) => {
    expect(outcome(`${IGNORE}\n${HEAD}spec: { hard: { pods: "1" } }`, options).reported).toEqual(
      [],
    );
  });

  it('is not called unused in a part of the input, if other files may matter', () => {
    const text = `# kubeadmit: ignore[cel/type-check] why\n${HEAD}spec: { hard: { pods: "1" } }`;
    expect(outcome(text).reported).toEqual(['1 suppression/unused']);
    expect(outcome(text, { partial: true }).reported).toEqual([]);
  });

  it('is used if it suppresses an info that nobody asked for', () => {
    const ruleLevels = new Map([['field/unknown', 'info' as const]]);
    const { findings, summary } = lint([{ name: 'a', content: `${IGNORE}\n${QUOTA}`, ruleLevels }]);
    expect([findings, summary.infos]).toEqual([[], 0]);
  });

  it('is not reported in what is not checked', () => {
    expect(outcome(`${IGNORE}\nreplicas: 1\n`).reported).toEqual([]);
    expect(
      outcome(`${IGNORE}\napiVersion: example.com/v1\nkind: Pod\nmetadata: {}\n`).reported,
    ).toEqual([]);
  });

  it('counts as configured', () => {
    const ruleLevels = new Map([['suppression/unused', 'error' as const]]);
    const content = `${IGNORE}\n${HEAD}spec: { hard: { pods: "1" } }`;
    expect(lint([{ name: 'a', content, ruleLevels }]).findings).toMatchObject([
      { rule: 'suppression/unused', severity: 'error' },
    ]);
  });
});
