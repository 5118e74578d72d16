import { describe, expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { crdYaml } from '../crd-yaml.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

/** A CRD with the schema of `spec`. */
const crd = (spec: string) => crdYaml(`{ type: object, properties: { spec: ${spec} } }`);

function findingsIn(spec: string) {
  const report = lintPedantically([{ name: 'crd.yaml', content: crd(spec) }], {
    kubernetesVersions: [NEWEST_MINOR],
  });
  return report.findings.filter(({ rule }) => rule.startsWith('cel/crd-cost'));
}

const rules = (...all: string[]) =>
  `x-kubernetes-validations: [${all.map((rule) => `{ rule: "${rule}" }`).join(', ')}]`;

interface Advised {
  readonly title: string;
  readonly spec: string;
  readonly help: string;
  /** The schema after the help was followed. */
  readonly fixed: string;
}

const LIST_OF_LISTS = `{ type: object, properties: { a: { type: array, maxItems: 1000, items: { type: array, maxItems: 1000, items: { type: integer, ${rules('self > 0 && self < 9 && self != 3 && self != 4 && self != 5 && self != 6 && self != 7 && self != 8 && self > 1')} } } } } }`;

const ADVISED: readonly Advised[] = [
  {
    title: 'the list of a loop within a loop',
    spec: `{ type: array, items: { type: integer }, ${rules('self.all(x, self.exists_one(y, x == y))')} }`,
    help: 'set maxItems: 1500 for spec, or lower',
    fixed: `{ type: array, maxItems: 1500, items: { type: integer }, ${rules('self.all(x, self.exists_one(y, x == y))')} }`,
  },
  {
    title: 'a list and its texts',
    spec: `{ type: array, items: { type: string, ${rules("self.matches('^a$')")} } }`,
    help: 'set maxItems: 4900 for spec and maxLength: 4900 for spec[*], or lower',
    fixed: `{ type: array, maxItems: 4900, items: { type: string, maxLength: 4900, ${rules("self.matches('^a$')")} } }`,
  },
  {
    title: 'a map around a rule',
    spec: `{ type: object, additionalProperties: { type: integer, ${rules('self > 0 && self < 9 && self != 3 && self > 4')} } }`,
    help: 'set a realistic maxProperties, such as 64, for spec, so that the estimate does not use the size of a request',
    fixed: `{ type: object, maxProperties: 64, additionalProperties: { type: integer, ${rules('self > 0 && self < 9 && self != 3 && self > 4')} } }`,
  },
  {
    title: 'limits that are too high',
    spec: LIST_OF_LISTS,
    help: 'set maxItems: 910 instead of 1000 for spec.a and maxItems: 910 instead of 1000 for spec.a[*], or lower',
    fixed: LIST_OF_LISTS.replaceAll('maxItems: 1000', 'maxItems: 910'),
  },
];

describe('the advice against a cost that is too high', () => {
  it.each(ADVISED)('names $title', ({ spec, help, fixed }) => {
    const [finding] = findingsIn(spec).filter(({ messageId }) => messageId === 'rule');
    expect(finding?.help).toBe(help);
    expect(findingsIn(fixed).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each([
    ["'x' + string(self)", /instead of string\(\)/],
    ["self.foo + 'x'", /^use \['foo'\] instead of \.foo/],
  ])('says what in %s has no size', (expression, help) => {
    const type = expression.includes('.foo')
      ? 'type: object, maxProperties: 5, additionalProperties: { type: string, maxLength: 9 }'
      : 'type: integer';
    const rule = `{ rule: "true", messageExpression: "${expression}" }`;
    const found = findingsIn(`{ ${type}, x-kubernetes-validations: [${rule}] }`);
    expect(found.find(({ messageId }) => messageId === 'message')?.help).toMatch(help);
  });

  it('proposes no limit where none helps', () => {
    const loops =
      'self.all(a, self.all(b, self.all(c, self.all(d, self.all(e, a + b + c + d > e)))))';
    const literal = loops.replaceAll('self', `[${Array.from({ length: 40 }, () => 1).join(', ')}]`);
    const found = findingsIn(`{ type: integer, ${rules(literal)} }`);
    const finding = found.find(({ messageId }) => messageId === 'rule');
    expect(finding?.help).toMatch(/no limit in the schema reduces its cost enough/);
  });
});

describe('the order of the server', () => {
  const expensive = rules("self.matches('^a$')");
  const items = (extra: string) => `{ type: array, items: { type: string${extra}, ${expensive} } }`;

  it('asks for costs only where the schema is sound', () => {
    expect(findingsIn(items('')).length).toBeGreaterThan(0);
    expect(findingsIn(items(', minLength: 1, default: 5'))).toEqual([]);
    expect(findingsIn(items(", pattern: '('"))).toEqual([]);
  });

  it('counts nothing for a rule that does not compile', () => {
    expect(findingsIn(`{ type: array, items: { type: string, ${rules('self.nope()')} } }`)).toEqual(
      [],
    );
  });
});
