import { describe, expect, it } from 'vitest';
import type { ApiType } from '../../src/expressions/types/api-types.ts';
import { builtInTypeTable } from '../../src/expressions/types/builtin-types.generated.ts';
import { builtInKind, builtInType } from '../../src/expressions/types/builtin-types.ts';
import { MINORS, type Minor, NEWEST_MINOR } from '../../src/kubernetes/minors.ts';
import { builtInResources } from '../../src/kubernetes/resources.ts';

const { kinds, types } = builtInTypeTable();

/** What is at a path of fields, lists and maps (`[]`, `{}`) below a kind. */
function typeAt(kind: string, path: string, minor: Minor = NEWEST_MINOR): ApiType | undefined {
  let type: ApiType | undefined = builtInKind(kind, minor);
  for (const step of path.split('.')) {
    if (type === undefined) return undefined;
    if (step === '[]') type = type.kind === 'list' ? type.element : undefined;
    else if (step === '{}') type = type.kind === 'map' ? type.element : undefined;
    else type = type.kind === 'object' ? type.field(step) : undefined;
  }
  return type;
}

describe('the built-in types', () => {
  it('lead only to types that are there', () => {
    const named = Object.values(types).flatMap((fields) =>
      Object.values(fields).flatMap((text) =>
        [...text.matchAll(/@(\S+)/g)].map(([, name]) => name),
      ),
    );
    const ofKinds = Object.values(kinds).map((text) => text.split(' ')[0]);
    const missing = [...named, ...ofKinds].filter((name) => !Object.hasOwn(types, name ?? ''));
    expect(missing).toEqual([]);
  });

  it('are there for all resources that a server serves', () => {
    const paths = builtInResources().map(({ group, version, kind }) =>
      [group, version, kind].filter((part) => part !== '').join('/'),
    );
    // Its definition is not among those that are compiled into the server's type checker.
    expect([...new Set(paths)].filter((path) => !Object.hasOwn(kinds, path))).toEqual([
      'apiregistration.k8s.io/v1/APIService',
    ]);
  });

  it.each([
    ['v1/Pod', 'spec.nodeName', { kind: 'scalar', scalar: 'string' }],
    ['v1/Pod', 'metadata.creationTimestamp', { kind: 'scalar', scalar: 'timestamp' }],
    ['v1/Pod', 'spec.containers.[].resources.requests.{}', { kind: 'scalar', scalar: 'quantity' }],
    ['v1/Secret', 'data.{}', { kind: 'scalar', scalar: 'bytes' }],
    ['v1/Service', 'spec.ports.[].targetPort', { kind: 'scalar', scalar: 'int-or-string' }],
    ['apps/v1/ControllerRevision', 'data', { kind: 'scalar', scalar: 'object' }],
    ['v1/Pod', 'spec.containers.[].command', { kind: 'list', merge: 'atomic', keys: [] }],
    ['v1/Pod', 'spec.volumes', { kind: 'list', merge: 'map', keys: ['name'] }],
    ['v1/Pod', 'metadata.finalizers', { kind: 'list', merge: 'set', keys: [] }],
    ['v1/Pod', 'spec.nodeSelector', { kind: 'map', isAtomic: true }],
    ['v1/Pod', 'metadata.labels', { kind: 'map', isAtomic: false }],
    ['apps/v1/Deployment', 'spec.selector', { kind: 'object', isAtomic: true }],
    ['apps/v1/Deployment', 'spec.template', { kind: 'object', isAtomic: false }],
  ] as const)('say of %s what %s is', (kind, path, expected) => {
    expect(typeAt(kind, path)).toMatchObject(expected);
  });

  it('change with the minors', () => {
    const having = MINORS.filter((minor) => typeAt('v1/Pod', 'spec.resources', minor));
    expect(having).toEqual(MINORS.slice(MINORS.indexOf('1.32')));
    expect(builtInType('core.v1.PodSpec', '1.31')?.fieldNames).not.toContain('resources');
  });
});
