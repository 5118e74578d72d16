/** The kinds whose objects refer to others, or decide about them. */
const REFERRING_KINDS: ReadonlySet<string> = new Set([
  'APIService',
  'CustomResourceDefinition',
  'FlowSchema',
  'LimitRange',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'MutatingWebhookConfiguration',
  'NetworkPolicy',
  'PodDisruptionBudget',
  'ResourceQuota',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
]);

/** Reports whether objects of a kind refer to other objects, or decide about them. */
export function refersToOthers(kind: string): boolean {
  return REFERRING_KINDS.has(kind);
}

/** The kinds that the server looks up when it creates a Pod that names one. */
const NEEDED_BY_PODS: ReadonlySet<string> = new Set([
  'PriorityClass',
  'RuntimeClass',
  'ServiceAccount',
]);

/** Reports whether the server refuses Pods that name an object of a kind before it exists. */
export function isNeededByPods(kind: string): boolean {
  return NEEDED_BY_PODS.has(kind);
}
