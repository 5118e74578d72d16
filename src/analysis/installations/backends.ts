import { indexBy } from '../../base/index-by.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import type { Field } from '../../rule/field.ts';
import type {
  Installation,
  InstalledResource,
  RelatedPlace,
  TypedObject,
} from '../../rule/installation.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import type { ServiceReference } from '../../server/kubernetes/types.generated.ts';
import { KINDS_WITH_WEBHOOK_CLIENTS, webhookClients } from '../admission/webhook-clients.ts';
import { NamespaceIndex } from './namespace-index.ts';

/** The kinds whose objects make the API server send requests to a Service. */
const KINDS_WITH_BACKENDS = [
  ...KINDS_WITH_WEBHOOK_CLIENTS,
  'APIService',
] as const satisfies readonly KindName[];

/** A Service that the API server sends requests to. */
export interface Backend {
  readonly referrer: InstalledResource<(typeof KINDS_WITH_BACKENDS)[number]>;
  readonly service: Field<ServiceReference | undefined>;
  /** The other fields of the object that name the same port of the Service, such as those of its other webhooks. */
  readonly repeated: readonly Field[];
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** The Services that the objects of an installation make the API server send requests to, each once for an object. */
export const backendsOf = onceForEach((installation: Installation): readonly Backend[] =>
  installation.resources(...KINDS_WITH_BACKENDS).flatMap((referrer) => {
    const ofObject = new Map<string, Backend & { readonly repeated: Field[] }>();
    for (const service of servicesIn(referrer.resource)) {
      const { namespace = '', name = '', port = DEFAULT_PORT } = service.value ?? {};
      if (namespace === '' || name === '') continue;
      const key = `${namespace} ${name} ${port}`;
      const known = ofObject.get(key);
      if (known !== undefined) known.repeated.push(service);
      else ofObject.set(key, { referrer, service, repeated: [], namespace, name, port });
    }
    return [...ofObject.values()];
  }),
);

/** The default port of the server. */
const DEFAULT_PORT = 443;

function servicesIn(
  resource: Resource<(typeof KINDS_WITH_BACKENDS)[number]>,
): readonly Field<ServiceReference | undefined>[] {
  if (isOfKind(resource, 'APIService')) return [resource.root.get('spec').get('service')];
  return isOfKind(resource, ...KINDS_WITH_WEBHOOK_CLIENTS)
    ? webhookClients(resource).map((client) => client.get('service'))
    : [];
}

/** The further places where an object names a backend, for a finding at the first. */
export function repetitionsOf({ referrer, repeated }: Backend): readonly RelatedPlace[] {
  return repeated.map((at) => ({ object: referrer.object, at, message: 'the same here' }));
}

/** The Service of a backend, if the installation has it; of several, that in the same file. */
export function serviceOf(
  { namespace, name, referrer }: Pick<Backend, 'namespace' | 'name' | 'referrer'>,
  installation: Installation,
): TypedObject<'Service'> | undefined {
  const found = servicesNamed(name, namespace, installation);
  return found.find(({ object }) => object.file === referrer.object.file) ?? found[0];
}

/** The Services of a name that are, or may be, in a namespace. */
export function servicesNamed(
  name: string,
  namespace: string | undefined,
  installation: Installation,
): readonly TypedObject<'Service'>[] {
  return servicesByName(installation).get(name)?.in(namespace) ?? [];
}

const servicesByName = onceForEach((installation: Installation) => {
  const named = indexBy(installation.ofKind('Service'), ({ object }) => new Set(object.names));
  return new Map(
    [...named].map(([name, services]) => [
      name,
      new NamespaceIndex(services, ({ object }) => object),
    ]),
  );
});
