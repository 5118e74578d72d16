import { describe, expect, it } from 'vitest';
import { compileExpressions } from '../../src/analysis/cel/compilations.ts';
import { celExpressions, KINDS_WITH_CEL_EXPRESSIONS } from '../../src/analysis/cel/expressions.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import {
  overlookedInUpdate,
  storedExpressions,
} from '../../src/analysis/updates/admissionregistration.ts';
import type { ServerError } from '../../src/analysis/updates/server-error.ts';
import { MINORS } from '../../src/kubernetes/minors.ts';
import { lint } from '../../src/lint.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { resourceIn } from './resource-in.ts';
import { updatePairs } from './update-pairs.ts';

type Judged = Resource<(typeof KINDS_WITH_RESOURCE_RULES)[number]>;

const FOLDER = 'admissionregistration';
const pairs = updatePairs(({ folder }) => folder === FOLDER);

describe.each(pairs)('$file', ({ file, stored, sent, verdicts }) => {
  it.each(MINORS)('is judged as by the server of %s', (minor) => {
    const [before, after] = [
      resourceIn(stored, minor, KINDS_WITH_RESOURCE_RULES),
      resourceIn(sent, minor, KINDS_WITH_RESOURCE_RULES),
    ];
    const verdict = verdicts.find(({ minors }) => minors.includes(minor));
    if (before === undefined || after === undefined) {
      expect(verdict?.outcome).toBe('unserved');
      return;
    }
    const overlooked = overlookedInUpdate(before, after);
    const found = lint([{ name: file, content: sent }], { kubernetesVersions: [minor] })
      .findings.flatMap(({ rule, cause, field }) =>
        // What is stored already is compiled in another way than what is new.
        cause === null || field === null || rule === 'cel/compilation' ? [] : [{ cause, field }],
      )
      .concat(compilationErrors(before, after))
      .filter(({ cause, field }) => isAboutContent(field) && !overlooked({ cause, field }))
      .map(({ cause, field }) => `${cause} ${field}`);
    const expected = (verdict?.errors ?? [])
      .filter(({ field }) => isAboutContent(field))
      .map(({ type, field }) => `${type} ${field}`);
    expect([...new Set(found)].sort()).toEqual([...new Set(expected)].sort());
  });
});

describe('an expression of a library that the server of 1.34 knows, but not for new expressions', () => {
  const minor = '1.34';
  const file = (variant: string) => `${FOLDER}/ratchet-stored-expressions--${variant}.new.yaml`;

  it.each([
    ['vap-kept', 'spec.validations[0].expression'],
    ['vap-variable', 'spec.variables[0].expression'],
    ['vwc-match-condition', 'webhooks[0].matchConditions[0].expression'],
  ])('%s: is stored where the server takes it', (variant, path) => {
    const pair = pairs.find((one) => one.file === file(variant));
    if (pair === undefined) throw NO_CASE;
    const before = resourceIn(pair.stored, minor, KINDS_WITH_RESOURCE_RULES);
    const after = resourceIn(pair.sent, minor, KINDS_WITH_RESOURCE_RULES);
    if (before === undefined || !isOfKind(before, ...KINDS_WITH_CEL_EXPRESSIONS)) throw NO_CASE;
    if (after === undefined || !isOfKind(after, ...KINDS_WITH_CEL_EXPRESSIONS)) throw NO_CASE;
    const expression = celExpressions(after).find(({ field }) => field.path === path);
    const verdict = pair.verdicts.find(({ minors }) => minors.includes(minor));
    const isRefused = verdict?.errors?.some(({ field }) => field === path) ?? false;
    expect(expression && storedExpressions(before)(expression)).toBe(!isRefused);
  });
});

const NO_CASE = new Error('the case is gone, or about another kind');

function compilationErrors(before: Judged, after: Judged): ServerError[] {
  if (!isOfKind(before, ...KINDS_WITH_CEL_EXPRESSIONS)) return [];
  if (!isOfKind(after, ...KINDS_WITH_CEL_EXPRESSIONS)) return [];
  return compileExpressions(after, storedExpressions(before)).flatMap(
    ({ expression, compiled }) => {
      if (compiled.ok) return [];
      const cause = compiled.reason === 'program' ? 'InternalError' : 'FieldValueInvalid';
      return [{ cause, field: expression.field.path }];
    },
  );
}

/** Names are judged by other rules, in another way when objects are updated. */
function isAboutContent(field: string): boolean {
  return !field.startsWith('metadata');
}
