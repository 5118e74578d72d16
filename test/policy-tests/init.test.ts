import { describe, expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/kubernetes/minors.ts';
import { initTests } from '../../src/policy-tests/init/init-tests.ts';
import { runTests } from '../../src/policy-tests/run-tests.ts';
import { readTestFile } from '../../src/policy-tests/test-file.ts';
import { decodeText, readParts } from '../../src/yaml/index.ts';

interface PolicyParts {
  readonly group?: string;
  readonly resource?: string;
  readonly operations?: readonly string[];
  readonly spec: object;
  readonly isBound?: boolean;
}

function sourcesOf({
  group = 'apps',
  resource = 'deployments',
  operations = ['CREATE', 'UPDATE'],
  spec,
  isBound = true,
}: PolicyParts) {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const metadata = { name: 'limit' };
  const resourceRules = [
    { apiGroups: [group], apiVersions: ['v1'], operations, resources: [resource] },
  ];
  const policy = {
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata,
    spec: { matchConstraints: { resourceRules }, ...spec },
  };
  const binding = {
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata,
    spec: { policyName: 'limit', validationActions: ['Deny'] },
  };
  const documents = isBound ? [policy, binding] : [policy];
  const content = documents.map((one) => `${JSON.stringify(one)}\n`).join('---\n');
  return [{ name: 'limit.yaml', content }];
}

const OPTIONS = {
  minor: NEWEST_MINOR,
  kubernetesVersion: undefined,
  relativePath: (file: string) => file,
};

function testFileIn(text: string) {
  const [part] = [...readParts(decodeText(text))];
  const read = readTestFile(part?.content.kind === 'value' ? part.content.document.value : null);
  if (!read.ok) throw new Error(read.problem);
  return read.file;
}

/** What the written tests expect, in order; they have to pass. */
function decisionsOf(parts: PolicyParts) {
  const sources = sourcesOf(parts);
  const { files, missing } = initTests(sources, OPTIONS);
  const tests = files.map(({ text }) => testFileIn(text));
  for (const file of tests) {
    const given = { policies: sources, cluster: [], object: () => undefined };
    const failures = runTests(file, given, NEWEST_MINOR).flatMap((one) => one.failures);
    expect(failures).toEqual([]);
  }
  const decisions = tests.flatMap((file) => file.tests.map((test) => test.expect.decision));
  return { decisions, missing };
}

function validations(...expressions: readonly string[]): object {
  return { validations: expressions.map((expression) => ({ expression })) };
}

const BOTH = ['admitted', 'denied'];

describe('the tests that are written for an expression', () => {
  it.each<[expression: string]>([
    ['object.spec.replicas <= 5'],
    ['object.spec.replicas > 2 && object.spec.replicas < 9'],
    ['!has(object.spec.paused) || object.spec.paused == false'],
    ["object.metadata.name.startsWith('web-')"],
    ["object.metadata.name.matches('^[a-z]{3}-[0-9]+$')"],
    ["has(object.metadata.labels) && 'team' in object.metadata.labels"],
    ["object.metadata.?labels[?'team'].orValue('') in ['red', 'blue']"],
    ["object.spec.template.spec.containers.all(c, c.image.startsWith('example.org/'))"],
    ['object.spec.template.spec.containers.all(c, has(c.resources) && has(c.resources.limits))'],
    ["object.spec.template.spec.containers.exists(c, c.name == 'proxy')"],
    ['size(object.spec.template.spec.containers) <= 2'],
    ['object.spec.template.spec.?securityContext.?runAsNonRoot.orValue(false) == true'],
    ["object.metadata.namespace != 'default' || object.spec.replicas == 3"],
    ["request.userInfo.username != 'jane'"],
    ["authorizer.group('apps').resource('deployments').check('scale').allowed()"],
    ['object.spec.replicas < 3 || authorizer.path("/big").check("get").allowed()'],
    ['object.metadata.name == object.spec.template.metadata.labels.app'],
  ])('%s', (expression) => {
    const { decisions, missing } = decisionsOf({ spec: validations(expression) });
    expect(missing).toEqual([]);
    expect(decisions).toEqual(BOTH);
  });

  it('show each of several expressions, with variables and conditions', () => {
    const spec = {
      variables: [{ name: 'spec', expression: 'object.spec' }],
      matchConditions: [{ name: 'app', expression: "object.metadata.name != 'skipped'" }],
      ...validations('variables.spec.replicas <= 5', "object.metadata.name != 'bad'"),
    };
    const { decisions, missing } = decisionsOf({ spec });
    expect(missing).toEqual([]);
    expect(decisions).toEqual(['admitted', 'admitted', 'denied', 'denied']);
  });

  it.each<[string, PolicyParts]>([
    [
      'an update',
      {
        operations: ['UPDATE'],
        spec: validations('oldObject.spec.replicas == object.spec.replicas'),
      },
    ],
    [
      'a deletion',
      { operations: ['DELETE'], spec: validations("oldObject.metadata.name != 'kept'") },
    ],
    [
      'another kind',
      { group: '', resource: 'services', spec: validations("object.spec.type != 'NodePort'") },
    ],
    ['all kinds', { group: '*', resource: '*', spec: validations('has(object.metadata.labels)') }],
  ])('send %s', (_, parts) => {
    const { decisions, missing } = decisionsOf(parts);
    expect(missing).toEqual([]);
    expect(decisions).toEqual(BOTH);
  });

  it('say what was not found', () => {
    const { decisions, missing } = decisionsOf({
      spec: validations("object.kind == 'Deployment'"),
    });
    expect(decisions).toEqual(['admitted']);
    expect(missing).toEqual([
      'limit: no request was found for which spec.validations[0].expression is false',
    ]);
  });

  it('say that a policy has no binding, or is refused', () => {
    const unbound = decisionsOf({ spec: validations('true'), isBound: false });
    expect(unbound.missing).toEqual([expect.stringContaining('limit: there is no binding')]);
    expect(decisionsOf({ spec: validations('object.') }).missing[0]).toContain('rejected');
  });
});
