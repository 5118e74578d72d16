import { nearestName } from '../../src/result/suggestion.ts';
import { safeFix } from '../../src/rule/fix.ts';
import { headLocation, locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { valueAt } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'kind/head',
  on: 'head',
  severity: 'error',
  summary: 'An object has a valid apiVersion and kind.',
  details: `
The API server determines the type of an object from its \`apiVersion\` and \`kind\`, before it reads anything else. Both are
required and must be strings. An apiVersion is a version of the core group (\`v1\`), or a group, a slash and a
version (\`policy/v1\`). The items of a List need both fields too.

kubeadmit treats a document as a Kubernetes object if it has two of \`apiVersion\`, \`kind\` and \`metadata\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/#required-fields',
  messages: {
    missing: {
      text: '{field} is required',
      help: 'add {field}; the API server cannot determine the type of the object without it',
      cause: 'Undecodable',
      rows: [
        'dec-kind-missing',
        'dec-api-version-missing',
        'yaml-list-member-kind',
        'yaml-empty-map-document',
      ],
    },
    misspelled: {
      text: "{field} is required; '{written}' may be a misspelling of it",
      help: 'rename {written} to {field}',
      cause: 'Undecodable',
      rows: ['dec-api-version-missing'],
    },
    type: {
      text: '{field} must be a string',
      help: 'use a string, such as apiVersion: v1',
      cause: 'Undecodable',
      rows: ['dec-head-type'],
    },
    slashes: {
      text: "'{apiVersion}' is not a valid apiVersion",
      help: 'use a version, or a group, one slash and a version, such as policy/v1',
      cause: 'Undecodable',
      rows: ['dec-api-version-slashes'],
    },
    notAnObject: {
      text: 'the item of the List is not an object',
      help: 'replace it with an object that has apiVersion and kind',
      cause: 'Undecodable',
    },
    items: {
      text: 'the items of the List must be a list',
      help: 'write each item after a dash',
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
        apiVerison: v1
      # ^^^^^^^^^^ expect: misspelled
        kind: ResourceQuota
        metadata: { name: compute }
      `,
      yaml`
        apiVersions: [v1]
        kind: ResourceQuota
        #     ^^^^^^^^^^^^^ expect: missing
        metadata: { name: compute }
      `,
      yaml`
        apiVersion: 1
        #           ^ expect: type
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
    fixed: [
      {
        before: yaml`
          apiVerison: v1 # the core group
          kind: ResourceQuota
          metadata: { name: compute }
        `,
        after: yaml`
          apiVersion: v1 # the core group
          kind: ResourceQuota
          metadata: { name: compute }
        `,
      },
    ],
  },
  check({ head, origin }, { report }) {
    if (head.kind !== 'bad') return;
    const { problem, apiVersion = '' } = head;
    const location = (name: string) => locationAt(origin, [...origin.path, name], null);
    switch (problem.kind) {
      case 'missing':
        reportMissing(problem.field);
        break;
      case 'not-a-string':
        report({ message: 'type', at: location(problem.field), values: { field: problem.field } });
        break;
      case 'slashes':
        report({ message: 'slashes', at: location('apiVersion'), values: { apiVersion } });
        break;
      case 'items':
        report({ message: 'items', at: location('items') });
        break;
      case 'not-an-object':
        report({ message: 'notAnObject', at: headLocation(origin, null) });
        break;
    }

    function reportMissing(field: string): void {
      const { document, path } = origin;
      const texts = (document.keys(path) ?? []).filter(
        (key) => typeof valueAt(document.value, [...path, key]) === 'string',
      );
      const written = nearestName(field, texts);
      if (written === undefined) {
        report({ message: 'missing', at: location(field), values: { field } });
        return;
      }
      const misspelled = [...path, written];
      const fix = safeFix(origin, {
        title: `rename ${written} to ${field}`,
        edits: [{ kind: 'rename-key', path: misspelled, key: field }],
      });
      const at = locationAt(origin, misspelled, null, 'key');
      report({ message: 'misspelled', at, values: { field, written }, fix });
    }
  },
});
