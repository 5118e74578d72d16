import { headLocation, locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'kind/head',
  severity: 'error',
  summary: 'An object says with apiVersion and kind what it is.',
  details: `
The API server finds out from \`apiVersion\` and \`kind\` what an object is, before it looks at anything
else. Both must be there, as texts; an apiVersion is a version (\`v1\`, of the core group) or a group, a slash and
a version (\`policy/v1\`). The items of a List need both as well.

A document counts as meant for Kubernetes when it has two of apiVersion, kind and metadata.
`,
  reference: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/#required-fields',
  messages: {
    missing: {
      text: 'the object has no {field}',
      help: 'add {field}; without it nothing can be done with the object',
      cause: 'Undecodable',
      rows: [
        'dec-kind-missing',
        'dec-api-version-missing',
        'yaml-list-member-kind',
        'yaml-empty-map-document',
      ],
    },
    notText: {
      text: '{field} is no text',
      help: 'write it as a text, such as apiVersion: v1',
      cause: 'Undecodable',
      rows: ['dec-head-type'],
    },
    slashes: {
      text: "'{apiVersion}' is no apiVersion",
      help: 'write a version, or a group, one slash and a version, such as policy/v1',
      cause: 'Undecodable',
      rows: ['dec-api-version-slashes'],
    },
    notAnObject: {
      text: 'this item of the List is no object',
      cause: 'Undecodable',
    },
    items: {
      text: 'the items of the List are no list',
      help: 'write one line with a dash for each item',
      cause: 'Undecodable',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
      # ^^^^^^^^^^ expect: missing
        metadata: { name: compute }
        spec: { hard: { pods: "10" } }
      `,
      yaml`
        apiVersion: 1
        #           ^ expect: notText
        kind: ResourceQuota
        metadata: { name: compute }
      `,
      yaml`
        apiVersion: k8s.io/policy/v1
        #           ^^^^^^^^^^^^^^^^ expect: slashes
        kind: PodDisruptionBudgets
        metadata: { name: web }
      `,
      yaml`
        apiVersion: v1
        kind: List
        items:
          - compute
          # ^^^^^^^ expect: notAnObject
      `,
      yaml`
        apiVersion: v1
        kind: List
        items: # expect: items
          compute: {}
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec: { hard: { pods: "10" } }
      `,
    ],
  },
  checkObject({ head, origin }, { report }) {
    if (head.kind !== 'bad') return;
    const { problem, apiVersion = '' } = head;
    const location = (name: string) => locationAt(origin, [...origin.path, name], null);
    switch (problem.kind) {
      case 'missing':
        report('missing', location(problem.field), { field: problem.field });
        break;
      case 'not-a-string':
        report('notText', location(problem.field), { field: problem.field });
        break;
      case 'slashes':
        report('slashes', location('apiVersion'), { apiVersion });
        break;
      case 'items':
        report('items', location('items'));
        break;
      case 'not-an-object':
        report('notAnObject', headLocation(origin, null));
        break;
    }
  },
});
