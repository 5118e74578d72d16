/** Labels of nodes that have been replaced, with what to do instead. */
export const DEPRECATED_NODE_LABELS: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'use kubernetes.io/arch'],
  ['beta.kubernetes.io/os', 'use kubernetes.io/os'],
  ['failure-domain.beta.kubernetes.io/region', 'use topology.kubernetes.io/region'],
  ['failure-domain.beta.kubernetes.io/zone', 'use topology.kubernetes.io/zone'],
  ['beta.kubernetes.io/instance-type', 'use node.kubernetes.io/instance-type'],
  ['app.kubernetes.io/created-by', 'remove it'],
  ['scheduler.alpha.kubernetes.io/preferAvoidPods', 'use taints and tolerations'],
  ['node-role.kubernetes.io/master', 'use node-role.kubernetes.io/control-plane'],
]);
