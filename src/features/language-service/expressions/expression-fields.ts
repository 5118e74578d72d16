import { DYN, typeText } from '../../../cel/types.ts';
import { ENVIRONMENTS } from '../../../server/expressions/environment-table.ts';
import { escapeProperty } from '../../../server/expressions/escaping.ts';
import {
  admissionStructs,
  JSON_PATCH,
  NAMESPACE_TYPE,
  OBJECT,
  REQUEST_TYPE,
} from '../../../server/expressions/types/declared-types.ts';
import { DEVICE_TYPE, deviceFields } from '../../../server/expressions/types/device-types.ts';
import { apiVersionOf } from '../../../server/kubernetes/api-version.ts';
import { allKinds } from '../../../server/kubernetes/kinds.ts';
import {
  itemsAt,
  mappingFrom,
  mappingIn,
  mappingsIn,
  type Path,
  stringAt,
  stringsIn,
  type Value,
  valueAt,
} from '../../../yaml/index.ts';
import { describe } from '../hover.ts';
import { paramKindOf } from '../index/targets.ts';
import type { ServiceContext } from '../service-context.ts';
import { type Shape, shapeAt, shapeOfAnyObject, shapeOfKind, shapeOfSchema } from '../shape.ts';
import type { ExpressionPlace } from './expression-place.ts';
import { selectionSteps } from './expression-words.ts';
import { shownType } from './signatures.ts';

export interface SelectedField {
  readonly name: string;
  readonly detail: string;
  readonly isRequired: boolean;
  readonly description: (() => string) | undefined;
}

/** The fields of the value of an expression that selects from a variable; none if they are not known. */
export function fieldsOf(
  expression: string,
  place: ExpressionPlace,
  context: ServiceContext,
): readonly SelectedField[] {
  const [root, ...path] = selectionSteps(expression) ?? [''];
  return uniqueFields([
    ...variableFields(root, path, place),
    ...structFields(root, path, place),
    ...rootShapes(root, place, context).flatMap((shape) =>
      shapeFields(shapeAt(shape, path), DECLARED_ROOTS.has(root) ? escapeProperty : selectedName),
    ),
  ]);
}

function uniqueFields(fields: readonly SelectedField[]): readonly SelectedField[] {
  const found = new Map<string, SelectedField>();
  for (const field of fields) if (!found.has(field.name)) found.set(field.name, field);
  return [...found.values()];
}

/** The fields of a type of mutations, such as `Object.spec` or `JSONPatch`; none of any other type. */
export function fieldsOfType(
  type: string,
  place: ExpressionPlace,
  context: ServiceContext,
): readonly SelectedField[] {
  if (!ENVIRONMENTS[place.context.environment].patches) return [];
  if (type === JSON_PATCH) {
    return JSON_PATCH_FIELDS.map((name) => ({
      name,
      detail: '',
      isRequired: name === 'op' || name === 'path',
      description: undefined,
    }));
  }
  return uniqueFields(
    typeShapes(type, place, context).flatMap((shape) => shapeFields(shape, selectedName)),
  );
}

const JSON_PATCH_FIELDS = ['op', 'path', 'from', 'value'];

/** The names of the types that are declared below one of mutations: `Object.spec.template` is below `Object.spec`. */
export function typesBelow(
  type: string,
  place: ExpressionPlace,
  context: ServiceContext,
): readonly SelectedField[] {
  return fieldsOfType(type, place, context).filter(({ name }) =>
    typeShapes(`${type}.${name}`, place, context).some(({ form }) => form === 'mapping'),
  );
}

/** The shapes of the values of a type of mutations. That of a list is the type of its items. */
function typeShapes(
  type: string,
  place: ExpressionPlace,
  context: ServiceContext,
): readonly Shape[] {
  const [root, ...path] = type.split('.');
  if (root !== OBJECT) return [];
  const item = (shape: Shape | undefined) => (shape?.form === 'list' ? shape.below(0) : shape);
  return rootShapes('object', place, context).flatMap(
    (shape) => path.reduce((at: Shape | undefined, step) => item(at?.below(step)), shape) ?? [],
  );
}

/** The shape of a selected value, of the first kind that declares it. */
export function selectedShape(
  expression: string,
  place: ExpressionPlace,
  context: ServiceContext,
): Shape | undefined {
  const [root, ...path] = selectionSteps(expression) ?? [''];
  if (root === OBJECT) return typeShapes(expression, place, context)[0];
  return rootShapes(root, place, context)
    .map((shape) => shapeAt(shape, path))
    .find((shape) => shape !== undefined);
}

/** The variables whose fields the server declares by a schema, so that expressions select them by escaped names. */
const DECLARED_ROOTS = new Set(['self', 'oldSelf']);

/** The words that cannot follow a dot. */
const KEYWORDS = new Set(['in', 'true', 'false', 'null']);

/** The name by which a key of a map is selected; undefined if it can only be an index. */
function selectedName(key: string): string | undefined {
  return /^[A-Za-z_]\w*$/.test(key) && !KEYWORDS.has(key) ? key : undefined;
}

/** @param nameOf the name of a field in expressions; undefined if it has none */
function shapeFields(
  shape: Shape | undefined,
  nameOf: (field: string) => string | undefined,
): readonly SelectedField[] {
  return (shape?.fields() ?? []).flatMap((key) => {
    const field = shape?.below(key);
    const name = nameOf(key);
    if (field === undefined || name === undefined) return [];
    const description = () => describe(key, field).join('\n\n');
    return [{ name, detail: field.type, isRequired: field.isRequired, description }];
  });
}

function rootShapes(
  root: string,
  place: ExpressionPlace,
  { minor, customKinds }: ServiceContext,
): readonly Shape[] {
  const { schema } = place;
  const of = (apiVersion: string, kind: string) =>
    shapeOfKind(apiVersion, kind, minor, customKinds) ?? [];
  switch (root) {
    case 'self':
    case 'oldSelf':
      return schema === undefined ? [] : [shapeOfSchema(schema)];
    case 'object':
    case 'oldObject':
      return [
        ...matchedKinds(objectOf(place), customKinds).flatMap(({ apiVersion, kind }) =>
          of(apiVersion, kind),
        ),
        shapeOfAnyObject(minor),
      ];
    case 'params': {
      const param = paramKindOf(objectOf(place));
      const apiVersion = stringAt(objectOf(place), 'spec', 'paramKind', 'apiVersion');
      if (param === undefined || apiVersion === undefined) return [];
      return [shapeOfKind(apiVersion, param.kind, minor, customKinds) ?? shapeOfAnyObject(minor)];
    }
    default:
      return [];
  }
}

function objectOf({ resource: { origin } }: ExpressionPlace): Value {
  return valueAt(origin.document.value, origin.path) ?? null;
}

interface NamedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds that the rules of a policy or webhook name. */
function matchedKinds(
  root: Value,
  customKinds: ServiceContext['customKinds'],
): readonly NamedKind[] {
  const rules = [
    ...itemsAt(root, 'spec', 'matchConstraints', 'resourceRules'),
    ...itemsAt(root, 'webhooks').flatMap((webhook) => itemsAt(webhook, 'rules')),
  ];
  return rules.flatMap((rule) => {
    const texts = (field: string) => stringsIn(mappingFrom(rule)[field]);
    const kinds = [...allKinds(), ...customKinds].filter(
      ({ group, plural }) =>
        texts('apiGroups').includes(group) && texts('resources').includes(plural),
    );
    return kinds.flatMap(({ group, kind }) =>
      texts('apiVersions').map((version) => ({
        apiVersion: apiVersionOf({ group, version }),
        kind,
      })),
    );
  });
}

/** The variables of the policy that the expression can use, in the order of the policy. */
function variableFields(
  root: string,
  path: Path,
  place: ExpressionPlace,
): readonly SelectedField[] {
  const { variables: visible } = place.context;
  if (root !== 'variables' || path.length > 0 || visible === undefined) return [];
  const { variables } = mappingIn(objectOf(place), 'spec');
  const expressions = new Map(
    mappingsIn(variables).map(({ name, expression }) => [name, expression]),
  );
  return [...visible.keys()].map((name) => ({
    name,
    detail: shownType(visible.get(name) ?? DYN),
    isRequired: false,
    description: () => `\`\`\`cel\n${String(expressions.get(name))}\n\`\`\``,
  }));
}

/** The name of the struct that a variable is; undefined for other variables. */
function structOf(variable: string): string | undefined {
  switch (variable) {
    case 'request':
      return REQUEST_TYPE.name;
    case 'namespaceObject':
      return NAMESPACE_TYPE.name;
    case 'device':
      return DEVICE_TYPE.name;
    default:
      return undefined;
  }
}

/** The fields of `request`, `namespaceObject` and `device`, and of the structs in them. */
function structFields(
  root: string,
  path: Path,
  { context }: ExpressionPlace,
): readonly SelectedField[] {
  const structs = new Map([
    ...admissionStructs(),
    [DEVICE_TYPE.name, deviceFields(context.minor, context.expressions ?? 'new')],
  ]);
  let struct = structOf(root);
  for (const step of path) {
    const type = struct === undefined ? undefined : structs.get(struct)?.get(String(step));
    struct = type?.kind === 'struct' ? type.name : undefined;
  }
  const fields = struct === undefined ? undefined : structs.get(struct);
  return [...(fields?.keys() ?? [])].map((name) => {
    const type = fields?.get(name);
    const detail = type === undefined ? '' : typeText(type);
    return { name, detail, isRequired: false, description: undefined };
  });
}
