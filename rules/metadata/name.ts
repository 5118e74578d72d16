import {
  nameProblem,
  requiredStart,
  suggestObjectName,
} from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { metadataTraits } from '../../src/server/kubernetes/kinds.ts';

export default defineRule({
  id: 'metadata/name',
  on: 'metadata',
  severity: 'error',
  summary: 'An object has a name that is valid for its kind.',
  details: `
Every object has a \`metadata.name\`, or a \`generateName\` from which the server generates one. The name of most kinds
is a DNS subdomain: up to 253 lowercase letters, digits, dashes and dots, with a letter or digit at the start, at
the end, and before and after each dot. Underscores and uppercase letters are the most common mistakes.

The name of a PodDisruptionBudget or an APIService must only be a segment of a URL path: not \`.\` or \`..\`, without
\`/\` and \`%\`. (The name of an APIService also consists of its version and group, that of a
CustomResourceDefinition of its plural and group; other rules check that.)

The server generates a random name for a LimitRange without both fields. So each \`kubectl create\` creates
another object, and \`kubectl apply\` refuses the manifest.

The name of a ClusterTrustBundle with a \`signerName\` starts with it, with colons instead of slashes: \`example.com:signer:v1\`
for the signer \`example.com/signer\`.

The server validates the metadata of a PodDisruptionBudget only if its spec is valid.
`,
  reference: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
  messages: {
    required: {
      text: 'metadata.name is required',
      help: 'add metadata.name, or metadata.generateName for a generated name',
      cause: 'FieldValueRequired',
      rows: ['meta-name-required', 'crd-name-required', 'as-name-required'],
      step: 'metadata',
      explains: ['policy/audit-annotations#unnamed', 'pod/name'],
    },
    unnamed: {
      text: 'the {kind} has no name, so kubectl apply refuses it, and each kubectl create creates another one',
      help: 'add metadata.name',
      severity: 'warning',
      rows: ['lr-name-absent'],
    },
    format: {
      text: "'{name}' is not a valid name of a {kind}: {problem}",
      help: 'use a name such as {suggestion}',
      cause: 'FieldValueInvalid',
      rows: [
        'meta-name-subdomain',
        'meta-name-length',
        'meta-name-path-segment',
        'meta-name-path-slash',
        'meta-name-path-percent',
        'meta-name-format',
        'meta-name-too-long',
        'crd-name-subdomain',
        'as-name-path-segment',
        'pdb-name-path-segment',
        'storage-version-name',
      ],
      step: 'name',
      explains: ['policy/audit-annotations#policyName', 'pod/name'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: Team_Quota
          #     ^^^^^^^^^^ expect: format
        spec:
          hard: { pods: "10" }
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: # expect: required
          namespace: shop
        spec:
          hard: { pods: "10" }
      `,
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: # expect: unnamed
          namespace: shop
        spec:
          limits:
            - type: Container
              default: { cpu: "1" }
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: shop/web # expect: format
        spec:
          minAvailable: 1
          selector: { matchLabels: { app: web } }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: team-a.quota
        spec:
          hard: { pods: "10" }
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: Web Servers
        spec:
          minAvailable: 1
          selector: { matchLabels: { app: web } }
      `,
    ],
  },
  check(resource, { report, server }) {
    const { kind, facts, apiVersion } = resource;
    const { nameFormat } = metadataTraits(facts, apiVersion);
    const metadata = resource.root.get('metadata');
    const field = metadata.get('name');
    const name = field.value ?? '';
    if (field.pruned || metadata.pruned) return;
    if (name === '') {
      const prefix = metadata.get('generateName');
      if ((prefix.value ?? '') !== '' || prefix.pruned) return;
      if (facts?.kind === 'LimitRange') report({ message: 'unnamed', at: field, values: { kind } });
      else report({ message: 'required', at: field });
      return;
    }
    const start = requiredStart(resource);
    const problem = nameProblem(nameFormat, name, server, start);
    if (problem !== undefined) {
      report({
        message: 'format',
        at: field,
        values: {
          kind,
          name,
          problem,
          suggestion: `${start}${suggestObjectName(nameFormat, name.slice(name.startsWith(start) ? start.length : 0), '-.')}`,
        },
      });
    }
  },
});
