import type { WebhookClientConfig } from '../../kubernetes/types.generated.ts';
import type { Field } from '../../rule/field.ts';

/**
 * Whether a webhook is one that controller-gen writes for kustomize to finish: it calls the service
 * `webhook-service` in the namespace `system`, and what is applied in the end has the real names,
 * and often a caBundle and selectors that are not in this file.
 */
export function isScaffolded(client: Field<WebhookClientConfig | undefined>): boolean {
  const service = client.get('service');
  return (
    service.get('name').value === 'webhook-service' && service.get('namespace').value === 'system'
  );
}
