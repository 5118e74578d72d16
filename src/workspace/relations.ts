import type { InstallationFacts } from './installations.ts';

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

/** Whether some rule may have something to say about the objects of an installation together. */
export function hasRelations({ objects }: InstallationFacts): boolean {
  if (objects.length < 2) return false;
  const identities = new Set<string>();
  for (const { facts } of objects) {
    const { group, kind, namespace, name } = facts;
    if (REFERRING_KINDS.has(kind)) return true;
    const identity = `${group}\n${kind}\n${namespace ?? ''}\n${name}`;
    // A Namespace after the objects in it, or an object given twice.
    if (kind === 'Namespace' ? identities.size > 0 : identities.has(identity)) return true;
    identities.add(identity);
  }
  return false;
}
