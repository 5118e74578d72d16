import { describe, expect, it } from 'vitest';
import type { SecurityViolation } from '../../src/analysis/pod-security/offenders.ts';
import { securedPod, violationsOf } from '../../src/analysis/pod-security/violations.ts';
import { podOf } from '../../src/analysis/pods/pod-specs.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import type { LevelVersion } from '../../src/server/kubernetes/pod-security.ts';
import { readJsonLines } from '../conformance/golden.ts';
import { resourceIn } from '../rules/resource-in.ts';

/** The answers of `k8s.io/pod-security-admission` about a pod of its tests (test/oracle/pod-security). */
interface Line {
  readonly pod: object;
  readonly answers: readonly {
    readonly level: LevelVersion['level'];
    readonly since: number;
    readonly until: number;
    readonly text: string;
  }[];
}

const lines = readJsonLines<Line>('fixtures/pod-security/answers.jsonl');

/** The minor of the library that gave the answers. */
const NEWEST = Math.max(...lines.flatMap(({ answers }) => answers.map(({ until }) => until)));

describe('the checks of the Pod Security Standards', () => {
  it.each(['baseline', 'restricted'] as const)('give the answers of the server: %s', (level) => {
    for (const { pod, answers } of lines) {
      const resource = resourceIn(JSON.stringify(pod), NEWEST_MINOR, ['Pod']);
      if (resource === undefined) throw new Error('Pods are served');
      const secured = securedPod(podOf(resource));
      for (let minor = 0; minor <= NEWEST; minor++) {
        const expected = answers.find(
          (answer) => answer.level === level && answer.since <= minor && minor <= answer.until,
        );
        const found = violationsOf(secured, { level, minor }, NEWEST);
        expect(securityText(found), `v1.${minor}: ${JSON.stringify(pod)}`).toBe(
          expected?.text ?? '',
        );
      }
    }
  });

  it('take the latest version of the server for newer ones', () => {
    const pod =
      'apiVersion: v1\nkind: Pod\nspec: { securityContext: { sysctls: [{ name: net.ipv4.tcp_rmem }] } }';
    const resource = resourceIn(pod, NEWEST_MINOR, ['Pod']);
    if (resource === undefined) throw new Error('Pods are served');
    const secured = securedPod(podOf(resource));
    expect(violationsOf(secured, { level: 'baseline', minor: 40 }, 31)).toHaveLength(1);
    expect(violationsOf(secured, { level: 'baseline', minor: undefined }, 31)).toHaveLength(1);
    expect(violationsOf(secured, { level: 'baseline', minor: 40 }, 32)).toHaveLength(0);
    expect(violationsOf(secured, { level: 'privileged', minor: 31 }, 31)).toHaveLength(0);
  });
});

/** Violations as the server joins them in its answer. */
function securityText(violations: readonly SecurityViolation[]): string {
  return violations
    .map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`))
    .join(', ');
}
