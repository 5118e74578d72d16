import { nameProblem, suggestName } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'metadata/name',
  kinds: 'all',
  severity: 'error',
  summary: 'An object has a name that its kind allows.',
  details: `
Every object has a \`metadata.name\`, or a \`generateName\` from which the server makes one. Most kinds are
named like DNS subdomains: up to 253 lower-case letters, digits, dashes and dots, with a letter or digit at both
ends and beside each dot. Underscores and upper case are what usually goes wrong.

The names of PodDisruptionBudgets and APIServices only have to fit into a URL: not \`.\` or \`..\`, no
slash and no percent sign. (An APIService has to be called after its version and group besides, a
CustomResourceDefinition after its plural and group; other rules look at that.)

To a LimitRange without either, the server gives a random name. Every \`kubectl create\` makes one more, and
\`kubectl apply\` refuses the file.

Of a PodDisruptionBudget the server looks at metadata only when it has found nothing wrong with the spec.
`,
  reference: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
  messages: {
    required: {
      text: 'the object has no name',
      help: 'add metadata.name, or metadata.generateName for a name that the server makes up',
      cause: 'FieldValueRequired',
      rows: ['meta-name-required', 'crd-name-required', 'as-name-required'],
      onlyIfOtherwiseValid: ['PodDisruptionBudget'],
    },
    unnamed: {
      text: 'the {kind} has no name; the server makes one up, another one each time',
      help: 'add metadata.name; kubectl apply refuses a manifest without it',
      severity: 'warning',
      rows: ['lr-name-absent'],
    },
    format: {
      text: "no {kind} can be named '{name}': {problem}",
      help: 'write a name such as {suggestion}',
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
      ],
      onlyIfOtherwiseValid: ['PodDisruptionBudget'],
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
  check(resource, { report }) {
    const { kind } = resource;
    const metadata = resource.root.get('metadata');
    const field = metadata.get('name');
    const name = field.value ?? '';
    if (field.pruned || metadata.pruned) return;
    if (name === '') {
      const prefix = metadata.get('generateName');
      if ((prefix.value ?? '') !== '' || prefix.pruned) return;
      if (kind === 'LimitRange') report('unnamed', field, { kind });
      else report('required', field);
      return;
    }
    const problem = nameProblem(kind, name);
    if (problem !== undefined) {
      report('format', field, { kind, name, problem, suggestion: suggestName(name, '-.') });
    }
  },
});
