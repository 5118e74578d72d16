import { describe, expect, it } from 'vitest';
import type { LintOptions } from '../../src/lint/options.ts';
import type { Source } from '../../src/lint/read/source.ts';
import { lintPedantically } from './lint-pedantically.ts';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  labels: { app: web }
spec:
  replicas: 7
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      initContainers:
      - { name: init, image: busybox }
      containers:
      - { name: web, image: example.com/web }
      - { name: side, image: nginx }
`;

interface PolicyParts {
  readonly expression?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly actions?: readonly string[];
  readonly spec?: object;
}

/** A policy for Deployments with a binding, as JSON. */
function policy({ expression = 'true', variables = {}, actions = ['Deny'], spec }: PolicyParts) {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const metadata = { name: 'limit' };
  return [
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata,
      spec: {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ['apps'],
              apiVersions: ['v1'],
              operations: ['CREATE', 'UPDATE'],
              resources: ['deployments'],
            },
          ],
        },
        variables: Object.entries(variables).map(([name, text]) => ({ name, expression: text })),
        validations: [{ expression, message: 'not allowed' }],
        ...spec,
      },
    },
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata,
      spec: { policyName: 'limit', validationActions: actions },
    },
  ]
    .map((object) => `${JSON.stringify(object, undefined, 1)}\n`)
    .join('---\n');
}

function check(parts: PolicyParts, content = DEPLOYMENT, options: LintOptions = {}) {
  const policies: readonly Source[] = [{ name: 'policy.yaml', content: policy(parts) }];
  return lintPedantically([{ name: 'web.yaml', content }], { policies, ...options });
}

const EMPTY = 'object.spec.replicas < 7';

describe('the place of a denial', () => {
  it.each<[expression: string, field: string | null, line: number]>([
    ['object.spec.replicas <= 5', 'spec.replicas', 8],
    ['5 >= object.spec.replicas', 'spec.replicas', 8],
    ['!has(object.spec.replicas) || object.spec.replicas <= 5', 'spec.replicas', 8],
    ['has(object.spec.replicas) && object.spec.paused == true', 'spec.paused', 7],
    ["object.metadata.name == 'web' && object.spec.replicas < 7", 'spec.replicas', 8],
    ["object.metadata.name == 'db' && object.spec.replicas == 7", 'metadata.name', 4],
    ["!(object.metadata.name == 'web' || object.spec.replicas == 1)", 'metadata.name', 4],
    ["object.metadata.name == 'web' ? object.spec.replicas < 7 : false", 'spec.replicas', 8],
    ["object.metadata.name == 'web' ? false : true", 'metadata.name', 4],
    ["object.metadata.labels['app'] == 'db'", 'metadata.labels.app', 6],
    ["object.metadata.?labels[?'a.b/c'].orValue('') != ''", 'metadata.labels[a.b/c]', 6],
    ["'team' in object.metadata.labels", 'metadata.labels', 6],
    ['size(object.metadata.name) > 10', 'metadata.name', 4],
    [
      "object.spec.template.spec.containers.all(c, c.image.startsWith('example.com/'))",
      'spec.template.spec.containers[1].image',
      19,
    ],
    [
      "!object.spec.template.spec.containers.exists(c, c.name == 'side')",
      'spec.template.spec.containers[1].name',
      19,
    ],
    [
      "object.spec.template.spec.containers.exists(c, c.name == 'db')",
      'spec.template.spec.containers',
      17,
    ],
    [
      "object.spec.template.spec.containers.filter(c, c.image == 'nginx').size() == 0",
      'spec.template.spec.containers[1].image',
      19,
    ],
    [
      "(object.spec.template.spec.containers + object.spec.template.spec.initContainers).all(c, c.image != 'busybox')",
      'spec.template.spec.initContainers[0].image',
      16,
    ],
    [
      "(has(object.spec.template.spec.initContainers) ? object.spec.template.spec.initContainers : []).all(c, c.image != 'busybox')",
      'spec.template.spec.initContainers[0].image',
      16,
    ],
    ["object.metadata.labels.all(k, k != 'app')", 'metadata.labels.app', 6],
    [
      'object.spec.template.spec.containers[1].name == "db"',
      'spec.template.spec.containers[1].name',
      19,
    ],
    ["request.userInfo.username == 'jane'", null, 2],
    ['false', null, 2],
    ['object.spec.paused == true', 'spec.paused', 7],
  ])('%s', (expression, field, line) => {
    const { findings } = check({ expression });
    expect(findings).toMatchObject([{ rule: 'decision/denied', field, line }]);
  });

  it.each<[variable: string, expression: string, field: string]>([
    ['object.spec.replicas', 'variables.v <= 5', 'spec.replicas'],
    ['object.spec.replicas <= 5', 'variables.v', 'spec.replicas'],
    [
      'object.spec.template.spec.containers',
      "variables.v.all(c, c.image != 'nginx')",
      'spec.template.spec.containers[1].image',
    ],
    [
      'object.spec.template.spec.containers.map(c, c.image)',
      "variables.v.all(i, i != 'nginx')",
      'spec.template.spec.containers',
    ],
  ])('variable %s, %s', (v, expression, field) => {
    expect(check({ variables: { v }, expression }).findings).toMatchObject([{ field }]);
  });

  it('leads to the expression', () => {
    const [finding] = check({ expression: EMPTY }).findings;
    expect(finding).toMatchObject({
      cause: null,
      severity: 'warning',
      message: 'denied by policy limit: not allowed',
      related: [{ file: 'policy.yaml', line: 30, message: 'the expression is here' }],
    });
  });
});

describe('the action of a policy on the request', () => {
  it.each<[actions: readonly string[], rule: string, severity: string]>([
    [['Deny'], 'decision/denied', 'warning'],
    [['Deny', 'Audit'], 'decision/denied', 'warning'],
    [['Warn'], 'decision/warned', 'warning'],
    [['Audit', 'Warn'], 'decision/warned', 'warning'],
    [['Audit'], 'decision/audited', 'info'],
  ])('%j is %s', (actions, rule, severity) => {
    expect(check({ expression: EMPTY, actions }).findings).toMatchObject([{ rule, severity }]);
  });

  it.each<[string, PolicyParts, rule: string, messageId: string]>([
    [
      'an expression that fails',
      { expression: 'object.spec.paused == true' },
      'decision/denied',
      'failed',
    ],
    [
      'an audit annotation that fails',
      {
        actions: ['Audit'],
        spec: { auditAnnotations: [{ key: 'a', valueExpression: 'string(object.spec.a)' }] },
      },
      'decision/denied',
      'failed',
    ],
    [
      'a question to the authorizer',
      { expression: "authorizer.path('/a').check('get').allowed()" },
      'decision/unknown',
      'unknown',
    ],
  ])('%s', (_, parts, rule, messageId) => {
    expect(check(parts).findings).toMatchObject([{ rule, messageId }]);
  });

  it('reports the most severe of what several bindings do', () => {
    const [first = '', second = ''] = policy({ expression: EMPTY }).split('---\n');
    const warning = second.replace('Deny', 'Warn');
    const content = [first, second, warning.replace('"name": "limit"', '"name": "warn"')];
    const policies = [{ name: 'policy.yaml', content: content.join('---\n') }];
    const { findings } = lintPedantically([{ name: 'web.yaml', content: DEPLOYMENT }], {
      policies,
    });
    expect(findings.map(({ rule }) => rule)).toEqual(['decision/denied']);
  });

  it('is not reported where it is ignored', () => {
    expect(
      check({ expression: 'object.spec.a == 1', spec: { failurePolicy: 'Ignore' } }).findings,
    ).toEqual([]);
  });
});

describe('a run with policies', () => {
  it('does not change verdicts', () => {
    const { documents, policyRun } = check({ expression: EMPTY });
    expect(documents).toHaveLength(1);
    expect(Object.values(documents[0]?.verdicts ?? {})).toEqual(['accepted']);
    expect(policyRun).toMatchObject({ policies: 1, undecided: 0, unusable: [] });
  });

  it('runs the policies of the input, and only if it is asked to', () => {
    const sources = [
      { name: 'web.yaml', content: DEPLOYMENT },
      { name: 'policy.yaml', content: policy({ expression: EMPTY }) },
    ];
    const rulesOf = (options: LintOptions) =>
      lintPedantically(sources, { only: ['decision'], ...options }).findings.map(
        ({ rule }) => rule,
      );
    expect(rulesOf({})).toEqual([]);
    expect(rulesOf({ policies: [] })).toEqual(['decision/denied']);
    // A file that is also among the policies is not read twice.
    expect(rulesOf({ policies: sources.slice(1) })).toEqual(['decision/denied']);
  });

  it('is one finding for several minors', () => {
    const { findings } = check({ expression: EMPTY }, DEPLOYMENT, {
      kubernetesVersions: ['1.32', '1.33'],
    });
    expect(findings).toMatchObject([{ minors: ['1.32', '1.33'] }]);
  });

  it.each<[string, string]>([
    [
      'comments',
      DEPLOYMENT.replace(
        '  replicas',
        '  # kubeadmit: ignore[decision/denied] load test\n  replicas',
      ),
    ],
    [
      'the annotation',
      DEPLOYMENT.replace(
        '  namespace',
        "  annotations: { kubeadmit.dev/ignore: 'decision/denied: load test' }\n  namespace",
      ),
    ],
  ])('obeys suppressions by %s', (_, content) => {
    const { findings, suppressed } = check({ expression: EMPTY }, content);
    expect(findings).toEqual([]);
    expect(suppressed).toHaveLength(1);
  });

  it('reports nothing on placeholders', () => {
    const content = DEPLOYMENT.replace('replicas: 7', `replicas: \${REPLICAS}`);
    const { findings } = check({ expression: 'object.spec.replicas < 1' }, content);
    expect(findings.filter(({ rule }) => rule.startsWith('decision/'))).toEqual([]);
    const other = DEPLOYMENT.replace('image: nginx', `image: "\${IMAGE}"`);
    const expression =
      "object.spec.replicas < 1 || object.spec.template.spec.containers.all(c, c.image == 'nginx')";
    expect(check({ expression }, other).findings).toEqual([]);
  });

  it('judges updates of stored objects', () => {
    const base = [{ name: 'web.yaml', content: DEPLOYMENT.replace('7', '3') }];
    const expression = 'oldObject == null || oldObject.spec.replicas == object.spec.replicas';
    const { findings } = check({ expression }, DEPLOYMENT, { base });
    expect(findings).toMatchObject([{ rule: 'decision/denied', field: 'spec.replicas' }]);
    expect(check({ expression }).findings).toEqual([]);
  });

  it('counts what is not known, and names what has no effect', () => {
    const expression = "authorizer.path('/a').check('get').allowed()";
    expect(check({ expression }).policyRun).toMatchObject({ undecided: 1 });
    const { policyRun } = check({ expression: 'object.' });
    expect(policyRun?.policies).toBe(0);
    expect(policyRun?.unusable).toMatchObject([{ kind: 'ValidatingAdmissionPolicy' }]);
  });
});
