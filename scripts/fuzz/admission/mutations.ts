// Makes mutating policies for objects, some of which do not apply.
import type { Random } from '../random.ts';
import { words } from '../words.ts';
import { condition, pathIn, type Scope } from './expressions.ts';
import type { Json, JsonObject } from './objects.ts';

/** The mutations of a policy for objects such as that of the scope. */
export function mutations(random: Random, scope: Scope): JsonObject[] {
  return Array.from({ length: random.below(2) + 1 }, () =>
    random.chance(0.5)
      ? { patchType: 'JSONPatch', jsonPatch: { expression: jsonPatch(random, scope) } }
      : {
          patchType: 'ApplyConfiguration',
          applyConfiguration: { expression: applyConfiguration(random, scope) },
        },
  );
}

function jsonPatch(random: Random, scope: Scope): string {
  const operations = Array.from({ length: random.below(2) + 1 }, () => operation(random, scope));
  const patch = `[${operations.join(', ')}]`;
  if (random.chance(0.6)) return patch;
  return `${condition(random, scope)} ? ${patch} : []`;
}

/** The JSON pointer of a value in an object, or of a similar path that does not exist. */
function pointerIn(random: Random, object: JsonObject): string {
  let pointer = '';
  let at: Json = object;
  for (;;) {
    if (Array.isArray(at)) {
      const key: string = random.pick([
        String(random.below(at.length + 1)),
        '-',
        '-1',
        '0',
        '01',
        'x',
      ]);
      pointer += `/${key}`;
      at = at[Number(key)] ?? null;
    } else if (typeof at === 'object' && at !== null) {
      const keys: readonly string[] = [...Object.keys(at), 'none', 'a/b', 'm~n'];
      const key: string = random.pick(keys);
      pointer += `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      at = at[key] ?? null;
    } else return pointer;
    if (random.chance(0.2)) return pointer;
  }
}

function operation(random: Random, scope: Scope): string {
  const path = random.pick([
    ...words(`
      /metadata/labels /metadata/labels/app /metadata/annotations/note /metadata/name /data/level
      /spec/replicas /spec/template/spec/containers/0/image /spec/template/spec/containers/-
      /spec/containers/0/env /spec/tags/- /spec/parts/0 /spec/size /spec/none/below
      /metadata/annotations/example.com~1note /metadata/annotations /metadata/finalizers
      /metadata/finalizers/- / metadata/labels
    `),
    '',
    ...Array.from({ length: 15 }, () => pointerIn(random, scope.object)),
  ]);
  const value = random.pick([
    ...words(`
      'x' 3 object.metadata.name true null 1.5 {} [] 2u duration('1h') object.metadata
    `),
    "{'app': 'web'}",
    "Object.spec.template.spec.containers{name: 'new', image: 'new:1'}",
    "['a', 'b']",
    "{'a': [1, 'b', null]}",
    pathIn(random, scope.object),
    ...(scope.hasParams ? ['params.data.level', 'params.data'] : []),
    ...scope.variables.map((name) => `variables.${name}`),
  ]);
  return random.pick([
    `JSONPatch{op: 'add', path: '/metadata/annotations/' + jsonpatch.escapeKey('example.com/a~b'), value: ${value}}`,
    `JSONPatch{op: 'replace', path: '${path}', value: ${value}}`,
    `JSONPatch{op: 'remove', path: '${path}'}`,
    `JSONPatch{op: 'add', path: '${path}'}`,
    `JSONPatch{op: 'test', path: '${path}', value: ${value}}, JSONPatch{op: 'replace', path: '/metadata/name', value: 'tested'}`,
    `JSONPatch{op: 'copy', from: '${pointerIn(random, scope.object)}', path: '${path}'}`,
    `JSONPatch{op: '${random.pick(['Add', '', 'merge'])}', path: '${path}', value: ${value}}`,
    `JSONPatch{op: 'add', path: '${path}', value: ${value}}`,
    `JSONPatch{op: 'add', path: '/metadata/labels', value: {'app': object.metadata.name}}`,
    `JSONPatch{op: 'add', path: '/metadata/annotations', value: {'a/b': 'c'}}`,
    `JSONPatch{op: 'remove', path: '${path}'}`,
    `JSONPatch{op: 'replace', path: '${path}', value: ${value}}`,
    `JSONPatch{op: 'test', path: '${path}', value: ${value}}`,
    `JSONPatch{op: 'copy', from: '${path}', path: '/metadata/annotations/note'}`,
    `JSONPatch{op: 'move', from: '${path}', path: '/metadata/labels/moved'}`,
  ]);
}

function applyConfiguration(random: Random, scope: Scope): string {
  const { object } = scope;
  const container = (at: string) =>
    `[${at}.containers{name: '${random.pick(['a', 'b', 'zz'])}', image: 'new:1', env: [${at}.containers.env{name: 'X', value: 'y'}]}]`;
  const template = 'Object.spec.template.spec';
  const byKind = new Map<string, readonly string[]>([
    ['Deployment', [`Object{spec: Object.spec{replicas: 7}}`, podTemplate(container(template))]],
    ['StatefulSet', [podTemplate(container(template))]],
    [
      'DaemonSet',
      [
        podTemplate(container(template)),
        'Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"x": "y"}}}}',
      ],
    ],
    [
      'Job',
      [
        podTemplate(container(template)),
        'Object{spec: Object.spec{?suspend: optional.of(true), ?backoffLimit: optional.none()}}',
      ],
    ],
    [
      'Secret',
      [
        "Object{data: {'k': 'eA=='}}",
        "Object{stringData: {'token': 'changed'}}",
        'Object{immutable: true}',
      ],
    ],
    ['RoleBinding', ["Object{subjects: [Object.subjects{kind: 'User', name: 'eve'}]}"]],
    [
      'PersistentVolumeClaim',
      [
        "Object{spec: Object.spec{resources: Object.spec.resources{requests: {'storage': '3Gi'}}}}",
        "Object{spec: Object.spec{accessModes: ['ReadWriteMany']}}",
      ],
    ],
    [
      'ServiceAccount',
      [
        "Object{imagePullSecrets: [Object.imagePullSecrets{name: 's'}]}",
        "Object{secrets: [Object.secrets{name: 's', kind: 'Secret'}]}",
      ],
    ],
    ['NetworkPolicy', ["Object{spec: Object.spec{policyTypes: ['Egress']}}"]],
    [
      'Namespace',
      [
        "Object{spec: Object.spec{finalizers: ['a']}}",
        "Object{metadata: Object.metadata{labels: {'kubernetes.io/metadata.name': 'other'}}}",
      ],
    ],
    [
      'Ingress',
      ["Object{spec: Object.spec{ingressClassName: 'x', tls: [Object.spec.tls{hosts: ['h']}]}}"],
    ],
    [
      'HorizontalPodAutoscaler',
      [
        'Object{spec: Object.spec{maxReplicas: 50}}',
        "Object{spec: Object.spec{metrics: [Object.spec.metrics{type: 'Pods'}]}}",
      ],
    ],
    [
      'Pod',
      [
        "Object{spec: Object.spec{tolerations: [Object.spec.tolerations{key: 'b', operator: 'Exists'}]}}",
        "Object{spec: Object.spec{volumes: [Object.spec.volumes{name: 'w', emptyDir: Object.spec.volumes.emptyDir{}}]}}",
        "Object{spec: Object.spec{initContainers: [Object.spec.initContainers{name: 'init', image: 'i:2', ports: [Object.spec.initContainers.ports{containerPort: 80}]}]}}",
        'Object{spec: Object.spec{?hostNetwork: has(object.spec.hostNetwork) ? optional.of(false) : optional.none(), securityContext: Object.spec.securityContext{runAsNonRoot: true}}}',
        'Object{spec: Object.spec{containers: object.spec.containers.map(c, Object.spec.containers{name: c.name, securityContext: Object.spec.containers.securityContext{privileged: false}})}}',
        "Object{spec: Object.spec{containers: object.spec.containers.filter(c, !has(c.resources)).map(c, Object.spec.containers{name: c.name, imagePullPolicy: 'Always'})}}",
        "Object{spec: Object.spec{hostAliases: [Object.spec.hostAliases{ip: '192.0.2.1', hostnames: ['a']}]}}",
        "Object{spec: Object.spec{topologySpreadConstraints: [Object.spec.topologySpreadConstraints{topologyKey: 'zone', maxSkew: 1}]}}",
        "Object{spec: Object.spec{containers: [Object.spec.containers{image: 'nameless'}]}}",
        "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'a', ports: [Object.spec.containers.ports{containerPort: 80, name: 'web'}, Object.spec.containers.ports{containerPort: 81, protocol: 'UDP'}]}]}}",
        "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'a', resources: Object.spec.containers.resources{limits: {'cpu': '1500m', 'memory': '2048Mi'}}}]}}",
        `Object{spec: Object.spec{containers: ${container('Object.spec')}}}`,
        `Object{spec: Object.spec{nodeSelector: {'a': 'b'}}}`,
      ],
    ],
    ['ConfigMap', [`Object{data: {'added': string(object.metadata.name)}}`]],
    [
      'Service',
      [
        "Object{spec: Object.spec{ports: [Object.spec.ports{port: 80, name: 'b'}]}}",
        "Object{spec: Object.spec{selector: {'a': 'b'}}}",
      ],
    ],
    [
      'Widget',
      [
        "Object{spec: Object.spec{size: 9, set: ['c', 'd'], parts: [Object.spec.parts{name: 'y', count: 1}, Object.spec.parts{name: 'q'}]}}",
        "Object{spec: Object.spec{tags: ['z']}}",
        "Object{spec: Object.spec{set: ['a', 'a']}}",
        'Object{spec: Object.spec{?size: optional.none()}}',
        'Object{spec: Object.spec{?ratio: object.spec.?ratio}}',
        "Object{spec: Object.spec{port: 'http', when: '2025-01-01T00:00:00Z'}}",
        'Object{spec: Object.spec{parts: [Object.spec.parts{count: 1}]}}',
        "Object{spec: Object.spec{parts: [Object.spec.parts{name: 'x', count: 7}, Object.spec.parts{name: 'x'}]}}",
        "Object{spec: Object.spec{size: 'big'}}",
        "Object{status: Object.status{a: 'b'}}",
        "Object{spec: Object.spec{unknown: 'b'}}",
        "Object{spec: Object.spec{fixed: Object.spec.fixed{b: 'y'}}}",
        'Object{spec: Object.spec{free: Object.spec.free{other: 1}}}',
      ],
    ],
  ]);
  const configuration = random.pick([
    'Object{}',
    "Object{metadata: Object.metadata{labels: {'app': object.metadata.name, 'x': 'y'}}}",
    "Object{metadata: Object.metadata{name: 'renamed'}}",
    "Object{metadata: Object.metadata{ownerReferences: [Object.metadata.ownerReferences{uid: 'u', name: 'n', kind: 'K', apiVersion: 'v1'}]}}",
    "Object{metadata: Object.metadata{?labels: object.metadata.?labels.hasValue() ? optional.of({'had': 'labels'}) : optional.none()}}",
    'Object{metadata: Object.metadata{labels: {"n": string(object.metadata.name.size())}}}',
    ...(scope.hasParams
      ? ["Object{metadata: Object.metadata{labels: {'level': params.data.level}}}"]
      : []),
    ...scope.variables.map(
      (name) => `Object{metadata: Object.metadata{annotations: {'v': string(variables.${name})}}}`,
    ),
    "Object{metadata: Object.metadata{labels: {'added': 'x'}}}",
    "Object{metadata: Object.metadata{annotations: {'added': object.metadata.name}}}",
    "Object{metadata: Object.metadata{finalizers: ['example.com/a']}}",
    "Object{metadata: Object.metadata{wrong: 'x'}}",
    ...(byKind.get(String(object.kind)) ?? []),
    ...(byKind.get(String(object.kind)) ?? []),
  ]);
  return random.chance(0.15)
    ? `${condition(random, scope)} ? ${configuration} : Object{}`
    : configuration;
}

function podTemplate(containers: string): string {
  return `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: ${containers}}}}}`;
}
