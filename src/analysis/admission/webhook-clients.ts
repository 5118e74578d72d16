import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import type { WebhookClientConfig } from '../../server/kubernetes/types.generated.ts';
import { WEBHOOK_KINDS } from './policy-kinds.ts';

/** The kinds with the `clientConfig` of a webhook. */
export const KINDS_WITH_WEBHOOK_CLIENTS = [
  ...WEBHOOK_KINDS,
  'CustomResourceDefinition',
] as const satisfies readonly KindName[];

type KindWithWebhookClients = (typeof KINDS_WITH_WEBHOOK_CLIENTS)[number];

/**
 * The client configurations that the server validates: that of each admission webhook, and that of the conversion of a
 * CRD if its strategy is Webhook. (With another strategy, `conversion.webhook` is forbidden.)
 */
export function webhookClients(
  resource: Resource<KindWithWebhookClients>,
): readonly Field<WebhookClientConfig | undefined>[] {
  if (isOfKind(resource, 'CustomResourceDefinition')) {
    const conversion = resource.root.get('spec').get('conversion');
    const client = conversion.get('webhook').get('clientConfig');
    return conversion.get('strategy').value === 'Webhook' && client.value !== undefined
      ? [client]
      : [];
  }
  if (isOfKind(resource, ...WEBHOOK_KINDS)) {
    return resource.root.itemsOf('webhooks').map((webhook) => webhook.get('clientConfig'));
  }
  return [];
}

/** The client configurations with exactly one of `url` and `service`; the server validates no others further. */
export function unambiguousWebhookClients(
  resource: Resource<KindWithWebhookClients>,
): readonly Field<WebhookClientConfig | undefined>[] {
  return webhookClients(resource).filter(
    (client) => client.get('url').absent !== client.get('service').absent,
  );
}
