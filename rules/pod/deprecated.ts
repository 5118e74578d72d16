import {
  DEPRECATED_NODE_LABELS,
  RENAMED_NODE_LABELS,
} from '../../src/analysis/metadata/deprecated-node-labels.ts';
import { nodeSelectorsOf } from '../../src/analysis/pods/node-selectors.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { volumesOfWarnings } from '../../src/analysis/pods/volumes.ts';
import { REMOVED_SOURCES } from '../../src/analysis/volumes/removed-sources.ts';
import { indexBy } from '../../src/base/index-by.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** Annotations that have no effect, with what to do instead. */
const ANNOTATIONS: ReadonlyMap<string, string> = new Map([
  ['scheduler.alpha.kubernetes.io/critical-pod', 'use priorityClassName'],
  ['security.alpha.kubernetes.io/sysctls', 'use securityContext.sysctls'],
  ['security.alpha.kubernetes.io/unsafe-sysctls', 'use securityContext.sysctls'],
]);

/** A label that OpenShift sets as well as the new one. */
const MASTER = 'node-role.kubernetes.io/master';

export default defineRule({
  id: 'pod/deprecated',
  on: 'object',
  kinds: [...POD_KINDS, 'PersistentVolume', 'RuntimeClass'],
  severity: 'warning',
  summary: 'A pod uses no volumes, labels of nodes and annotations that have been replaced.',
  details: `
Volumes of these types do not work any more: \`gitRepo\`, \`flocker\`, \`glusterfs\`, \`cephfs\`, \`rbd\`, \`quobyte\`, \`scaleIO\`,
\`storageos\` and \`photonPersistentDisk\`. Use a PersistentVolumeClaim with a CSI driver, and an init container for a Git repository.

Labels of nodes have been replaced as well, such as \`beta.kubernetes.io/os\` by \`kubernetes.io/os\`: new nodes may not have the old
ones, so that no pod is scheduled. It is an info if another term of the same list selects nodes with the new label, if another
expression excludes nodes with the new label, and for parts of OpenShift that use \`node-role.kubernetes.io/master\`. Annotations of alpha
features have become fields.
`,
  reference: 'https://kubernetes.io/docs/reference/labels-annotations-taints/',
  messages: {
    label: {
      text: "the label '{label}' of nodes is deprecated",
      help: '{instead}',
      cause: 'Warning',
      rows: ['pod-deprecated-label'],
    },
    eitherLabel: {
      text: "the label '{label}' of nodes is deprecated; another expression has the new one",
      help: '{instead}',
      severity: 'info',
      cause: 'Warning',
      rows: ['pod-deprecated-label'],
    },
    labelOfOpenShift: {
      text: "the label '{label}' of nodes is deprecated, but OpenShift still sets it",
      help: '{instead}',
      severity: 'info',
      cause: 'Warning',
      rows: ['pod-deprecated-label'],
    },
    volume: {
      text: 'volumes of type {source} do not work {since}',
      help: 'use a PersistentVolumeClaim, or an init container that writes to an emptyDir',
      cause: 'Warning',
      rows: ['pod-deprecated-volume'],
    },
    annotation: {
      text: 'the annotation {annotation} has no effect',
      help: '{instead}',
      cause: 'Warning',
      rows: ['pod-deprecated-annotation'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata:
          name: shop
          annotations:
            scheduler.alpha.kubernetes.io/critical-pod: ""
          # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: annotation
        spec:
          nodeSelector:
            beta.kubernetes.io/os: linux
          # ^^^^^^^^^^^^^^^^^^^^^ expect: label
          containers: [{ name: web, image: nginx }]
          volumes:
            - name: source
              gitRepo: { repository: "https://example.com/shop.git" }
            # ^^^^^^^ expect: volume
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          affinity:
            nodeAffinity:
              preferredDuringSchedulingIgnoredDuringExecution:
                - weight: 1
                  preference:
                    matchExpressions:
                      - key: node-role.kubernetes.io/master
                        #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: eitherLabel
                        operator: Exists
                - weight: 1
                  preference:
                    matchExpressions: [{ key: node-role.kubernetes.io/control-plane, operator: Exists }]
                - weight: 2
                  preference: { matchExpressions: [{ key: kubernetes.io/os, operator: DoesNotExist }] }
                - weight: 2
                  preference:
                    matchExpressions:
                      - { key: beta.kubernetes.io/os, operator: DoesNotExist }
                      #        ^^^^^^^^^^^^^^^^^^^^^ expect: eitherLabel
                      - { key: beta.kubernetes.io/arch, operator: Exists }
                      #        ^^^^^^^^^^^^^^^^^^^^^^^ expect: label
                      - { key: kubernetes.io/arch, operator: DoesNotExist }
          containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop, namespace: openshift-shop }
        spec:
          nodeSelector:
            node-role.kubernetes.io/master: ""
          # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: labelOfOpenShift
          containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions: [{ key: beta.kubernetes.io/os, operator: Exists }]
                    #                         ^^^^^^^^^^^^^^^^^^^^^ expect: label
                  - matchExpressions: [{ key: kubernetes.io/os, operator: DoesNotExist }]
              preferredDuringSchedulingIgnoredDuringExecution:
                - weight: 1
                  preference:
                    matchExpressions:
                      - { key: kubernetes.io/os, operator: Exists }
                      - { key: topology.kubernetes.io/zone, operator: Exists }
          topologySpreadConstraints:
            - maxSkew: 1
              whenUnsatisfiable: DoNotSchedule
              topologyKey: failure-domain.beta.kubernetes.io/zone
              #            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: label
              labelSelector: { matchLabels: { app: shop } }
          containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          priorityClassName: system-cluster-critical
          nodeSelector: { kubernetes.io/os: linux }
          containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report, server }) {
    const { labels, required, preferred } = nodeSelectorsOf(resource, server);
    const lists = [
      ...required.map((selector) => selector.itemsOf('nodeSelectorTerms')),
      preferred.map((term) => term.get('preference')),
    ];
    const hasPod = isOfKind(resource, ...POD_KINDS);
    const pod = hasPod ? podOf(resource) : undefined;
    for (const { key, field } of labels?.entries() ?? []) {
      const instead = DEPRECATED_NODE_LABELS.get(key);
      if (instead === undefined) continue;
      // The server names only the map for a RuntimeClass.
      const path = pod === undefined ? { path: labels?.path ?? '' } : {};
      report({
        message: key === MASTER && isOfOpenShift(resource) ? 'labelOfOpenShift' : 'label',
        at: field,
        side: 'key',
        values: { label: key, instead },
        ...path,
      });
    }
    for (const terms of lists) {
      const expressions = terms.flatMap((term) =>
        term
          .itemsOf('matchExpressions')
          .map((expression) => ({ term, key: expression.get('key'), value: expression.value })),
      );
      const excluded = new Set(
        expressions
          .filter(({ value }) => isExcluding(value?.operator))
          .map(({ key }) => withDefault(key.value)),
      );
      const selecting = expressions.filter(({ value }) => isSelecting(value?.operator));
      const byLabel = indexBy(selecting, ({ key }) => [withDefault(key.value)]);
      for (const { term, key, value } of expressions) {
        const renamed = RENAMED_NODE_LABELS.get(key.value ?? '');
        const others = renamed === undefined ? [] : (byLabel.get(renamed) ?? []);
        const isEither =
          others.some((other) => other.term !== term) ||
          (renamed !== undefined && isExcluding(value?.operator) && excluded.has(renamed));
        reportLabel(key, isEither ? 'eitherLabel' : 'label');
      }
    }
    for (const constraint of pod?.spec.itemsOf('topologySpreadConstraints') ?? []) {
      reportLabel(constraint.get('topologyKey'), 'label');
    }
    for (const { volume, path: pathOfVolume } of hasPod ? volumesOfWarnings(resource) : []) {
      for (const [name, since, reported] of REMOVED_SOURCES) {
        const source = volume.get(name);
        if (source.value === undefined) continue;
        const path = `${pathOfVolume}.${reported}`;
        const values = { source: name, since };
        report({ message: 'volume', at: source, side: 'key', path, values });
      }
    }
    for (const { key, field } of pod?.metadata.get('annotations').entries() ?? []) {
      const instead = ANNOTATIONS.get(key);
      if (instead === undefined) continue;
      const values = { annotation: key, instead };
      report({ message: 'annotation', at: field, side: 'key', values });
    }

    function reportLabel(key: Field<string | undefined>, message: 'label' | 'eitherLabel'): void {
      const { value: label = '' } = key;
      const instead = DEPRECATED_NODE_LABELS.get(label);
      if (instead !== undefined) report({ message, at: key, values: { label, instead } });
    }
  },
});

/** Reports whether an object is a part of OpenShift, as its namespace and its annotations show. */
function isOfOpenShift({ root }: Resource): boolean {
  const { namespace, annotations } = root.get('metadata').value ?? {};
  const keys = Object.keys(annotations ?? {});
  return (
    namespace?.startsWith('openshift-') === true ||
    keys.some((key) => key.startsWith('include.release.openshift.io/'))
  );
}

/** A label, or the default of a variable in its place: `${LABEL:=node-role.kubernetes.io/control-plane}`. */
function withDefault(label: string | undefined): string | undefined {
  return label?.replace(/^\$\{\w+:?[=-]([^{}]+)\}$/, '$1');
}

/** Reports whether an expression with an operator selects only nodes that have its label. */
function isSelecting(operator: string | undefined): boolean {
  return operator === 'In' || operator === 'Exists';
}

/** Reports whether an expression with an operator selects nodes that lack its label. */
function isExcluding(operator: string | undefined): boolean {
  return operator === 'NotIn' || operator === 'DoesNotExist';
}
