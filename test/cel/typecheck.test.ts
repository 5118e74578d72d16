import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { customKindsIn } from '../lint/custom-kinds.ts';
import { resourceIn } from '../rules/resource-in.ts';
import { celLines } from './cel-fixtures.ts';
import { type ExpressionWarning, expressionWarnings } from './type-checker-warnings.ts';

const folder = join(import.meta.dirname, '../../fixtures/cel');

/** The CRD of all policies. */
const crd = readFileSync(join(folder, 'typecheck-crd.json'), 'utf8');

/**
 * A policy, and the answer of `oracle -typecheck` with the CRD, for the minors with the same answer. The digits that
 * the server adds to the names of types are removed.
 */
interface GoldenPolicy {
  readonly policy: { readonly metadata: { readonly name: string } };
  readonly answers: readonly {
    readonly minors: readonly Minor[];
    readonly warnings: readonly ExpressionWarning[];
  }[];
}

const policies = celLines<GoldenPolicy>('typecheck');

const cases = policies.flatMap(({ policy, answers }, index) =>
  answers.flatMap(({ minors, warnings }) =>
    minors.map((minor) => ({ name: `${index}`, minor, policy, warnings })),
  ),
);

describe('the warnings of the type checker', () => {
  it.each(cases)('are right for policy $name in $minor', ({ minor, policy, warnings }) => {
    const kinds = customKindsIn({ 'crd.json': crd }, { kubernetesVersions: [minor] });
    const resource = resourceIn(JSON.stringify(policy), minor, ['ValidatingAdmissionPolicy']);
    if (resource === undefined) throw new Error('the policy is not served');
    const found = expressionWarnings(resource, kinds.seenFrom('crd.json', minor));
    expect(found).toEqual(warnings);
  });
});
