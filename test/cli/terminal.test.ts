import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/report/width.ts';
import { suiteFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

function crd(replicas: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: pools.example.com }
spec:
  group: example.com
  names: { plural: pools, kind: Pool }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              properties:
                replicas: ${replicas}
                description: { type: string, description: "What the pool is for, in a sentence that a reader of the object understands without the manual." }
                ports:
                  type: array
                  items: { type: integer }
                  x-kubernetes-validations:
                    - rule: self.all(port, port > 0 && port < 65536)
                      message: ports are between 1 and 65535
`;
}

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: limit.replicas.example.com }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: [apps], apiVersions: [v1], operations: ['*'], resources: [deployments] }
  variables:
  - { name: most, expression: "request.namespace == 'production' ? 10 : 3" }
  validations:
  - expression: object == null || object.spec.replicas <= variables.most
    messageExpression: "'at most ' + string(variables.most) + ' replicas are allowed in the namespace ' + request.namespace"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: limit-all.example.com }
spec: { policyName: limit.replicas.example.com, validationActions: [Deny] }
`;

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: storefront, namespace: shop }
spec:
  replicas: 5
  selector: { matchLabels: { app: storefront } }
  template:
    metadata: { labels: { app: storefront } }
    spec: { containers: [{ name: web, image: nginx }] }
`;

const WEBHOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods.example.com }
webhooks:
  - name: pods.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    timeoutSeconds: 60
    clientConfig: { url: "https://pods.example.com/a/rather/long/path/for/the/validation/of/pods" }
    rules:
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods, Deployments] }
---
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
metadata: { name: restricted }
spec: { runAsUser: { rule: MustRunAsNonRoot } }
`;

const FLOW_SCHEMA = `apiVersion: flowcontrol.apiserver.k8s.io/v1beta3
kind: FlowSchema
metadata: { name: health-for-strangers }
spec:
  matchingPrecedence: 1000
  priorityLevelConfiguration: { name: exempt }
  rules: []
`;

const TESTS = `policies: [policy.yaml]
tests:
  - name: five replicas are too many outside of the namespace production
    object: deployment.yaml
    expect: { decision: denied, message: at most 3 replicas }
  - name: three replicas are allowed
    object: deployment.yaml
    patch: { spec: { replicas: 3 } }
    expect: { decision: admitted }
`;

/** The command lines, by the names of their golden files. */
const COMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['lint', ['webhook.yaml', '--kubernetes-version', '1.36', '--statistics', '--verbose']],
  ['concise', ['webhook.yaml', '-f', 'concise', '--kubernetes-version', '1.36']],
  ['explain', ['explain', 'webhook/timeout']],
  ['explain-list', ['explain', 'webhook']],
  ['explain-message', ['explain', 'pods "a" is forbidden: exceeded quota: b, requested: cpu=2']],
  ['rules', ['rules', 'webhook']],
  ['upgrade', ['upgrade', '1.30', '1.36', 'flow-schema.yaml', '--pedantic']],
  ['admit', ['admit', 'policy.yaml', 'deployment.yaml', '--verbose']],
  ['diff', ['diff', 'crd.yaml', 'changed.yaml']],
  ['example', ['example', 'Pool', '--crds', 'crd.yaml', '--full']],
  [
    'eval',
    [
      'eval',
      'object.spec.replicas <= 3 || object.metadata.name.startsWith("shop")',
      '--object',
      'deployment.yaml',
    ],
  ],
  ['cost', ['cost', 'crd.yaml', 'policy.yaml', '--kubernetes-version', '1.36']],
  ['test', ['test', 'policy.kubeadmit-test.yaml', '--coverage']],
  ['config', ['config', 'show', 'webhook.yaml']],
  ['wrong-config', ['config', 'show', '--config', 'wrong.yaml']],
]);

/** The outputs that are not broken: one line for each finding, and the texts of files. */
const VERBATIM = ['concise', 'example', 'explain-message'];

const cwd = suiteFolder({
  'crd.yaml': crd('{ type: integer }'),
  'changed.yaml': crd('{ type: integer, maximum: 5, default: 1 }'),
  'policy.yaml': POLICY,
  'deployment.yaml': DEPLOYMENT,
  'webhook.yaml': WEBHOOK,
  'flow-schema.yaml': FLOW_SCHEMA,
  'policy.kubeadmit-test.yaml': TESTS,
  '.kubeadmit.yaml': 'failOn: warning\nrules: { crd/size: off }\n',
  'wrong.yaml': 'failOn: sometimes\n',
});

const WIDTHS = [60, 80, 120];

describe.each([...COMMANDS])('%s on a terminal', (name, args) => {
  const outputs = () =>
    Promise.all(
      WIDTHS.map(async (columns) => {
        const { stdout } = await runIn({ cwd, columns, isTTY: true }, ...args);
        return { columns, stdout };
      }),
    );

  it('has the golden output in colors', async () => {
    const sections = (await outputs()).map(({ columns, stdout }) => {
      const shown = stdout.replaceAll('\u001b', '\\e');
      return `${'='.repeat(columns)}\n${shown}`;
    });
    await expect(sections.join('')).toMatchFileSnapshot(`golden/terminal/${name}.txt`);
  });

  it('breaks lines at spaces only', async () => {
    const [narrow, ...others] = (await outputs()).map(({ stdout }) => wordsOf(stdout));
    for (const words of others) expect(narrow).toEqual(words);
  });

  it.skipIf(VERBATIM.includes(name))('has no line that is too long', async () => {
    for (const { columns, stdout } of await outputs()) {
      const long = stripVTControlCharacters(stdout)
        .split('\n')
        // A word that is longer than a line has one of its own, with at most a mark before it.
        .filter((line) => displayWidth(line) > columns && / [^ ]+ /.test(line.trim()));
      expect({ columns, long }).toEqual({ columns, long: [] });
    }
  });
});

/** The words of a text, without the lines of excerpts, which are cut to the width. */
function wordsOf(text: string): readonly string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !/^ *\d* \|(?: |$)/.test(line))
    .flatMap((line) => line.split(/\s+/))
    .filter((word) => word !== '');
}
