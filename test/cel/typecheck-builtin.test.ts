import { describe, expect, it } from 'vitest';
import type { ApiType } from '../../src/server/expressions/types/api-types.ts';
import { builtInKind, builtInType } from '../../src/server/expressions/types/builtin-types.ts';
import type { GroupVersionKind } from '../../src/server/kubernetes/api-version.ts';
import { MINORS, type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { builtInResources } from '../../src/server/kubernetes/resources.ts';

/** The type at a path of fields, lists and maps (`[]`, `{}`) below a kind. */
function typeAt(kind: string, path: string, minor: Minor = NEWEST_MINOR): ApiType | undefined {
  let type: ApiType | undefined = builtInKind(parseKind(kind), minor);
  for (const step of path.split('.')) {
    if (type === undefined) return undefined;
    if (step === '[]') type = type.kind === 'list' ? type.element : undefined;
    else if (step === '{}') type = type.kind === 'map' ? type.element : undefined;
    else type = type.kind === 'object' ? type.field(step) : undefined;
  }
  return type;
}

function parseKind(text: string): GroupVersionKind {
  const [kind = '', version = '', group = ''] = text.split('/').reverse();
  return { group, version, kind };
}

describe('the built-in types', () => {
  it('are there for all resources that a server serves', () => {
    const missing = builtInResources().filter(
      (resource) => !MINORS.some((minor) => builtInKind(resource, minor) !== undefined),
    );
    // Its definition is not one of the definitions that are compiled into the server's type checker.
    expect(missing.map(({ kind }) => kind)).toEqual(['APIService']);
  });

  it('are not those of other groups', () => {
    const others = ['apps.example.com/v1/Deployment', 'example.com/v1/Pod', 'v1/Deployment'];
    expect(others.filter((kind) => builtInKind(parseKind(kind), NEWEST_MINOR))).toEqual([]);
  });

  it.each([
    ['v1/Pod', 'spec.nodeName', { kind: 'scalar', scalar: 'string' }],
    ['v1/Pod', 'metadata.creationTimestamp', { kind: 'scalar', scalar: 'timestamp' }],
    ['v1/Event', 'eventTime', { kind: 'scalar', scalar: 'timestamp' }],
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
    const port = (minor: Minor) =>
      typeAt('networking.k8s.io/v1/Ingress', 'spec.defaultBackend.service.port', minor);
    expect(port('1.30')).toMatchObject({ isAtomic: false });
    expect(port('1.31')).toMatchObject({ isAtomic: true });
    const devices = (minor: Minor) =>
      typeAt('resource.k8s.io/v1beta1/ResourceClaim', 'status.devices', minor);
    expect(devices('1.33')).toMatchObject({ keys: ['driver', 'device', 'pool'] });
    expect(devices('1.34')).toMatchObject({ keys: ['driver', 'device', 'pool', 'shareID'] });
  });
});
