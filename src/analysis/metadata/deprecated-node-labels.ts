/**
 * Labels of nodes that have newer names.
 *
 * Source: `betaToGALabel` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export const NEW_NODE_LABELS: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
  ['beta.kubernetes.io/os', 'kubernetes.io/os'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
]);

/** The labels above and the label of control planes, which the server does not rename. */
export const RENAMED_NODE_LABELS: ReadonlyMap<string, string> = new Map([
  ...NEW_NODE_LABELS,
  ['node-role.kubernetes.io/master', 'node-role.kubernetes.io/control-plane'],
]);

export const DEPRECATED_NODE_LABELS: ReadonlyMap<string, string> = new Map([
  ...[...RENAMED_NODE_LABELS].map(([label, name]) => [label, `use ${name}`] as const),
  ['app.kubernetes.io/created-by', 'remove it'],
  ['scheduler.alpha.kubernetes.io/preferAvoidPods', 'use taints and tolerations'],
]);
