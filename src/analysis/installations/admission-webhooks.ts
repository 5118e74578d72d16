import { onceForEach } from '../../base/once-for-each.ts';
import type { Field } from '../../rule/field.ts';
import type {
  Installation,
  InstalledObject,
  InstalledResource,
  RelatedPlace,
  TypedObject,
} from '../../rule/installation.ts';
import type { ValidatingWebhook } from '../../server/kubernetes/types.generated.ts';
import { WEBHOOK_KINDS } from '../admission/policy-kinds.ts';
import { type RequestFilter, requestFilters } from '../requests/request-filters.ts';
import { serviceOf } from './backends.ts';
import { type Workload, workloadsSelectedBy } from './workloads.ts';

/** The fields of a webhook, in the configuration, that decide which requests it blocks. */
const REQUEST_FIELDS = [
  'failurePolicy',
  'matchConditions',
  'namespaceSelector',
  'objectSelector',
  'rules',
];

/** A webhook that blocks the requests that it matches while its backend is not available. */
export interface BlockingWebhook {
  readonly object: InstalledObject;
  readonly resource: InstalledResource['resource'];
  readonly name: string;
  readonly field: Field<ValidatingWebhook>;
  readonly filter: RequestFilter;
  readonly service: TypedObject<'Service'>;
  /** The workloads that its Service selects. There is at least one. */
  readonly workloads: readonly Workload[];
}

/** The webhooks with `failurePolicy: Fail` whose Services and pods the installation has. */
export const blockingWebhooks = onceForEach(
  (installation: Installation): readonly BlockingWebhook[] =>
    installation
      .resources(...WEBHOOK_KINDS)
      .flatMap((referrer) => webhooksIn(referrer, installation)),
);

/** The place at which a webhook names its Service. */
export function servicePlace({ object, field }: BlockingWebhook): RelatedPlace {
  const at = field.get('clientConfig').get('service');
  return { object, at, side: 'key', message: 'the webhook is served by this Service' };
}

function webhooksIn(
  referrer: InstalledResource<'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration'>,
  installation: Installation,
): readonly BlockingWebhook[] {
  const { object, resource } = referrer;
  const filters = requestFilters(resource);
  return resource.root.itemsOf('webhooks').flatMap((field, index) => {
    const filter = filters[index];
    const { name = '', namespace = '' } = field.get('clientConfig').get('service').value ?? {};
    if (filter === undefined || field.get('failurePolicy').value !== 'Fail') return [];
    if (REQUEST_FIELDS.some((one) => object.mayChange(`webhooks[${index}].${one}`))) return [];
    const service = serviceOf({ name, namespace, referrer }, installation);
    if (service === undefined) return [];
    const workloads = workloadsSelectedBy(service, installation);
    const webhook = { object, resource, name: field.get('name').value ?? '', field, filter };
    return workloads.length === 0 ? [] : [{ ...webhook, service, workloads }];
  });
}
