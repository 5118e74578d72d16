import { addTo } from '../../base/index-by.ts';
import type { JSONSchemaProps } from '../kubernetes/types.generated.ts';

/** The keywords that contain schemas. */
type ChildKeyword =
  | 'properties'
  | 'items'
  | 'additionalProperties'
  | 'not'
  | 'allOf'
  | 'anyOf'
  | 'oneOf'
  | 'definitions'
  | 'dependencies'
  | 'patternProperties'
  | 'additionalItems';

export type Keyword = keyof JSONSchemaProps;

/**
 * The role of a schema:
 * - `structural`: it declares a value. It is reached from the root through `properties`, `items` and
 *   `additionalProperties` only.
 * - `nested`: it only constrains a value. It is at or below a `not`, `allOf`, `anyOf` or `oneOf`.
 * - `foreign`: it is at or below a keyword that is not allowed there. Only its keywords are checked.
 * - `unseen`: it is below `patternProperties` or `additionalItems`, where the server checks very little.
 */
type SchemaRole = 'structural' | 'nested' | 'foreign' | 'unseen';

/** The reason why the server does not allow a default at a place. */
type DefaultBan = 'top-level-metadata' | 'metadata-additional-properties';

/** A schema in a tree, with its place. Errors refer to it. */
export class SchemaNode {
  readonly schema: JSONSchemaProps;
  readonly parent: SchemaNode | undefined;
  readonly role: SchemaRole;
  /** The keyword of the parent that contains it; undefined for the root. */
  readonly keyword: ChildKeyword | undefined;
  /** The name or index below the keyword, if it has one. */
  readonly key: string | number | undefined;
  /** True if the schema describes `apiVersion`, `kind` or `metadata` of an object, or something in them. */
  readonly insideMetadata: boolean;
  readonly defaultBan: DefaultBan | undefined;

  constructor(
    schema: JSONSchemaProps,
    parent?: SchemaNode,
    keyword?: ChildKeyword,
    key?: string | number,
  ) {
    this.schema = schema;
    this.parent = parent;
    this.keyword = keyword;
    this.key = key;
    this.role = roleBelow(parent, keyword, key);
    const isMetadata =
      parent !== undefined && keyword === 'properties' && describesMetadata(parent, String(key));
    this.insideMetadata = isMetadata || (parent?.insideMetadata ?? false);
    this.defaultBan =
      isMetadata && parent.parent === undefined
        ? 'top-level-metadata'
        : parent?.insideMetadata === true && keyword === 'additionalProperties'
          ? 'metadata-additional-properties'
          : parent?.defaultBan;
  }

  get isRoot(): boolean {
    return this.parent === undefined;
  }

  /** The path below the root schema, in the file. */
  get segments(): readonly (string | number)[] {
    const segments: (string | number)[] = [];
    for (let node: SchemaNode = this; node.parent !== undefined; node = node.parent) {
      if (node.key !== undefined) segments.push(node.key);
      if (node.keyword !== undefined) segments.push(node.keyword);
    }
    return segments.reverse();
  }

  /** The path below the root schema as the server writes it, such as `.properties[spec].items`. */
  get path(): string {
    const steps: string[] = [];
    for (let node: SchemaNode = this; node.parent !== undefined; node = node.parent) {
      steps.push(node.key === undefined ? `.${node.keyword}` : `.${node.keyword}[${node.key}]`);
    }
    return steps.reverse().join('');
  }
}

/** All schemas of a tree, the root first, with an index by keyword. */
export class SchemaTree {
  readonly root: SchemaNode;
  readonly nodes: readonly SchemaNode[];
  readonly #having: ReadonlyMap<string, readonly SchemaNode[]>;

  /** Visits all schemas once. Not recursive, so schemas of any depth are supported. */
  constructor(schema: JSONSchemaProps) {
    this.root = new SchemaNode(schema);
    const nodes: SchemaNode[] = [];
    const having = new Map<string, SchemaNode[]>();
    const left: SchemaNode[] = [this.root];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      nodes.push(node);
      for (const keyword in node.schema) addTo(having, keyword, node);
      pushChildren(node, left);
    }
    this.nodes = nodes;
    this.#having = having;
  }

  having(keyword: Keyword): readonly SchemaNode[] {
    return this.#having.get(keyword) ?? [];
  }
}

const METADATA_MEMBERS = new Set(['apiVersion', 'kind', 'metadata']);

/** Reports whether a property of a schema is one of the three that every API object has. */
export function describesMetadata(parent: SchemaNode, property: string): boolean {
  return (
    METADATA_MEMBERS.has(property) &&
    (parent.isRoot || parent.schema['x-kubernetes-embedded-resource'] === true)
  );
}

function roleBelow(
  parent: SchemaNode | undefined,
  keyword: ChildKeyword | undefined,
  key: string | number | undefined,
): SchemaRole {
  if (parent === undefined) return 'structural';
  const above = parent.role;
  switch (keyword) {
    case 'patternProperties':
    case 'additionalItems':
      return 'unseen';
    case 'definitions':
    case 'dependencies':
      return above === 'unseen' ? above : 'foreign';
    case 'items':
      return key !== undefined && above !== 'unseen' ? 'foreign' : above;
    case 'properties':
      return above;
    case 'additionalProperties':
      // The server refuses the keyword here, so it does not go further.
      return above === 'nested' ? 'foreign' : above;
    default:
      return above === 'structural' ? 'nested' : above;
  }
}

/** Pushes the schemas directly below a node onto a stack. */
function pushChildren(node: SchemaNode, stack: SchemaNode[]): void {
  const { schema } = node;
  pushEach(node, 'properties', schema.properties, stack);
  pushEach(node, 'definitions', schema.definitions, stack);
  pushEach(node, 'patternProperties', schema.patternProperties, stack);
  pushList(node, 'allOf', schema.allOf, stack);
  pushList(node, 'anyOf', schema.anyOf, stack);
  pushList(node, 'oneOf', schema.oneOf, stack);
  pushOne(node, 'not', schema.not, stack);
  pushOne(node, 'additionalProperties', schema.additionalProperties, stack);
  pushOne(node, 'additionalItems', schema.additionalItems, stack);
  const { items, dependencies } = schema;
  if (isSchemaList(items)) pushList(node, 'items', items, stack);
  else pushOne(node, 'items', items, stack);
  for (const name in dependencies) {
    const dependency = dependencies[name];
    if (dependency !== undefined && !Array.isArray(dependency)) {
      // Anything but a list is a schema by its type; `Array.isArray` does not narrow readonly arrays.
      stack.push(new SchemaNode(dependency as JSONSchemaProps, node, 'dependencies', name));
    }
  }
}

function pushEach(
  parent: SchemaNode,
  keyword: ChildKeyword,
  schemas: { readonly [name: string]: JSONSchemaProps } | undefined,
  stack: SchemaNode[],
): void {
  for (const name in schemas) {
    const schema = schemas[name];
    if (schema !== undefined) stack.push(new SchemaNode(schema, parent, keyword, name));
  }
}

function pushList(
  parent: SchemaNode,
  keyword: ChildKeyword,
  schemas: readonly JSONSchemaProps[] | undefined,
  stack: SchemaNode[],
): void {
  if (schemas === undefined) return;
  for (const [index, schema] of schemas.entries()) {
    stack.push(new SchemaNode(schema, parent, keyword, index));
  }
}

function pushOne(
  parent: SchemaNode,
  keyword: ChildKeyword,
  schema: JSONSchemaProps | boolean | undefined,
  stack: SchemaNode[],
): void {
  if (typeof schema === 'object') stack.push(new SchemaNode(schema, parent, keyword));
}

/** Reports whether `items` has a list of schemas instead of a single one. */
export function isSchemaList(items: JSONSchemaProps['items']): items is readonly JSONSchemaProps[] {
  return Array.isArray(items);
}
