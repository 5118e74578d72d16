/** An input that grows: its text with so many of something. */
export type Growing = (n: number) => string;

/** A text of as many parts. */
export function repeat(n: number, part: (index: number) => string, separator = ''): string {
  return Array.from({ length: n }, (_, index) => part(index)).join(separator);
}

/** Many lines, each indented. */
function lines(n: number, part: (index: number) => string): string {
  return repeat(n, (index) => `${part(index)}\n`);
}

const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';

const WEBHOOK_HEAD = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: hooks.example.com }
webhooks:
`;

const WEBHOOK = `  - name: pods.example.com
    sideEffects: None
    admissionReviewVersions: [v1]
    clientConfig: { service: { name: hooks, namespace: shop } }
`;

/** A List of as many objects, which are in flow style. */
function listOf(n: number, object: (index: number) => string): string {
  return `apiVersion: v1\nkind: List\nitems:\n${lines(n, (i) => `- ${object(i)}`)}`;
}

function budgetOf(name: string, spec: string): string {
  return `{ apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: { name: ${name} }, spec: ${spec} }`;
}

function policyOf(index: number): string {
  return `{ apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicy, metadata: { name: a${index} }, spec: { matchConstraints: { resourceRules: [{ apiGroups: [apps], apiVersions: [v1], resources: [deployments], operations: [CREATE] }] }, validations: [{ expression: object.spec.replicas > ${index} }] } }`;
}

/** A policy for Pods with a label that some Pod has. */
function labeledPolicy(index: number): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a${index} }
spec:
  matchConstraints:
    objectSelector: { matchLabels: { app: a${index} } }
    resourceRules: [{ apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE] }]
  validations: [{ expression: object.metadata.name != '${index}' }]
`;
}

/** A policy and its binding, with as many rules each, which have no request in common. */
function boundPolicyOf(n: number): string {
  const rules = (resource: string) =>
    repeat(
      n,
      (i) =>
        `{ apiGroups: [apps], apiVersions: [v1], resources: [${resource}/a${i}], operations: [CREATE] }`,
      ', ',
    );
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a }
spec:
  matchConstraints: { resourceRules: [${rules('deployments')}] }
  validations: [{ expression: 'true' }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: a }
spec:
  policyName: a
  validationActions: [Deny]
  matchResources: { resourceRules: [${rules('statefulsets')}] }
`;
}

/** A List of budgets, which are valid. */
export function budgets(n: number): string {
  return listOf(n, (i) =>
    budgetOf(`a${i}`, `{ minAvailable: ${i}, selector: { matchLabels: { app: a${i} } } }`),
  );
}

/** A List of CRDs. */
export function crds(n: number): string {
  return listOf(
    n,
    (i) =>
      `{ apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: { name: a${i}s.example.com }, spec: { group: example.com, scope: Namespaced, names: { plural: a${i}s, singular: a${i}, kind: A${i}, listKind: A${i}List }, versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, properties: { spec: { type: string } } } } }] } }`,
  );
}

/** A List with a resource of each of these CRDs. */
export function customResources(n: number): string {
  return listOf(
    n,
    (i) => `{ apiVersion: example.com/v1, kind: A${i}, metadata: { name: a }, spec: a }`,
  );
}

const QUOTA = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a }\nspec:\n';

/** A CRD with the properties of its schema, indented by 12, and more of its version, indented by 6. */
function crd(properties: string, version = '', schema = ''): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: tests.example.com }
spec:
  group: example.com
  names: { plural: tests, singular: test, kind: Test, listKind: TestList }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
${version}      schema:
        openAPIV3Schema:
          type: object
${schema}          properties:
            spec:
              type: object
              properties: { a: { type: string, maxLength: 10 }, b: { type: integer } }
${properties}`;
}

const VALIDATIONS = '              x-kubernetes-validations:\n';

/** A rule of `spec`. */
function rule(expression: string, message = 'no'): string {
  return `                - { rule: ${JSON.stringify(expression)}, message: ${message} }\n`;
}

function rules(n: number, expression: (index: number) => string): string {
  return crd('').replace(
    '              properties: { a:',
    `${VALIDATIONS}${repeat(n, (index) => rule(expression(index)))}              properties: { a:`,
  );
}

/** A policy with the members of its spec, indented by 2. */
function policy(members: string): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], resources: [deployments], operations: [CREATE] }
${members}`;
}

/** A Pod in a namespace of its own. */
function pod(index: number): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: a, namespace: n${index}, labels: { app: a${index} } }
spec: { serviceAccountName: a, containers: [{ name: a, image: a }] }
`;
}

/** A Pod with containers, and more of its spec. */
function podWith(containers: string, more = 'restartPolicy: Always'): string {
  return `apiVersion: v1\nkind: Pod\nmetadata: { name: a, namespace: shop }\nspec: { containers: [${containers}], ${more} }\n`;
}

function limitRange(index: number): string {
  return `apiVersion: v1\nkind: LimitRange\nmetadata: { name: a${index}, namespace: shop }\nspec: { limits: [{ type: Container, max: { cpu: 1 } }] }\n---\n`;
}

function service(index: number): string {
  return `apiVersion: v1
kind: Service
metadata: { name: s${index}, namespace: n${index} }
spec: { selector: { app: a${index} }, ports: [{ port: 443 }] }
`;
}

function webhook(index: number): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: w${index} }
webhooks:
  - name: w${index}.example.com
    sideEffects: None
    admissionReviewVersions: [v1]
    clientConfig: { service: { name: s${index}, namespace: n${index} } }
    rules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }]
`;
}

function budget(index: number): string {
  return `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: b${index}, namespace: n${index} }
spec: { maxUnavailable: 1, selector: { matchLabels: { app: a${index} } } }
`;
}

function podNetworkPolicy(index: number): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: p${index}, namespace: n${index} }
spec:
  podSelector: { matchLabels: { app: a${index} } }
  policyTypes: [Ingress]
  ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 443 }] }]
`;
}

function ingress(index: number): string {
  return `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: i${index}, namespace: n${index} }
spec: { defaultBackend: { service: { name: s${index}, port: { number: 443 } } } }
`;
}

/** An autoscaler of a Deployment in its namespace, which it has the name of. */
function scaled(index: number, name: string, namespace: string): string {
  return `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: ${name}, namespace: ${namespace} }
spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  selector: { matchLabels: { app: a${index} } }
  template: { metadata: { labels: { app: a${index}, tier: web } }, spec: { containers: [{ name: a, image: a }] } }
`;
}

/** A text in one namespace. */
function inShop(text: string): string {
  return text.replaceAll(/namespace: n\d+/g, 'namespace: shop');
}

function priorityLevel(index: number): string {
  return `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: { name: l${index} }
spec: { type: Limited, limited: { nominalConcurrencyShares: 1, limitResponse: { type: Reject } } }
`;
}

function flowSchema(index: number): string {
  return `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: { name: f${index} }
spec: { matchingPrecedence: ${index + 1}, priorityLevelConfiguration: { name: l${index} } }
`;
}

function validation(expression: string): string {
  return `  validations:\n    - { expression: ${JSON.stringify(expression)}, message: a }\n`;
}

function networkPolicy(name: string): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress], ingress: [{ ports: [{ port: 80 }] }] }
`;
}

/** Inputs that grow in one way each. None may take more than linear time. */
export const GROWING: ReadonlyMap<string, Growing> = new Map<string, Growing>([
  // The reader.
  ['plain lines after what cannot be read', (n) => `${CONFIG_MAP}a: [\n${'text\n'.repeat(n)}`],
  ['blank lines after what cannot be read', (n) => `${CONFIG_MAP}a: [\n${'\n'.repeat(n)}`],
  ['spaces after what cannot be read', (n) => `${CONFIG_MAP}a: [\n${' \n'.repeat(n)}`],
  ['dashes after what cannot be read', (n) => `${CONFIG_MAP}a: [\n${'- '.repeat(n)}`],
  ['lines with a key after what cannot be read', (n) => `a: [\n${lines(n, () => 'key: value')}`],
  ['braces after what cannot be read', (n) => `a: [\n${'{{ '.repeat(n)}`],
  ['blank lines', (n) => `${CONFIG_MAP}${'\n'.repeat(n)}a: 1\n`],
  ['comments', (n) => `${CONFIG_MAP}${'# a comment\n'.repeat(n)}a: 1\n`],
  ['lines after the end of a document', (n) => `${CONFIG_MAP}...\n${'text\n'.repeat(n)}`],
  ['ends of a document', (n) => `${CONFIG_MAP}${'...\n'.repeat(n)}`],
  ['lines after a separator with text', (n) => `${CONFIG_MAP}--- text\n${'\n'.repeat(n)}a: 1\n`],
  [
    'TAG directives',
    (n) => `${lines(n, (i) => `%TAG !t${i}! tag:example.com,2000:${i}`)}--- \n${CONFIG_MAP}`,
  ],
  ['tags', (n) => `%TAG !t! tag:yaml.org,2002:\n---\na:\n${lines(n, () => '- !t!str b')}`],
  [
    'anchors and aliases',
    (n) => `${CONFIG_MAP}data:\n${lines(n, (i) => `  a${i}: &a${i} b\n  b${i}: *a${i}`)}`,
  ],
  [
    'merge keys',
    (n) => `${CONFIG_MAP}x: &x { a: 1 }\ny:\n${lines(n, () => '  - { <<: *x, b: 2 }')}`,
  ],
  ['keys given twice', (n) => `${CONFIG_MAP}data:\n${lines(n, () => '  a: b')}`],
  ['keys of a mapping', (n) => `${CONFIG_MAP}data:\n${lines(n, (i) => `  key${i}: b`)}`],
  ['a flow sequence', (n) => `${CONFIG_MAP}data: { a: [${'a, '.repeat(n)}] }\n`],
  ['a flow mapping', (n) => `${CONFIG_MAP}data: { ${repeat(n, (i) => `a${i}: b, `)} }\n`],
  ['nested flow sequences', (n) => `${CONFIG_MAP}data: ${'['.repeat(n)}${']'.repeat(n)}\n`],
  [
    'nested block mappings',
    (n) =>
      `${CONFIG_MAP}data:\n${lines(Math.ceil(Math.sqrt(n) * 8), (i) => `${' '.repeat(i + 1)}a:`)}`,
  ],
  ['a folded string', (n) => `${CONFIG_MAP}data: { a: b }\nb: >\n${'  text\n\n'.repeat(n)}`],
  ['a literal string', (n) => `${CONFIG_MAP}b: |\n${'  text\n\n'.repeat(n)}`],
  ['a double-quoted string', (n) => `${CONFIG_MAP}b: "${'\\u0041 \n\n'.repeat(n)}"\n`],
  ['a single-quoted string', (n) => `${CONFIG_MAP}b: '${"a'' \n".repeat(n)}'\n`],
  ['a plain string', (n) => `${CONFIG_MAP}b: ${'a b\n  '.repeat(n)}\n`],
  ['escapes in a string', (n) => `${CONFIG_MAP}b: "${'\\n'.repeat(n)}\n`],
  ['quotes that are not closed', (n) => `${CONFIG_MAP}${lines(n, (i) => `a${i}: "b`)}`],
  ['control characters', (n) => `${CONFIG_MAP}${lines(n, (i) => `a${i}: \u0007`)}`],
  ['documents that cannot be read', (n) => repeat(n, () => `${CONFIG_MAP}a: [\n---\n`)],
  ['documents', (n) => repeat(n, (i) => `${networkPolicy(`a${i}`)}---\n`)],
  ['documents of the same name', (n) => repeat(n, () => `${networkPolicy('a')}---\n`)],
  ['documents that are not objects', (n) => repeat(n, (i) => `a: ${i}\n---\n`)],
  ['empty documents', (n) => '---\n'.repeat(n)],
  [
    'a stream of JSON',
    (n) =>
      repeat(n, () => '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}\n'),
  ],
  ['items of a List', (n) => listOf(n, (i) => budgetOf(`a${i}`, '{ minAvailable: -1 }'))],
  ['policies of a List', (n) => listOf(n, (i) => policyOf(i))],
  ['CRDs and resources of two Lists', (n) => `${crds(n)}---\n${customResources(n)}`],
  ['placeholders', (n) => `${CONFIG_MAP}data:\n${lines(n, (i) => `  a${i}: \${A${i}}`)}`],
  [
    'placeholders of a List',
    (n) => listOf(n, (i) => budgetOf(`"\${A${i}}"`, '{ minAvailable: 1 }')),
  ],
  ['template actions', (n) => `${CONFIG_MAP}${lines(n, (i) => `{{ if .a${i} }}`)}`],
  [
    'suppressions',
    (n) =>
      `${CONFIG_MAP}${lines(n, (i) => `# kubeadmit: ignore[field/unknown] reason ${i}\na${i}: 1`)}`,
  ],
  [
    'suppressions of webhooks',
    (n) =>
      `${WEBHOOK_HEAD}${repeat(n, (i) => `    # kubeadmit: ignore[webhook/side-effects] reason ${i}\n${WEBHOOK.replace('None', 'Some')}`)}`,
  ],
  [
    'suppressions of an annotation',
    (n) =>
      CONFIG_MAP.replace(
        'name: a',
        `name: a, annotations: { kubeadmit.dev/ignore: "${'field/unknown,'.repeat(n)}" }`,
      ),
  ],
  [
    'suppressions without an effect',
    (n) => `${CONFIG_MAP}${lines(n, (i) => `# kubeadmit: ignore[webhook/timeout] reason ${i}`)}`,
  ],
  // Fields and metadata.
  ['unknown fields at the top', (n) => `${CONFIG_MAP}${lines(n, (i) => `field${i}: 1`)}`],
  ['unknown fields below', (n) => `${QUOTA}${lines(n, (i) => `  field${i}: 1`)}`],
  ['fields of a wrong type', (n) => `${WEBHOOK_HEAD}${lines(n, () => '  - name: [a]')}`],
  [
    'labels',
    (n) =>
      `${CONFIG_MAP.replace('{ name: a }', '')}  name: a\n  labels:\n${lines(n, (i) => `    label${i}: -a`)}`,
  ],
  [
    'annotations',
    (n) =>
      `${CONFIG_MAP.replace('{ name: a }', '')}  name: a\n  annotations:\n${lines(n, (i) => `    a/b/c${i}: a`)}`,
  ],
  [
    'finalizers',
    (n) =>
      `${CONFIG_MAP.replace('{ name: a }', '')}  name: a\n  finalizers: [${repeat(n, (i) => `a${i}, `)}]\n`,
  ],
  [
    'owner references',
    (n) =>
      `${CONFIG_MAP.replace('{ name: a }', '')}  name: a\n  ownerReferences:\n${lines(n, (i) => `    - { apiVersion: v1, kind: A, name: a${i}, uid: b, controller: true }`)}`,
  ],
  ['a long name', (n) => CONFIG_MAP.replace('name: a', `name: ${'a'.repeat(n)}.B`)],
  ['a long kind', (n) => CONFIG_MAP.replace('ConfigMap', `ConfigMap${'x'.repeat(n)}`)],
  // Quotas, limits, budgets, network policies.
  ['quantities that are not valid', (n) => `${QUOTA}  hard:\n${lines(n, (i) => `    a${i}: x`)}`],
  ['quantities', (n) => `${QUOTA}  hard:\n${lines(n, (i) => `    example.com/a${i}: 1.5Gi`)}`],
  ['a long quantity', (n) => `${QUOTA}  hard: { cpu: ${'1'.repeat(n)} }\n`],
  ['scopes of a quota', (n) => `${QUOTA}  scopes: [${repeat(n, (i) => `Scope${i}, `)}]\n`],
  [
    'limits',
    (n) =>
      `apiVersion: v1\nkind: LimitRange\nmetadata: { name: a }\nspec:\n  limits:\n${lines(n, (i) => `    - { type: Container, max: { a${i}: x, cpu: 1 }, min: { cpu: 2 } }`)}`,
  ],
  [
    'requirements of a selector',
    (n) =>
      `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: a }\nspec:\n  minAvailable: 1\n  selector:\n    matchExpressions:\n${lines(n, (i) => `      - { key: a${i}, operator: in, values: [b] }`)}`,
  ],
  [
    'rules of a network policy',
    (n) =>
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: a }\nspec:\n  podSelector: {}\n  ingress:\n${lines(n, (i) => `    - { from: [{ ipBlock: { cidr: 10.0.${i % 256}.0/24, except: [10.0.${i % 256}.0/25] } }], ports: [{ port: ${i % 60000} }] }`)}`,
  ],
  [
    'blocks of addresses',
    (n) =>
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: a }\nspec:\n  podSelector: {}\n  ingress:\n    - from:\n${lines(n, (i) => `        - { ipBlock: { cidr: 10.${i >> 8}.${i % 256}.0/24 } }`)}`,
  ],
  [
    'exceptions of a block',
    (n) =>
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: a }\nspec:\n  podSelector: {}\n  ingress:\n    - from:\n        - ipBlock:\n            cidr: 10.0.0.0/8\n            except: [${repeat(n, (i) => `10.${i >> 8}.${i % 256}.0/24, `)}]\n`,
  ],
  [
    'ports of a network policy',
    (n) =>
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: a }\nspec:\n  podSelector: {}\n  ingress:\n    - ports:\n${lines(n, (i) => `        - { port: ${(i * 7) % 60000} }`)}`,
  ],
  // Webhooks.
  ['webhooks', (n) => `${WEBHOOK_HEAD}${repeat(n, (i) => WEBHOOK.replace('pods', `a${i}`))}`],
  ['webhooks of the same name', (n) => `${WEBHOOK_HEAD}${WEBHOOK.repeat(n)}`],
  [
    'rules of a webhook',
    (n) =>
      `${WEBHOOK_HEAD}${WEBHOOK}    rules:\n${lines(n, (i) => `      - { apiGroups: [a${i}.example.com], apiVersions: [v1], resources: [b${i}], operations: [CREATE] }`)}`,
  ],
  [
    'rules of a webhook for built-in resources',
    (n) =>
      `${WEBHOOK_HEAD}${WEBHOOK}    rules:\n${lines(n, (i) => `      - { apiGroups: [apps], apiVersions: [v1], resources: [deployments, pods${i}], operations: [CREATE, UPDATE] }`)}`,
  ],
  [
    'rules of a webhook that are the same',
    (n) =>
      `${WEBHOOK_HEAD}${WEBHOOK}    rules:\n${lines(n, () => '      - { apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE] }')}`,
  ],
  [
    'groups of a rule',
    (n) =>
      `${WEBHOOK_HEAD}${WEBHOOK}    rules:\n      - { apiGroups: [${repeat(n, (i) => `a${i}.example.com, `)}], apiVersions: [v1], resources: [a], operations: [CREATE] }\n`,
  ],
  [
    'resources of a rule',
    (n) =>
      `${WEBHOOK_HEAD}${WEBHOOK}    rules:\n      - { apiGroups: [""], apiVersions: [v1], resources: [${repeat(n, (i) => `pods/a${i}, `)}], operations: [CREATE] }\n`,
  ],
  [
    'groups, versions and resources of a rule',
    (n) =>
      `${WEBHOOK_HEAD}${WEBHOOK}    rules:\n      - { apiGroups: [${repeat(n, (i) => `a${i}.example.com, `)}], apiVersions: [${repeat(n, (i) => `v${i + 1}, `)}], resources: [${repeat(n, (i) => `a${i}, `)}], operations: [CREATE] }\n`,
  ],
  [
    'match conditions',
    (n) =>
      `${WEBHOOK_HEAD}${WEBHOOK}    matchConditions:\n${lines(n, (i) => `      - { name: a${i}, expression: "object.spec.a == ${i}" }`)}`,
  ],
  [
    'versions of the review',
    (n) => `${WEBHOOK_HEAD}${WEBHOOK.replace('[v1]', `[${repeat(n, (i) => `v${i + 2}, `)}v1]`)}`,
  ],
  [
    'a long CA bundle',
    (n) => `${WEBHOOK_HEAD}${WEBHOOK.replace(' } }', ` }, caBundle: ${'QUFB'.repeat(n)} }`)}`,
  ],
  [
    'a long URL',
    (n) =>
      `${WEBHOOK_HEAD}${WEBHOOK.replace('{ service: { name: hooks, namespace: shop } }', `{ url: "https://example.com/${'%41'.repeat(n)}" }`)}`,
  ],
  // CRDs.
  ['properties', (n) => crd(lines(n, (i) => `            a${i}: { type: string }`))],
  [
    'misspelled properties',
    (n) =>
      `${crd(lines(n, (i) => `            value${i}: { type: string }`))}---
apiVersion: example.com/v1
kind: Test
metadata: { name: a }
${lines(n, (i) => `valeu${i}: a`)}`,
  ],
  [
    'properties without a type',
    (n) => crd(lines(n, (i) => `            a${i}: { description: b }`)),
  ],
  [
    'properties of an unknown type',
    (n) => crd(lines(n, (i) => `            a${i}: { type: text }`)),
  ],
  [
    'nested properties',
    (n) =>
      crd(
        `            a: ${'{ type: object, properties: { a: '.repeat(n)}{ type: string }${' } }'.repeat(n)}\n`,
      ),
  ],
  [
    'nested lists',
    (n) =>
      crd(
        `            a: ${'{ type: array, items: '.repeat(n)}{ type: string }${' }'.repeat(n)}\n`,
      ),
  ],
  [
    'defaults',
    (n) => crd(lines(n, (i) => `            a${i}: { type: string, default: b, maxLength: 0 }`)),
  ],
  [
    'a long default',
    (n) =>
      crd(
        `            a: { type: array, items: { type: integer, minimum: 2 }, default: [${'1, '.repeat(n)}] }\n`,
      ),
  ],
  [
    'a default of objects',
    (n) =>
      crd(
        `            a: { type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: { type: object, required: [k], properties: { k: { type: string } } }, default: [${repeat(n, (i) => `{ k: a${i} }, `)}] }\n`,
      ),
  ],
  [
    'values of an enum',
    (n) =>
      crd(`            a: { type: string, default: x, enum: [${repeat(n, (i) => `a${i}, `)}] }\n`),
  ],
  [
    'required properties',
    (n) => crd(`            a: { type: object, required: [${repeat(n, (i) => `a${i}, `)}] }\n`),
  ],
  [
    'patterns',
    (n) => crd(lines(n, (i) => `            a${i}: { type: string, pattern: "^a{${i}}$" }`)),
  ],
  [
    'a long pattern',
    (n) => crd(`            a: { type: string, pattern: "^${'(a|b)'.repeat(n)}$" }\n`),
  ],
  [
    'a pattern of alternatives',
    (n) =>
      crd(
        `            a: { type: string, default: x, pattern: "${repeat(n, (i) => `a${i}|`)}b" }\n`,
      ),
  ],
  [
    'junctors',
    (n) =>
      crd(
        `            a: { type: object, anyOf: [${repeat(n, (i) => `{ required: [a${i}] }, `)}] }\n`,
      ),
  ],
  ['formats', (n) => crd(lines(n, (i) => `            a${i}: { type: string, format: f${i} }`))],
  [
    'printer columns',
    (n) =>
      crd(
        '',
        `      additionalPrinterColumns:\n${lines(n, (i) => `        - { name: A${i}, type: string, jsonPath: .spec.a }`)}`,
      ),
  ],
  [
    'selectable fields',
    (n) =>
      crd('', `      selectableFields:\n${lines(n, (i) => `        - { jsonPath: .spec.a${i} }`)}`),
  ],
  [
    'selectable fields that are the same',
    (n) => crd('', `      selectableFields:\n${lines(n, () => '        - { jsonPath: .spec.a }')}`),
  ],
  [
    'versions',
    (n) =>
      crd('').replace(/ {4}- name: v1[\s\S]*/, (version) =>
        repeat(n, (i) =>
          version
            .replace('name: v1', `name: v${i + 1}`)
            .replace('storage: true', `storage: ${i === 0}`),
        ),
      ),
  ],
  [
    'short names',
    (n) =>
      crd('').replace(
        'singular: test',
        `singular: test, shortNames: [${repeat(n, (i) => `a${i}, `)}], categories: [${repeat(n, (i) => `b${i}, `)}]`,
      ),
  ],
  [
    'stored versions',
    (n) =>
      `${crd('')}status:\n  storedVersions: [${repeat(n, (i) => `v${i}, `)}]\n  conditions: []\n  acceptedNames: { plural: tests, kind: Test }\n`,
  ],
  ['CRDs', (n) => repeat(n, (i) => `${crd('').replaceAll('tests', `tests${i}`)}---\n`)],
  [
    'a long description',
    (n) => crd(`            a: { type: string, description: ${'a word of it '.repeat(n)} }\n`),
  ],
  // CEL.
  ['rules of a CRD', (n) => rules(n, (i) => `self.b > ${i}`)],
  ['rules of a CRD that do not compile', (n) => rules(n, (i) => `self.c${i} > ${i}`)],
  [
    'rules of a CRD over optional fields',
    (n) => rules(n, (i) => `self.a == 'a${i}' || self.b > ${i}`),
  ],
  [
    'rules of a CRD with guards',
    (n) => rules(n, (i) => `!has(self.a) || self.a.startsWith('a${i}')`),
  ],
  [
    'rules of properties',
    (n) =>
      crd(
        lines(
          n,
          (i) =>
            `            a${i}: { type: integer, x-kubernetes-validations: [{ rule: self > ${i}, message: a }] }`,
        ),
      ),
  ],
  ['rules about changes', (n) => rules(n, (i) => `self.b >= oldSelf.b + ${i}`)],
  ['terms', (n) => rules(1, () => repeat(n, (i) => `self.b > ${i}`, ' && '))],
  ['terms of strings', (n) => rules(1, () => repeat(n, (i) => `self.a != 'a${i}'`, ' || '))],
  [
    'guarded terms',
    (n) => rules(1, () => repeat(n, (i) => `(!has(self.a) || self.a != 'a${i}')`, ' && ')),
  ],
  [
    'terms with guards before them',
    (n) => rules(1, () => `has(self.a) && ${repeat(n, (i) => `self.a != 'a${i}'`, ' && ')}`),
  ],
  ['additions', (n) => rules(1, () => `${'self.b + '.repeat(n)}1 > 0`)],
  ['conditionals', (n) => rules(1, () => `${repeat(n, (i) => `self.b == ${i} ? true : `)}false`)],
  ['parentheses', (n) => rules(1, () => `${'('.repeat(n)}true${')'.repeat(n)}`)],
  ['negations', (n) => rules(1, () => `${'!'.repeat(n)}has(self.a)`)],
  ['elements of a list', (n) => rules(1, () => `self.b in [${repeat(n, String, ', ')}]`)],
  [
    'entries of a map',
    (n) => rules(1, () => `self.a in {${repeat(n, (i) => `'a${i}': 1`, ', ')}}`),
  ],
  ['calls on one another', (n) => rules(1, () => `self.a${'.trim()'.repeat(n)} != ''`)],
  [
    'macros beside one another',
    (n) => rules(1, () => repeat(n, (i) => `[1, 2].all(x, x > ${i})`, ' || ')),
  ],
  [
    'macros in one another',
    (n) =>
      rules(
        1,
        () =>
          `${repeat(Math.ceil(Math.sqrt(n)), (i) => `[1].all(x${i}, `)}true${')'.repeat(Math.ceil(Math.sqrt(n)))}`,
      ),
  ],
  ['a long string in a rule', (n) => rules(1, () => `self.a != '${'a'.repeat(n)}'`)],
  ['escapes in a rule', (n) => rules(1, () => `self.a != '${'\\n'.repeat(n)}'`)],
  ['characters that are not tokens', (n) => rules(1, () => '#'.repeat(n))],
  ['operators without operands', (n) => rules(1, () => '+ '.repeat(n))],
  ['brackets that are not closed', (n) => rules(1, () => '['.repeat(n))],
  [
    'validations of a policy',
    (n) =>
      policy(
        `  validations:\n${lines(n, (i) => `    - { expression: "object.spec.replicas > ${i}", message: a }`)}`,
      ),
  ],
  [
    'variables of a policy',
    (n) =>
      policy(
        `  variables:\n${lines(n, (i) => `    - { name: v${i}, expression: "object.spec.replicas > ${i}" }`)}${validation('true')}`,
      ),
  ],
  [
    'variables that use one another',
    (n) =>
      policy(
        `  variables:\n${lines(n, (i) => `    - { name: v${i}, expression: "${i === 0 ? '1' : `variables.v${i - 1} + 1`}" }`)}${validation(`variables.v${n - 1} > 0`)}`,
      ),
  ],
  [
    'variables that use one another twice',
    (n) =>
      policy(
        `  variables:\n${lines(n, (i) => `    - { name: v${i}, expression: "${i === 0 ? 'object.spec.replicas' : `variables.v${i - 1} + variables.v${i - 1}`}" }`)}${validation(`variables.v${n - 1} > 0`)}`,
      ),
  ],
  [
    'terms of a policy',
    (n) => policy(validation(repeat(n, (i) => `object.spec.replicas > ${i}`, ' && '))),
  ],
  [
    'optional terms of a policy',
    (n) =>
      policy(
        validation(
          repeat(n, (i) => `(!has(object.spec.paused) || object.spec.replicas > ${i})`, ' && '),
        ),
      ),
  ],
  [
    'audit annotations',
    (n) =>
      policy(
        `${validation('true')}  auditAnnotations:\n${lines(n, (i) => `    - { key: a${i}, valueExpression: "'b'" }`)}`,
      ),
  ],
  [
    'match conditions of a policy',
    (n) =>
      policy(
        `${validation('true')}  matchConditions:\n${lines(n, (i) => `    - { name: a${i}, expression: "object.spec.replicas > ${i}" }`)}`,
      ),
  ],
  [
    'resource rules of a policy',
    (n) =>
      policy(validation('object.spec.a == 1')).replace(
        '    resourceRules:\n',
        `    resourceRules:\n${lines(n, (i) => `      - { apiGroups: [a${i}.example.com], apiVersions: [v1], resources: [b${i}], operations: [CREATE] }`)}`,
      ),
  ],
  [
    'bindings',
    (n) =>
      repeat(
        n,
        (i) =>
          `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\nmetadata: { name: a${i} }\nspec: { policyName: p${i}, validationActions: [Deny] }\n---\n`,
      ),
  ],
  // Priority and fairness.
  [
    'subjects of a flow schema',
    (n) =>
      `apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: FlowSchema\nmetadata: { name: a }\nspec:\n  matchingPrecedence: 9000\n  priorityLevelConfiguration: { name: b }\n  rules:\n    - subjects:\n${lines(n, (i) => `        - { kind: User, user: { name: a${i} } }`)}      nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }]\n`,
  ],
  [
    'rules of a flow schema',
    (n) =>
      `apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: FlowSchema\nmetadata: { name: a }\nspec:\n  matchingPrecedence: 9000\n  priorityLevelConfiguration: { name: b }\n  rules:\n${lines(n, (i) => `    - { subjects: [{ kind: User, user: { name: a${i} } }], resourceRules: [{ verbs: [get], apiGroups: [a${i}], resources: [b], namespaces: [c] }] }`)}`,
  ],
  // Objects that are applied together.
  [
    'flow schemas for users and resources',
    (n) =>
      repeat(
        n,
        (i) =>
          `apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: FlowSchema\nmetadata: { name: f${i} }\nspec:\n  matchingPrecedence: 9000\n  priorityLevelConfiguration: { name: b }\n  rules: [{ subjects: [{ kind: User, user: { name: a${i} } }], nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }] }, { subjects: [{ kind: User, user: { name: a } }], resourceRules: [{ verbs: [get], apiGroups: [a], resources: [b${i}], namespaces: [c] }] }]\n---\n`,
      ),
  ],
  [
    'rules of two flow schemas',
    (n) =>
      repeat(
        2,
        (k) =>
          `apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: FlowSchema\nmetadata: { name: f${k} }\nspec:\n  matchingPrecedence: 9000\n  priorityLevelConfiguration: { name: b }\n  rules:\n${lines(n, (i) => `    - { subjects: [{ kind: User, user: { name: a${2 * i + k} } }], resourceRules: [{ verbs: [get], apiGroups: [a], resources: [b], namespaces: [c] }] }`)}---\n`,
      ),
  ],
  [
    'limits and quotas of namespaces',
    (n) =>
      repeat(
        n,
        (i) =>
          `apiVersion: v1\nkind: LimitRange\nmetadata: { name: a, namespace: n${i} }\nspec: { limits: [{ type: Container, max: { cpu: 1 } }] }\n---\napiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a, namespace: n${i} }\nspec: { hard: { pods: 1 } }\n---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: a, namespace: n${i} }\nspec: { maxReplicas: 1, scaleTargetRef: { kind: Deployment, name: a } }\n---\n${pod(i)}---\n`,
      ),
  ],
  [
    'pods and their accounts',
    (n) =>
      repeat(
        n,
        (i) =>
          `apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: a, namespace: n${i} }\n---\n${pod(i)}---\n`,
      ),
  ],
  [
    'policies, bindings and params',
    (n) =>
      repeat(
        n,
        (i) =>
          `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: { name: a${i} }\nspec:\n  paramKind: { apiVersion: v1, kind: ConfigMap }\n  matchConstraints: { resourceRules: [{ apiGroups: [apps], apiVersions: [v1], resources: [deployments], operations: [CREATE] }] }\n  validations: [{ expression: params.data.a == '1' }]\n---\napiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\nmetadata: { name: a${i} }\nspec: { policyName: a${i}, validationActions: [Deny], paramRef: { name: a${i}, namespace: shop, parameterNotFoundAction: Deny } }\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: a${i}, namespace: shop }\n---\n`,
      ),
  ],
  ['webhooks and their Services', (n) => repeat(n, (i) => `${service(i)}---\n${webhook(i)}---\n`)],
  [
    'Services, budgets and network policies of pods',
    (n) =>
      repeat(
        n,
        (i) => `${pod(i)}---\n${service(i)}---\n${budget(i)}---\n${podNetworkPolicy(i)}---\n`,
      ),
  ],
  [
    'Services that select all pods',
    (n) =>
      repeat(n, (i) =>
        inShop(`${pod(i)}---\n${service(i)}---\n`).replaceAll(`app: a${i}`, 'app: a'),
      ),
  ],
  [
    'budgets that select all pods',
    (n) =>
      repeat(n, (i) =>
        inShop(`${pod(i)}---\n${budget(i)}---\n`).replaceAll(`app: a${i}`, 'app: a'),
      ),
  ],
  [
    'Services and budgets that select no pods',
    (n) =>
      repeat(n, (i) =>
        inShop(`${pod(i)}---\n${budget(i)}---\n${service(i)}---\n`).replaceAll(
          /((?:matchLabels|selector): \{ app: )a/g,
          '$1b',
        ),
      ),
  ],
  [
    'webhooks that all pods serve, and their policies',
    (n) =>
      repeat(n, (i) =>
        inShop(
          `${webhook(i)}---\n${service(i)}---\n${pod(i)}---\n${podNetworkPolicy(i)}---\n`,
        ).replaceAll(`app: a${i}`, 'app: a'),
      ),
  ],
  [
    'webhooks for pods that all pods serve',
    (n) =>
      repeat(n, (i) =>
        inShop(`${webhook(i)}---\n${service(i)}---\n${pod(i)}---\n`)
          .replace('apiGroups: [apps], apiVersions: [v1]', "apiGroups: [''], apiVersions: [v1]")
          .replace('resources: [deployments]', 'resources: [pods]')
          .replaceAll(`app: a${i}`, 'app: a'),
      ),
  ],
  [
    'clients of a Service of all pods, and policies',
    (n) =>
      repeat(n, (i) =>
        inShop(`${service(i)}---\n${pod(i)}---\n${podNetworkPolicy(i)}---\n`)
          .replace(
            'image: a }',
            `image: a, env: [{ name: A, value: 'https://s${i}.shop.svc:443' }] }`,
          )
          .replaceAll(`app: a${i}`, 'app: a'),
      ),
  ],
  [
    'Ingresses and their Services',
    (n) => repeat(n, (i) => inShop(`${ingress(i)}---\n${service(i)}---\n`)),
  ],
  [
    'Ingresses and Services of one name',
    (n) => repeat(n, (i) => `${ingress(i)}---\n${service(i)}---\n`.replaceAll(`s${i}`, 's')),
  ],
  [
    'webhooks and Services of one name',
    (n) => repeat(n, (i) => `${webhook(i)}---\n${service(i)}---\n`.replaceAll(`s${i}`, 's')),
  ],
  ['autoscalers', (n) => repeat(n, (i) => `${scaled(i, `a${i}`, 'shop')}---\n`)],
  ['autoscalers of one name', (n) => repeat(n, (i) => `${scaled(i, 'a', `n${i}`)}---\n`)],
  [
    'policies and the labels of objects',
    (n) => repeat(n, (i) => `${pod(i)}---\n${labeledPolicy(i)}---\n`),
  ],
  ['rules of a policy and of its binding', boundPolicyOf],
  [
    'containers and limit ranges',
    (n) =>
      `${repeat(n, limitRange)}${podWith(repeat(n, (i) => `{ name: a${i}, image: a, resources: { limits: { cpu: 2 } } }`, ', '))}`,
  ],
  [
    'mounts of volumes',
    (n) =>
      podWith(
        `{ name: a, image: a, volumeMounts: [${repeat(n, (i) => `{ name: a${i}, mountPath: /${i} }`, ', ')}] }`,
        `volumes: [${repeat(n, (i) => `{ name: a${i}, secret: { secretName: a${i} } }`, ', ')}]`,
      ),
  ],
  [
    'mounts of missing volumes',
    (n) =>
      podWith(
        `{ name: a, image: a, volumeMounts: [${repeat(n, (i) => `{ name: b${i}, mountPath: /${i} }`, ', ')}] }`,
        `volumes: [${repeat(n, (i) => `{ name: a${i}, emptyDir: {} }`, ', ')}]`,
      ),
  ],
  [
    'accounts that are missing beside others',
    (n) =>
      repeat(
        n,
        (i) =>
          `apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: account-${i}, namespace: shop }\n---\n${pod(i).replace(`namespace: n${i}`, 'namespace: shop').replace('serviceAccountName: a', `serviceAccountName: acount-${i}`)}---\n`,
      ),
  ],
  [
    'keys that a ConfigMap does not have',
    (n) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }\ndata: { ${repeat(n, (i) => `k${i}: a`, ', ')} }\n---\n${podWith(`{ name: a, image: a, env: [${repeat(n, (i) => `{ name: V${i}, valueFrom: { configMapKeyRef: { name: a, key: j${i} } } }`, ', ')}] }`)}`,
  ],
  [
    'files of a projected volume at one path',
    (n) =>
      podWith(
        '{ name: a, image: a }',
        `volumes: [{ name: v, projected: { sources: [${repeat(n, () => '{ configMap: { name: a, items: [{ key: a, path: a }] } }', ', ')}] } }]`,
      ),
  ],
  ['flow schemas of one name', (n) => repeat(n, () => `${flowSchema(0)}---\n`)],
  [
    'documents with suppressions',
    (n) => repeat(n, (i) => `# kubeadmit: ignore[field/unknown] reason ${i}\n${CONFIG_MAP}---\n`),
  ],
  [
    'flow schemas and priority levels',
    (n) => repeat(n, (i) => `${priorityLevel(i)}---\n${flowSchema(i)}---\n`),
  ],
]);
