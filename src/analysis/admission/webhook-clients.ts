import type { KindName } from '../../kubernetes/kinds.ts';
import type { WebhookClientConfig } from '../../kubernetes/types.generated.ts';
import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';

/** The kinds that tell the API server how to call a webhook. */
export const KINDS_WITH_WEBHOOK_CLIENTS = [
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'CustomResourceDefinition',
] as const satisfies readonly KindName[];

type KindWithWebhookClients = (typeof KINDS_WITH_WEBHOOK_CLIENTS)[number];

/**
 * The client configurations that the server validates: that of each admission webhook, and that of a
 * CRD's conversion when its strategy is Webhook (with another strategy it only says that none
 * should be there).
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
  if (isOfKind(resource, 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration')) {
    return resource.root
      .get('webhooks')
      .items()
      .map((webhook) => webhook.get('clientConfig'));
  }
  return [];
}

/** The clients that name exactly one of `url` and `service`; the server looks at no others' details. */
export function settledWebhookClients(
  resource: Resource<KindWithWebhookClients>,
): readonly Field<WebhookClientConfig | undefined>[] {
  return webhookClients(resource).filter(
    (client) => client.get('url').absent !== client.get('service').absent,
  );
}
