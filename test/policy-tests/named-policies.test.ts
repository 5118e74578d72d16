import { describe, expect, it } from 'vitest';
import { countOpening, limitRun } from '../../src/base/run-limits.ts';
import { NamedPolicies } from '../../src/features/policy-tests/named-policies.ts';
import { runTests } from '../../src/features/policy-tests/run-tests.ts';
import { readTestFile } from '../../src/features/policy-tests/test-file.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

const POLICY = {
  name: 'p.yaml',
  content: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n',
};
const NAMESPACE = { name: '<cluster>', content: 'apiVersion: v1\nkind: Namespace\n' };
describe('the policies that test files name', () => {
  it('are opened once for all files that name the same ones', () => {
    const policies = new NamedPolicies();
    const open = (...cluster: readonly { name: string; content: string }[]) =>
      policies.open([{ ...POLICY }], cluster, NEWEST_MINOR).opened;
    expect(open()).toBe(open());
    expect(open(NAMESPACE)).toBe(open({ ...NAMESPACE }));
    expect(open(NAMESPACE)).not.toBe(open());
    expect(open(NAMESPACE)).not.toBe(open({ ...NAMESPACE, content: '{}' }));
  });

  it('are opened up to a limit of all test files', () => {
    const open = (before: number) =>
      limitRun(() => {
        countOpening([{ content: { length: before } }]);
        new NamedPolicies().open([POLICY], [], NEWEST_MINOR);
      });
    expect(() => open(30e6)).not.toThrow();
    expect(() => open(40e6)).toThrow('it takes too much time to read the policies');
  });

  it('are opened again up to a limit for the objects of a test that change them', () => {
    const { opened } = new NamedPolicies().open([POLICY], [], NEWEST_MINOR);
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'as.example.com' },
    };
    const test = { object: {}, cluster: [crd], expect: { decision: 'admitted' } };
    const read = readTestFile({ policies: ['p.yaml'], tests: [test] });
    if (!read.ok) throw new Error(read.problem);
    const failuresAfter = (before: number) =>
      limitRun(() => {
        countOpening([{ content: { length: before } }]);
        const results = runTests(read.file, { opened, object: () => undefined }, NEWEST_MINOR);
        return results.flatMap(({ failures }) => failures).join();
      });
    expect(failuresAfter(0)).toContain('no request is made');
    expect(failuresAfter(40e6)).toContain('it takes too much time to read the policies');
  });
});
