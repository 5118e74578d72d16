// Makes expressions of policies about an object, some of which fail.
import type { Random } from '../random.ts';
import type { Json, JsonObject } from './objects.ts';

/** The variables that an expression can use. */
export interface Scope {
  readonly object: JsonObject;
  readonly variables: readonly string[];
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
}

/** A boolean expression. */
export function condition(random: Random, scope: Scope, depth = 0): string {
  if (depth < 2 && random.chance(0.35)) {
    const parts = [condition(random, scope, depth + 1), condition(random, scope, depth + 1)];
    return random.pick([
      `(${parts.join(' || ')})`,
      `(${parts.join(' && ')})`,
      `(${parts[0]} ? ${parts[1]} : ${condition(random, scope, depth + 1)})`,
      `!(${parts[0]})`,
    ]);
  }
  const path = pathIn(random, scope.object);
  return random.pick([
    () => `has(${path})`,
    () => `has(${path}) && ${path} == ${literal(random, scope.object)}`,
    () => `${path} == ${literal(random, scope.object)}`,
    () => `size(${path}) ${random.pick(['<', '>=', '=='])} ${random.below(4)}`,
    () => `${path} != null`,
    () => `string(${path}).contains('${random.pick(['a', 'x', '1'])}')`,
    () => `${path}.exists(x, x == ${literal(random, scope.object)})`,
    () => `${path}.all(k, k != 'b')`,
    () => `object.metadata.?labels['${random.pick(['app', 'env'])}'].orValue('none') == 'web'`,
    () => `object.metadata.name.startsWith('${random.pick(['t', 'p'])}')`,
    () => `request.operation == '${random.pick(['CREATE', 'UPDATE', 'DELETE'])}'`,
    () => `request.userInfo.username == '${random.pick(['admin', 'jane'])}'`,
    () => `'system:masters' in request.userInfo.groups`,
    () => `request.dryRun`,
    () => `request.kind.kind == request.requestKind.kind`,
    () => `request.resource.version == '${random.pick(['v1', 'v1beta1'])}'`,
    () => `oldObject == null || oldObject.metadata.name == object.metadata.name`,
    () => `object == null || object.kind != ''`,
    () => `has(request.namespace) && request.namespace != 'prod'`,
    () => `namespaceObject == null || has(namespaceObject.metadata.labels)`,
    () => `namespaceObject.metadata.name != 'prod'`,
    () => `namespaceObject.metadata.?labels.?env.orValue('') != 'prod'`,
    () => `request.name == object.metadata.name`,
    () => `object.metadata.?annotations[?'example.com/note'].hasValue()`,
    () => `object.?spec.?replicas.orValue(1) <= 5`,
    () => `size(string(${path})) < 20`,
    () => `${path}.exists_one(x, x != 'a')`,
    () => `type(${path}) == ${random.pick(['string', 'int', 'list', 'map', 'bool', 'double'])}`,
    () => `dyn(object) == dyn(oldObject)`,
    () => `oldObject != null && object != null && ${path} == old${capitalized(path)}`,
    () => `dyn(${path}) in ['a', 1, true, null, 2.0]`,
    () => `cel.bind(x, dyn(${path}), x == x)`,
    () => `variables.missing == 1`,
    () => `object.metadata.creationTimestamp != null`,
    () => `has(object.status) || has(object.metadata.uid)`,
    () => variable(random, scope),
    () =>
      scope.hasParams
        ? random.pick([
            'params != null',
            "params.data.level == 'high'",
            'has(params.data)',
            "params.metadata.name == 'one'",
          ])
        : 'true',
    () => authorizerCheck(random, scope),
    () => costly(random),
    () => quantityCheck(random),
  ])();
}

function capitalized(path: string): string {
  return path.replace(/^o/, 'O');
}

function variable(random: Random, { variables }: Scope): string {
  if (variables.length === 0) return 'true';
  const name = random.pick(variables);
  return random.pick([
    `variables.${name} == variables.${name}`,
    `variables.${name} == true`,
    `dyn(variables.${name}) != 'x'`,
  ]);
}

function authorizerCheck(random: Random, { hasAuthorizer }: Scope): string {
  if (!hasAuthorizer) return 'false';
  return random.pick([
    "authorizer.group('').resource('pods').check('get').allowed()",
    "authorizer.requestResource.check('create').allowed()",
    "authorizer.path('/healthz').check('get').reason() == ''",
    "authorizer.serviceAccount('default', 'robot').group('apps').resource('deployments').namespace('x').name('y').check('list').errored()",
    "authorizer.path('').check('get').allowed()",
  ]);
}

/** Some of these use up the limit of one evaluation. */
function costly(random: Random): string {
  const list = `[${Array.from({ length: random.pick([3, 10, 60]) }, (_, index) => index).join()}]`;
  return random.pick([
    `${list}.all(a, ${list}.all(b, a + b >= 0))`,
    `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c >= 0)))`,
    `${list}.map(a, ${list}.map(b, a * b)).size() > 1`,
  ]);
}

function quantityCheck(random: Random): string {
  return random.pick([
    "object.spec.template.spec.containers.all(c, quantity(c.resources.limits.cpu).isLessThan(quantity('2')))",
    'object.spec.containers.all(c, has(c.resources) && has(c.resources.limits))',
    'object.spec.containers.all(c, !has(c.securityContext) || c.securityContext.?privileged.orValue(false) == false)',
    '!has(object.spec.hostNetwork) || !object.spec.hostNetwork',
    "object.spec.containers.all(c, c.image.matches('^[a-z]+(:[0-9.]+)?$'))",
    "object.spec.template.spec.containers[0].imagePullPolicy == 'Always'",
    'object.spec.replicas <= 5',
    'object.spec.template.spec.securityContext.runAsNonRoot',
  ]);
}

/** An expression with a string, for messages and annotations. */
export function text(random: Random, scope: Scope): string {
  const path = pathIn(random, scope.object);
  return random.pick([
    () => `'denied ' + string(${path})`,
    () => `'name: ' + object.metadata.name`,
    () => `' padded '`,
    () => `'two\\nlines'`,
    () => `'  \\n '`,
    () => `'${'x'.repeat(random.pick([100, 5121]))}'`,
    () => `string(dyn(${path}).size()) + '!'`,
    () => `${path}.join(',')`,
    () => `request.userInfo.groups.join(' ')`,
    () => `'<b>&\u2028"'`,
    () => `''`,
    () => `has(${path}) ? '${random.pick(['yes', ''])}' : 'no'`,
    () =>
      scope.variables.length > 0 ? `string(variables.${random.pick(scope.variables)})` : "'x'",
    () => (scope.hasParams ? `'p ' + params.metadata.name` : "'<&>'"),
    () => `request.name + ' in ' + namespaceObject.metadata.name`,
    () => `'%d'.format([size(${path})])`,
  ])();
}

/** Any expression, for a variable. */
export function value(random: Random, scope: Scope): string {
  const path = pathIn(random, scope.object);
  return random.pick([
    () => condition(random, scope),
    () => path,
    () => `has(${path}) ? ${path} : dyn('none')`,
    () => `object.metadata.name`,
    () => `object.?metadata.?labels`,
    () => `[1, 2, 3].map(x, x * 2)`,
    () => `{'a': object.metadata.name}`,
    () => `object.spec.?template.?spec.?containers.orValue([])`,
  ])();
}

/** A path to a value of an object, or to none. */
export function pathIn(random: Random, object: JsonObject): string {
  let path = 'object';
  let at: Json = object;
  for (;;) {
    if (Array.isArray(at)) {
      if (at.length === 0 || random.chance(0.4)) return path;
      const index = random.below(at.length);
      path += `[${index}]`;
      at = at[index] ?? null;
    } else if (typeof at === 'object' && at !== null) {
      const keys: readonly string[] = Object.keys(at).filter(
        (key) => /^[a-z]\w*$/i.test(key) && key !== 'namespace',
      );
      if (keys.length === 0 || (path !== 'object' && random.chance(0.15))) return `${path}.missing`;
      const key: string = random.pick(keys);
      path += `.${key}`;
      at = at[key] ?? null;
    } else return path.endsWith(']') ? `object.metadata.name` : path;
  }
}

function literal(random: Random, object: JsonObject): string {
  const scalars: string[] = [];
  collect(object, scalars);
  return random.chance(0.6) && scalars.length > 0
    ? random.pick(scalars)
    : random.pick(["'web'", '1', 'true', "'Always'", 'null', '2.5']);
}

function collect(value: Json, into: string[]): void {
  if (typeof value === 'string') into.push(`'${value.replaceAll("'", '').slice(0, 30)}'`);
  else if (typeof value === 'number' || typeof value === 'boolean') into.push(String(value));
  else if (Array.isArray(value)) for (const item of value) collect(item, into);
  else if (value !== null) for (const item of Object.values(value)) collect(item, into);
}
