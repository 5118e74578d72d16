import { replacementFix } from '../../src/analysis/fields/value-fixes.ts';
import { hasSelectorError } from '../../src/analysis/metadata/selector-errors.ts';
import { podTemplateIn } from '../../src/analysis/pods/pod-specs.ts';
import { hasUnreadableSelector, workloadSelector } from '../../src/analysis/workloads/selectors.ts';
import type { Fix } from '../../src/result/fix.ts';
import type { Field } from '../../src/rule/field.ts';
import { safeFix } from '../../src/rule/fix.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { selectorMatches } from '../../src/server/kubernetes/label-selector.ts';
import type { LabelSelector } from '../../src/server/kubernetes/types.generated.ts';

const KINDS = [
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'StatefulSet',
  'DaemonSet',
] as const;

export default defineRule({
  id: 'workload/selector',
  on: 'object',
  kinds: KINDS,
  severity: 'error',
  summary: 'The selector of a workload selects the pods of its template.',
  details: `
A workload finds its pods by their labels: \`spec.selector\` must select what \`spec.template.metadata.labels\` says, and is not
empty. A ReplicationController without a selector selects the labels of its template; all others need one.

The selector of an existing workload cannot be changed, so use labels that stay, such as \`app.kubernetes.io/name\`, and no
versions.

If a label or operator of the selector is invalid, the server does not validate the template of a Deployment, ReplicaSet or
StatefulSet.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#selector',
  messages: {
    required: {
      text: 'the {kind} has no selector',
      help: 'add a selector with matchLabels that are labels of the template',
      cause: 'FieldValueRequired',
      explains: ['workload/selector#labels'],
      rows: ['workload-selector-required'],
    },
    absent: {
      text: 'the {kind} has no selector',
      help: 'add a selector with matchLabels that are labels of the template',
      cause: 'FieldValueInvalid',
      dependsOn: ['spec.selector'],
      isOfRequired: true,
      rows: ['workload-selector-absent'],
    },
    empty: {
      text: 'an empty selector would select all pods',
      help: 'add matchLabels that are labels of the template',
      cause: 'FieldValueInvalid',
      rows: ['workload-selector-empty'],
    },
    invalid: {
      text: 'the server cannot use the selector, because a label or an operator of it is invalid',
      cause: 'FieldValueInvalid',
      rows: ['workload-selector-invalid'],
    },
    labels: {
      text: 'the selector does not select the labels of the template',
      help: 'use the same labels in spec.selector and spec.template.metadata.labels',
      cause: 'FieldValueInvalid',
      dependsOn: ['spec.selector'],
      rows: ['workload-selector-labels'],
    },
    mismatch: {
      text: 'the selector requires {required}, but the template has {found}',
      help: 'use the same labels in spec.selector and spec.template.metadata.labels',
      cause: 'FieldValueInvalid',
      dependsOn: ['spec.selector'],
      rows: ['workload-selector-labels'],
    },
    template: {
      text: 'the {kind} has no template for its pods',
      help: 'add spec.template',
      cause: 'FieldValueRequired',
      rows: ['workload-selector-template'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          selector: { matchLabels: { app: shop } }
          template:
            metadata:
              labels: { app: web }
              #       ^^^^^^^^^^^^ expect: mismatch
            spec:
              containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: { name: agent }
        spec:
          selector: {}
          #         ^^ expect: empty
          template:
            metadata: { labels: { app: agent } }
            spec:
              containers: [{ name: agent, image: agent }]
      `,
      yaml`
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: { name: agent }
        spec: # expect: absent
          template:
            metadata: { labels: { app: agent } }
            spec:
              containers: [{ name: agent, image: agent }]
      `,
      yaml`
        apiVersion: apps/v1
        kind: ReplicaSet
        metadata: { name: shop }
        spec: # expect: required
          template:
            metadata:
              labels: { app: shop }
              #       ^^^^^^^^^^^^^ expect: labels
            spec:
              containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          selector: { matchLabels: { app: the shop } }
          #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: invalid
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: v1
        kind: ReplicationController
        metadata: { name: shop }
        spec: # expect: template
          selector: { app: shop }
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop, tier: front } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: apps/v1
          kind: Deployment
          metadata: { name: shop }
          spec:
            selector:
              matchLabels:
                app: shop # of the team
                tier: front
            template:
              metadata: { labels: { app: web, tier: front } }
              spec:
                containers: [{ name: web, image: nginx }]
        `,
        after: yaml`
          apiVersion: apps/v1
          kind: Deployment
          metadata: { name: shop }
          spec:
            selector:
              matchLabels:
                app: web # of the team
                tier: front
            template:
              metadata: { labels: { app: web, tier: front } }
              spec:
                containers: [{ name: web, image: nginx }]
        `,
      },
      {
        before: yaml`
          apiVersion: apps/v1
          kind: Deployment
          metadata: { name: shop }
          spec:
            selector: { matchLabels: { app: web } }
            template:
              metadata: { labels: { app.kubernetes.io/name: web } }
              spec:
                containers: [{ name: web, image: nginx }]
        `,
        after: yaml`
          apiVersion: apps/v1
          kind: Deployment
          metadata: { name: shop }
          spec:
            selector: { matchLabels: { app.kubernetes.io/name: web } }
            template:
              metadata: { labels: { app.kubernetes.io/name: web } }
              spec:
                containers: [{ name: web, image: nginx }]
        `,
      },
    ],
  },
  check(resource, { report }) {
    const { kind } = resource;
    const template = podTemplateIn(kind, resource.root);
    const labelsField = template.get('metadata').get('labels');
    const labels = new Map(Object.entries(labelsField.value ?? {}));
    if (isOfKind(resource, 'ReplicationController')) {
      checkController(resource);
      return;
    }
    const selector = workloadSelector(resource);
    if (selector === undefined || selector.pruned) return;
    const { value } = selector;
    if (value === undefined) {
      if (kind === 'DaemonSet') {
        report({ message: 'absent', at: selector, path: labelsPath(), values: { kind } });
      } else {
        report({ message: 'required', at: selector, values: { kind } });
        report({ message: 'labels', at: labelsField, path: labelsPath() });
      }
      return;
    }
    if (Object.keys(value.matchLabels ?? {}).length === 0 && !value.matchExpressions?.length) {
      report({ message: 'empty', at: selector });
    } else if (hasSelectorError(selector)) {
      const dependsOn = [selector.path];
      if (hasUnreadableSelector(resource)) report({ message: 'invalid', at: selector, dependsOn });
    } else if (!selectorMatches(value, labels)) {
      reportMismatch(selector.get('matchLabels'), [selector.path, labelsPath()]);
    }

    /** @param map the labels of the selector, which can have expressions too */
    function reportMismatch(map: LabelsField, dependsOn: readonly string[]): void {
      const path = labelsPath();
      const wrong = map.entries().filter(({ key, field }) => labels.get(key) !== field.value);
      const fix = labelFix(map, wrong, labels);
      if (wrong.length === 0) report({ message: 'labels', at: labelsField, path, dependsOn, fix });
      else {
        const required = wrong.map(({ key, field }) => `${key}: ${field.value}`).join(', ');
        const found = wrong.map(({ key }) => foundLabel(key, labels)).join(', ');
        const values = { required, found };
        const related = [{ span: map.location('key').span, message: 'the selector' }];
        report({ message: 'mismatch', at: labelsField, path, dependsOn, values, related, fix });
      }
    }

    function labelsPath(): string {
      return `${template.path}.metadata.labels`;
    }

    function checkController({ root }: Resource<'ReplicationController'>): void {
      const map = root.get('spec').get('selector');
      const pairs = Object.entries(map.value ?? {});
      if (pairs.length === 0 && !map.pruned) {
        report({ message: 'required', at: map, values: { kind } });
      }
      if (template.absent) {
        report({ message: 'template', at: template, values: { kind } });
      } else if (pairs.some(([key, value]) => labels.get(key) !== value)) {
        reportMismatch(map, []);
      }
    }
  },
});

/** A map of labels. */
type LabelsField = Field<LabelSelector['matchLabels']>;

function foundLabel(key: string, labels: ReadonlyMap<string, string>): string {
  const value = labels.get(key);
  return value === undefined ? `no label ${key}` : `${key}: ${value}`;
}

interface LabelPair {
  readonly key: string;
  readonly field: Field<string>;
}

/** Gives the selector the value that a label of the template has, if no other label differs. */
function labelFix(
  matchLabels: LabelsField,
  [pair, ...others]: readonly LabelPair[],
  labels: ReadonlyMap<string, string>,
): Fix | undefined {
  if (pair === undefined || others.length > 0) return undefined;
  const value = labels.get(pair.key);
  if (value !== undefined) return replacementFix(pair.field, value);
  const used = new Set(matchLabels.entries().map(({ key }) => key));
  return renamedLabel(pair, new Map([...labels].filter(([key]) => !used.has(key))));
}

/** Gives the selector the only key that has its value in the template. */
function renamedLabel(
  { key, field }: LabelPair,
  labels: ReadonlyMap<string, string>,
): Fix | undefined {
  const [other, ...more] = [...labels].filter(([, value]) => value === field.value);
  if (other === undefined || more.length > 0) return undefined;
  const edit = { kind: 'rename-key', path: field.documentPath, key: other[0] } as const;
  return safeFix(field.origin, { title: `rename ${key} to ${other[0]}`, edits: [edit] });
}
