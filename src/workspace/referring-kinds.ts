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

/** Whether objects of a kind refer to others, or decide about them. */
export function refersToOthers(kind: string): boolean {
  return REFERRING_KINDS.has(kind);
}
