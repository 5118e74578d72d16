// Measures how many decisions of admission policies are made in a second of CPU time:
//   npm run bench -- admission [POLICIES] [OBJECTS]
// Each policy has two validations and a variable, and matches every object. A decision is the result of one validation.
import { admit } from '../../src/features/admit/admit.ts';
import { cpuTime } from '../cpu-time.ts';

const policies = Number(process.argv[2] ?? '1000');
const objects = Number(process.argv[3] ?? '1000');

/** The usual requirements of policies on workloads. */
const RULES = [
  'variables.containers.all(c, has(c.resources) && has(c.resources.limits))',
  "variables.containers.all(c, !c.image.endsWith(':latest'))",
  'object.spec.replicas <= 5',
  "has(object.metadata.labels) && 'app' in object.metadata.labels",
  'variables.containers.all(c, !has(c.securityContext) || !c.securityContext.?privileged.orValue(false))',
  "object.metadata.namespace != 'kube-system'",
];

const GROUP = 'admissionregistration.k8s.io/v1';

function policy(index: number): readonly object[] {
  const rule = (at: number) => RULES[(index + at) % RULES.length];
  const name = `policy-${index}`;
  return [
    {
      apiVersion: GROUP,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ['apps'],
              apiVersions: ['v1'],
              operations: ['*'],
              resources: ['deployments'],
            },
          ],
        },
        variables: [{ name: 'containers', expression: 'object.spec.template.spec.containers' }],
        validations: [{ expression: rule(0) }, { expression: rule(1), message: `rule ${index}` }],
      },
    },
    {
      apiVersion: GROUP,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: name, validationActions: ['Deny'] },
    },
  ];
}

function deployment(index: number): object {
  const labels = { app: `web-${index}` };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: `web-${index}`, namespace: 'shop', labels },
    spec: {
      replicas: index % 9,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: ['web', 'proxy'].map((name) => ({
            name,
            image: `${name}:${index % 3 === 0 ? 'latest' : '1.2'}`,
            resources: { limits: { cpu: '500m', memory: '1Gi' } },
          })),
        },
      },
    },
  };
}

function sourceOf(name: string, made: readonly object[]) {
  return {
    name,
    content: made.map((object) => `# YAML\n${JSON.stringify(object)}\n`).join('---\n'),
  };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const manifests = sourceOf('objects.yaml', range(objects).map(deployment));
const rules = sourceOf('policies.yaml', range(policies).flatMap(policy));

const prepared = measure(() => admit([], { policies: [rules] }));
const run = measure(() => admit([manifests], { policies: [rules] }));
const decisions = run.result.requests.reduce((sum, one) => sum + one.decisions.length, 0);
const seconds = (run.milliseconds - prepared.milliseconds) / 1000;
console.log(`${policies} policies are read and checked in ${Math.round(prepared.milliseconds)} ms`);
console.log(
  `${objects} objects pass them in ${seconds.toFixed(2)} s: ${Math.round(decisions / seconds)} decisions a second`,
);

function measure<T>(act: () => T): { readonly result: T; readonly milliseconds: number } {
  const start = cpuTime();
  const result = act();
  return { result, milliseconds: cpuTime() - start };
}
