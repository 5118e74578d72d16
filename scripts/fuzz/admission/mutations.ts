// Makes mutating policies for objects, some of which do not apply.
import type { Random } from '../mutation/random.ts';
import { condition } from './expressions.ts';
import type { JsonObject } from './objects.ts';

/** The mutations of a policy for objects such as the one that is given. */
export function mutations(random: Random, object: JsonObject): JsonObject[] {
  return Array.from({ length: random.below(2) + 1 }, () =>
    random.chance(0.5)
      ? { patchType: 'JSONPatch', jsonPatch: { expression: jsonPatch(random, object) } }
      : {
          patchType: 'ApplyConfiguration',
          applyConfiguration: { expression: applyConfiguration(random, object) },
        },
  );
}

function jsonPatch(random: Random, object: JsonObject): string {
  const operations = Array.from({ length: random.below(2) + 1 }, () => operation(random));
  const patch = `[${operations.join(', ')}]`;
  if (random.chance(0.6)) return patch;
  const scope = { object, variables: [], hasParams: false, hasAuthorizer: true };
  return `${condition(random, scope)} ? ${patch} : []`;
}

function operation(random: Random): string {
  const path = random.pick([
    '/metadata/labels',
    '/metadata/labels/app',
    '/metadata/annotations/note',
    '/metadata/name',
    '/data/level',
    '/spec/replicas',
    '/spec/template/spec/containers/0/image',
    '/spec/template/spec/containers/-',
    '/spec/containers/0/env',
    '/spec/tags/-',
    '/spec/parts/0',
    '/spec/size',
    '/spec/none/below',
  ]);
  const value = random.pick([
    "'x'",
    '3',
    "{'app': 'web'}",
    "Object.spec.template.spec.containers{name: 'new', image: 'new:1'}",
    "['a', 'b']",
    'object.metadata.name',
  ]);
  return random.pick([
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

function applyConfiguration(random: Random, object: JsonObject): string {
  const container = (at: string) =>
    `[${at}.containers{name: '${random.pick(['a', 'b', 'zz'])}', image: 'new:1', env: [${at}.containers.env{name: 'X', value: 'y'}]}]`;
  const template = 'Object.spec.template.spec';
  const byKind = new Map<string, readonly string[]>([
    ['Deployment', [`Object{spec: Object.spec{replicas: 7}}`, podTemplate(container(template))]],
    ['StatefulSet', [podTemplate(container(template))]],
    [
      'Pod',
      [
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
        "Object{spec: Object.spec{fixed: Object.spec.fixed{b: 'y'}}}",
        'Object{spec: Object.spec{free: Object.spec.free{other: 1}}}',
      ],
    ],
  ]);
  return random.pick([
    "Object{metadata: Object.metadata{labels: {'added': 'x'}}}",
    "Object{metadata: Object.metadata{annotations: {'added': object.metadata.name}}}",
    "Object{metadata: Object.metadata{finalizers: ['example.com/a']}}",
    "Object{metadata: Object.metadata{wrong: 'x'}}",
    ...(byKind.get(String(object.kind)) ?? []),
    ...(byKind.get(String(object.kind)) ?? []),
  ]);
}

function podTemplate(containers: string): string {
  return `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: ${containers}}}}}`;
}
