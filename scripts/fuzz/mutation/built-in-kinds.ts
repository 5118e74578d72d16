import { definitionNameOf } from '../../../src/server/kubernetes/definition-name.ts';
import { definitionOf } from '../../../src/server/kubernetes/definitions.ts';
import type { FieldType, ScalarType } from '../../../src/server/kubernetes/field-type.ts';
import type { Random } from '../random.ts';
import { words } from '../words.ts';
import { copyOf } from './crds.ts';
import { isManifest, type Manifest } from './families.ts';
import { Literal, TWICE, type Value } from './values.ts';

/** Numbers in all the ways that people and programs write them. */
const NUMBERS = [
  ...['0', '1', '-1', '7', '80', '65536', '2147483647', '2147483648', '-2147483648', '-2147483649'],
  ...['9223372036854775807', '9223372036854775808', '-9223372036854775809', '1e20', '1e21'],
  ...['1.0', '1.5', '-0.0', '-0', '1e3', '1E+2', '1.5e1', '1e-5', '100.0', '18446744073709551616'],
];

const STRINGS = [
  ...words(`
    a Always true null 10 1.5 500m 2Gi 2GB 1e3 1E .5 5. +1 -1Ki TCP YQ== YQ #### IntOrString 50%
    http 2026-01-31 2026-01-31T08:00:00Z 2026-01-31T08:00:00.5Z 2026-01-31T08:00:00.000000Z
    2026-01-31T08:00:00,123456+01:00 2026-01-31T08:00:00.1234567Z 2026-02-30T08:00:00Z
    2026-01-31T8:00:00.000000Z 2026-01-31T08:00:00.000000z
  `),
  '',
  ' ',
  '1 Gi',
  'YQ=\n=',
  'Y Q==',
  '2026-01-31 08:00:00Z',
];

const VERSIONS = [
  ...words(`
    v1 apps/v1 apps/v1beta1 apps/v1beta2 extensions/v1beta1 batch/v1 batch/v1beta1 batch/v2alpha1
    autoscaling/v1 autoscaling/v2 autoscaling/v2beta2 policy/v1beta1 networking.k8s.io/v1
    networking.k8s.io/v1beta1 rbac.authorization.k8s.io/v1beta1 resource.k8s.io/v1
    resource.k8s.io/v1beta1 storage.k8s.io/v1 storage.k8s.io/v1beta1 certificates.k8s.io/v1alpha1
    events.k8s.io/v1 events.k8s.io/v1beta1 /v1 v2 internal.apiserver.k8s.io/v1alpha1 example.com/v1
    apps/ a/b/c V1
  `),
  '',
];

const KINDS = words(`
  Pod pod Pods PodList Deployment Ingress CronJob Event Endpoints Lease HorizontalPodAutoscaler
  ResourceClaim DeviceClass IPAddress ServiceCIDR Workload PodSecurityPolicy ComponentStatus
  Eviction Scale Binding TokenReview Widget VolumeAttributesClass ClusterTrustBundle
  StorageVersionMigration PodExecOptions Status
`);

/** Fields that one kind or another has, where others do not. */
const FIELDS = [
  ...words(`
    apiVersion kind metadata spec status data name namespace labels replicas selector template
    containers image ports type stringData rules subjects resources resizePolicy schedulingGates
    hostUsers trafficDistribution podIPs restartPolicyRules managedBy successPolicy
    volumeAttributesClassName behavior nope a.b A __proto__ constructor toString creationTimestamp
    generation items
  `),
  '',
];

/** The annotations that are read while an object is converted. */
const ANNOTATIONS = words(`
  deprecated.deployment.rollback.to deprecated.daemonset.template.generation
  autoscaling.alpha.kubernetes.io/metrics autoscaling.alpha.kubernetes.io/conditions
  autoscaling.alpha.kubernetes.io/behavior autoscaling.alpha.kubernetes.io/current-metrics
  batch.kubernetes.io/job-tracking node.alpha.kubernetes.io/ttl
`);

/** A mapping or list of a manifest. */
type Container = Manifest | Value[];

/** An object of a kind with some of its fields, all of which decode in some minor. */
export function inventObject(apiVersion: string, kind: string, random: Random): Manifest {
  const object = inventStruct(definitionNameOf(apiVersion, kind), random, 0);
  return { ...object, apiVersion, kind };
}

/** The largest depth of objects, so that they are small. */
const DEEPEST = 7;

function inventStruct(definition: string, random: Random, depth: number): Manifest {
  const fields = [...definitionOf(definition).fields];
  const chance = depth < 3 ? 0.6 : Math.min(1, 3 / fields.length);
  return Object.fromEntries(
    fields
      .filter(() => random.chance(chance))
      .map(([name, { type }]) => [name, inventValue(type, random, depth + 1)]),
  );
}

function inventValue(type: FieldType, random: Random, depth: number): Value {
  switch (type.shape) {
    case 'any':
      return anyValue(random);
    case 'object':
      return depth > DEEPEST ? {} : inventStruct(type.definition, random, depth);
    case 'list':
      return depth > DEEPEST ? [] : [inventValue(type.of, random, depth + 1)];
    case 'map':
      return depth > DEEPEST ? {} : { a: inventValue(type.of, random, depth + 1) };
    case 'scalar':
      return SCALARS[type.scalar];
  }
}

const SCALARS: Readonly<Record<ScalarType, Value>> = {
  string: 'a',
  boolean: true,
  int32: 1,
  int64: 1,
  double: new Literal('1.5'),
  byte: 'YQ==',
  'date-time': '2026-01-31T08:00:00Z',
  'micro-time': '2026-01-31T08:00:00.000000Z',
  quantity: '500m',
  'int-or-string': '50%',
  'schema-or-bool': true,
  'schema-or-array': [],
  'schema-or-strings': [],
};

/** Changes a manifest of a built-in kind. Returns a description of the change. */
export function mutateObject(manifest: Manifest, random: Random): string {
  const times = random.chance(0.7) ? 1 : 2;
  return Array.from({ length: times }, () => mutateOnce(manifest, random)).join(', ');
}

function mutateOnce(manifest: Manifest, random: Random): string {
  if (random.chance(0.06)) return mutateHead(manifest, random);
  if (random.chance(0.04)) return annotate(manifest, random);
  const container = random.pick(containersIn(manifest));
  return Array.isArray(container)
    ? mutateList(container, random)
    : mutateMapping(container, manifest, random);
}

function mutateHead(manifest: Manifest, random: Random): string {
  const key = random.pick(['apiVersion', 'kind']);
  const value = random.pick(key === 'kind' ? KINDS : VERSIONS);
  manifest[key] = value;
  return `${key}: ${value}`;
}

function annotate(manifest: Manifest, random: Random): string {
  const { metadata } = manifest;
  if (!isManifest(metadata)) return 'nothing';
  const name = random.pick(ANNOTATIONS);
  const value = random.pick([...STRINGS, ...NUMBERS, '[]', '{}', '[{"type":"Resource"}]', '{"a":']);
  manifest.metadata = { ...metadata, annotations: { [name]: value } };
  return `annotation ${name}: ${value}`;
}

function mutateMapping(mapping: Manifest, manifest: Manifest, random: Random): string {
  const keys = Object.keys(mapping).filter((name) => mapping !== manifest || mayGo(name, manifest));
  const key = keys.length === 0 ? undefined : random.pick(keys);
  const change = random.below(8);
  if (key === undefined || change === 0) {
    const added = random.pick(FIELDS);
    mapping[added] = anyValue(random);
    return `add ${added}`;
  }
  switch (change) {
    case 1:
      return renameKey(mapping, key, random);
    case 2: {
      const value = mapping[key] ?? null;
      delete mapping[key];
      random.pick(containersIn(manifest).filter(isManifest))[key] = value;
      return `move ${key}`;
    }
    case 3:
      mapping[`${key}${TWICE}`] = random.chance(0.5)
        ? (copyOf({ value: mapping[key] ?? null }).value ?? null)
        : anyValue(random);
      return `${key} twice`;
    default:
      mapping[key] = otherValue(mapping[key] ?? null, random);
      return `change ${key}`;
  }
}

/** If one of these three is missing, the other two must be present, so that the document is a manifest. */
function mayGo(name: string, manifest: Manifest): boolean {
  const head = ['apiVersion', 'kind', 'metadata'];
  return !head.includes(name) || head.every((key) => Object.hasOwn(manifest, key));
}

function mutateList(list: Value[], random: Random): string {
  if (list.length === 0 || random.chance(0.3)) {
    list.splice(random.below(list.length + 1), 0, random.chance(0.5) ? null : anyValue(random));
    return 'add an item';
  }
  const index = random.below(list.length);
  list[index] = otherValue(list[index] ?? null, random);
  return `change item ${index}`;
}

function renameKey(mapping: Manifest, key: string, random: Random): string {
  const at = random.below(Math.max(1, key.length));
  const name = random.pick([
    key.toUpperCase(),
    key.charAt(0).toUpperCase() + key.slice(1),
    `${key}s`,
    key.slice(0, -1),
    key.slice(0, at) + key.slice(at + 1),
    `${key.slice(0, at)}${key.charAt(at + 1)}${key.charAt(at)}${key.slice(at + 2)}`,
    `${key}.x`,
  ]);
  const value = mapping[key] ?? null;
  delete mapping[key];
  mapping[name] = value;
  return `rename ${key} to ${name}`;
}

/** A value other than the given one, but often similar to it. */
function otherValue(value: Value, random: Random): Value {
  const change = random.below(6);
  if (change === 0) return null;
  if (change === 1) return [value];
  if (change === 2) return { [random.pick(FIELDS)]: value };
  if (change === 3 && Array.isArray(value)) return value[0] ?? '';
  if (change === 3 && isManifest(value)) return Object.values(value);
  if (change === 4 && typeof value === 'number') return String(value);
  if (change === 4 && typeof value === 'string' && value !== '' && !Number.isNaN(Number(value))) {
    return Number(value);
  }
  return anyValue(random);
}

function anyValue(random: Random): Value {
  switch (random.below(6)) {
    case 0:
      return new Literal(random.pick(NUMBERS));
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick([[], [null], ['a'], [1], [{}], [[]], [72, 105], [256], [-1, null]]);
    case 3:
      return random.pick([{}, { a: null }, { a: 'b' }, { a: 1 }, { name: 'a' }, { a: {} }]);
    case 4:
      return null;
    default:
      return random.pick(STRINGS);
  }
}

function containersIn(root: Manifest): Container[] {
  const found: Container[] = [root];
  for (const container of found) {
    for (const inner of Object.values(container)) {
      if (Array.isArray(inner)) found.push(inner as Value[]);
      else if (isManifest(inner)) found.push(inner);
    }
  }
  return found;
}
