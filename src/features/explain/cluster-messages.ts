import { readServerMessage } from './features.ts';

/** A message that depends on the state of the cluster, or that an author of the cluster wrote. */
interface ClusterMessage {
  /** A sentence about who says this, and why. */
  readonly source: string;
  /** The rules that find the cause in manifests. Empty if none does. */
  readonly rules: readonly string[];
}

const QUOTA =
  'The admission plugin ResourceQuota says this: it adds up what all objects of the namespace request.';
const LIMIT_RANGE =
  'The admission plugin LimitRanger says this: a LimitRange of the namespace sets the bounds.';

const TERMINATING =
  'The admission plugin NamespaceLifecycle says this: the namespace is being deleted, so nothing can be created in it.';

const NO_SERVER = 'kubectl says this: no API server answers at the address of its configuration.';

/** Parts of messages, in their order, with the author of the message and the rules that find the cause in the input. */
const MESSAGES: readonly (readonly [
  parts: readonly string[],
  source: string,
  ...rules: readonly string[],
])[] = [
  [['exceeded quota'], QUOTA, 'effect/quota'],
  [['failed quota: '], QUOTA, 'effect/quota'],
  [['must specify ', ' for: '], QUOTA, 'effect/quota'],
  [['must specify limits.'], QUOTA, 'effect/quota'],
  [['must specify requests.'], QUOTA, 'effect/quota'],
  [['maximum ', ' usage per '], LIMIT_RANGE, 'effect/limit-range'],
  [['minimum ', ' usage per '], LIMIT_RANGE, 'effect/limit-range'],
  [[' max limit to request ratio per '], LIMIT_RANGE, 'effect/limit-range'],
  [
    ['namespaces "', '" not found'],
    'The API server says this: the namespace of the object does not exist.',
    'workspace/install-order',
  ],
  [['because it is being terminated'], TERMINATING],
  [['namespace', ' is terminating'], TERMINATING],
  [['namespace', ' is being terminated'], TERMINATING],
  [
    ['this namespace may not be deleted'],
    'The admission plugin NamespaceLifecycle says this: some namespaces are protected.',
  ],
  [
    ['admission webhook "', ' denied the request'],
    'The admission webhook of this name says this: its author wrote the reason, which follows the colon.',
  ],
  [
    ["ValidatingAdmissionPolicy '", "' with binding '", "' denied request"],
    'The ValidatingAdmissionPolicy of this name says this. kubeadmit admit shows its decisions about the objects of a folder.',
    'decision/denied',
  ],
  [
    ['violates PodSecurity '],
    'The admission plugin PodSecurity says this: the label pod-security.kubernetes.io/enforce of the namespace requires it.',
    'pod-security/violation',
  ],
  [
    ['User "', '" cannot ', ' resource '],
    'The authorizer of the API server says this: no Role or ClusterRole that is bound to the user allows the request.',
  ],
  [
    ['the object has been modified; please apply your changes'],
    'The API server says this: the object has changed since it was read.',
  ],
  [
    ['Apply failed with ', ' conflict'],
    'The API server says this of a server-side apply: another program manages the field.',
  ],
  [
    ['provided port is already allocated'],
    'The API server says this: another Service has the node port.',
  ],
  [
    ['provided IP is already allocated'],
    'The API server says this: another Service has the address.',
  ],
  [
    ['" already exists'],
    'The API server says this: an object with this kind, namespace and name is stored already. Use kubectl apply instead of create.',
    'workspace/duplicate-object',
  ],
  [
    ['error looking up service account '],
    'The admission plugin ServiceAccount says this: the service account of the pod does not exist in its namespace.',
  ],
  [
    ['no PriorityClass with name '],
    'The admission plugin Priority says this: the PriorityClass of the pod does not exist.',
  ],
  [
    ['persistentvolumeclaim "', '" not found'],
    'The scheduler says this, after the API server has accepted the pod: its namespace has no claim of this name.',
  ],
  [
    ['Back-off restarting failed container'],
    'The kubelet says this: the program of the container has ended several times.',
  ],
  [['connection to the server ', ' was refused'], NO_SERVER],
  [['Get "http', 'connect: connection refused'], NO_SERVER],
  [['no objects passed to '], 'kubectl says this: its input has no objects.'],
  [
    [' nodes are available: '],
    'The scheduler says this, after the API server has accepted the pod: no node fits.',
  ],
  [
    ['request did not complete within requested timeout'],
    'The API server says this: the request, with all webhooks that it calls, took too long.',
    'webhook/slow',
  ],
  [
    ['spec.selector: Invalid value: ', 'field is immutable'],
    'The API server says this of an update: the selector of a stored workload cannot change.',
    'update/workload',
  ],
  [
    ['field is immutable'],
    'The API server says this of an update: a stored object cannot change this field.',
    'update/workload',
    'update/fixed-values',
    'update/immutable-field',
  ],
];

const RULE_OF_CRD: ClusterMessage = {
  source:
    'A validation rule (x-kubernetes-validations) of the CRD says this, in the words of its author.',
  rules: ['custom-resource/validation-rule'],
};

/** The types of values that the server prints instead of the values themselves. */
const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean'];

/** The origin of a message that a cluster gives at run time. Undefined if the message is not known as one. */
export function clusterMessage(text: string): ClusterMessage | undefined {
  if (isOfValidationRule(text)) return RULE_OF_CRD;
  const found = MESSAGES.find(([parts]) => hasInOrder(text, parts));
  if (found === undefined) return undefined;
  const [, source, ...rules] = found;
  return { source, rules };
}

/** Reports whether a text contains texts, one after the other. */
function hasInOrder(text: string, parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}

/**
 * Reports whether a validation rule of a CRD gave a message. Its value is a type in quotes, as with the errors of
 * OpenAPI, which name the place `in body`.
 */
function isOfValidationRule(text: string): boolean {
  const { type, detail } = readServerMessage(text);
  return (
    type === 'Invalid value' &&
    TYPES.some((name) => detail.startsWith(`"${name}": `)) &&
    !detail.includes(' in body ')
  );
}
