import { indexBy } from '../../base/index-by.ts';
import type { Field } from '../../rule/field.ts';
import type { Installation, TypedObject } from '../../rule/installation.ts';
import { containersOf, podSpecPath, type Workload, workloadsIn } from './workloads.ts';

/** An address of a Service in the environment or the arguments of a container. */
export interface ClientUse {
  readonly client: Workload;
  readonly service: TypedObject<'Service'>;
  readonly at: Field<string | undefined>;
  /** The port of the pods that the connection leads to. */
  readonly targetPort: number | string;
}

/** `http://cart.shop.svc:8080`, or `cart:8080` as a whole or after `=`. A port is needed without a scheme. */
const ADDRESS =
  /(?:[a-z][a-z0-9+.-]{0,20}:\/\/|^|=)([a-z][a-z0-9-]{0,62})(?:\.([a-z0-9][a-z0-9-]{0,62})(?:\.svc(?:\.cluster\.local)?)?)?(?::(\d{1,5}))?(?=[/?,;]|$)/;

/** The ports of schemes that are the default where an address has none. */
const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
]);

/** The addresses of Services of an installation that its own pods have, each pair of client and Service once. */
export function clientUses(installation: Installation): readonly ClientUse[] {
  const services = indexBy(
    installation.ofKind('Service'),
    ({ object: { namespace = '', name } }) => [`${namespace} ${name}`],
  );
  if (services.size === 0) return [];
  return workloadsIn(installation).flatMap((client) => {
    const { object } = client;
    if (object.namespace === undefined || object.mayChange(podSpecPath(client))) return [];
    const found = new Map<string, ClientUse>();
    for (const at of stringsOf(client)) {
      const address = addressIn(at.value ?? '');
      if (address === undefined) continue;
      const key = `${address.namespace ?? object.namespace} ${address.name}`;
      const [service, ...others] = services.get(key) ?? [];
      if (service === undefined || others.length > 0 || found.has(key)) continue;
      const targetPort = targetPortOf(service, address.port);
      const isTogether = installation.areTogether(object, service.object);
      if (targetPort !== undefined && isTogether)
        found.set(key, { client, service, at, targetPort });
    }
    return [...found.values()];
  });
}

/** The strings that can have addresses: values of environment variables, commands and arguments. */
function stringsOf(client: Workload): readonly Field<string | undefined>[] {
  return containersOf(client).flatMap((container) => [
    ...container.itemsOf('env').map((variable) => variable.get('value')),
    ...container.itemsOf('command'),
    ...container.itemsOf('args'),
  ]);
}

interface Address {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly port: number;
}

function addressIn(text: string): Address | undefined {
  const match = ADDRESS.exec(text);
  if (match === null) return undefined;
  const [whole, name = '', namespace, written] = match;
  const scheme = /^=?([a-z][a-z0-9+.-]*:)\/\//.exec(whole)?.[1];
  const port = written === undefined ? DEFAULT_PORTS.get(scheme ?? '') : Number(written);
  return port === undefined ? undefined : { name, namespace, port };
}

/** The port of the pods behind a TCP port of a Service; undefined if it has none of this number. */
function targetPortOf(
  { object, root }: TypedObject<'Service'>,
  port: number,
): number | string | undefined {
  if (object.mayChange('spec')) return undefined;
  const ports = root.get('spec').itemsOf('ports');
  const found = ports.find((one) => one.get('port').value === port)?.value;
  if (found === undefined || (found.protocol ?? 'TCP') !== 'TCP') return undefined;
  return found.targetPort ?? port;
}
