import { Ajv2020, type KeywordCxt } from 'ajv/dist/2020.js';
import { _, type Code, Name, or } from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { transform } from 'esbuild';
import { type Definitions, type Schema, shapeOf, structs, type TypeShape } from './facts.ts';

/**
 * A module with a factory for each definition: \`() => validate\`, which V8 only pre-parses until an
 * object of that definition turns up.
 *
 * A validator judges the scalars and field names of one definition, and leaves the objects below it
 * to the caller (\`this.defer\`), so that neither the depth of an object nor a recursive definition
 * takes any stack, and definitions that kinds share are compiled once. What only Kubernetes knows
 * (its numbers, quantities, times ...) is asked of the caller too (\`this.isScalar\`).
 */
export async function validatorsModule(definitions: Definitions): Promise<string> {
  const ajv = new Ajv2020({
    allErrors: true,
    messages: false,
    passContext: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    code: { source: true, esm: true },
  });
  // Which fields there are: ajv's own keyword would drag every schema into the code.
  ajv.addKeyword({
    keyword: 'fields',
    type: 'object',
    schemaType: 'array',
    error: { message: '', params: ({ params }) => _`{field: ${params.field}}` },
    code(cxt: KeywordCxt) {
      const names: readonly string[] = cxt.schema;
      cxt.gen.forIn('key', cxt.data, (key) => {
        cxt.setParams({ field: key });
        const known: Code =
          names.length === 0 ? _`false` : or(...names.map((name) => _`${key} === ${name}`));
        cxt.gen.if(_`!(${known})`, () => cxt.error());
      });
    },
  });
  ajv.addKeyword({
    keyword: 'defer',
    type: 'object',
    schemaType: 'array',
    code(cxt: KeywordCxt) {
      const [definition, lenient]: readonly [string, boolean] = cxt.schema;
      cxt.gen.code(_`this.defer(${definition}, ${lenient}, ${cxt.data}, ${pathCode(cxt)})`);
    },
  });
  ajv.addKeyword({
    keyword: 'scalar',
    schemaType: 'string',
    error: { message: '', params: ({ schema }) => _`{scalar: ${schema}}` },
    code(cxt: KeywordCxt) {
      const { data, schema, it } = cxt;
      cxt.fail(_`!this.isScalar(${schema}, ${data}, ${it.parentData}, ${it.parentDataProperty})`);
    },
  });
  ajv.addKeyword({
    keyword: 'minors',
    schemaType: 'object',
    error: { message: '', params: ({ schema }) => _`${schema}` },
    code(cxt: KeywordCxt) {
      cxt.error();
    },
  });
  const factories = await Promise.all(
    structs(definitions).map(async ([name, fields]) => {
      const source = standalone(ajv, ajv.compile(definitionSchema(fields, definitions)));
      const { code } = await transform(withoutBookkeeping(source), {
        minify: true,
        treeShaking: true,
        format: 'esm',
        target: 'node20',
      });
      return `${name}: ${factoryText(code)},\n`;
    }),
  );
  return `// Made by scripts/generate/kubernetes-modules.ts; do not edit.\nexport const validators = {\n${factories.join('')}};\n`;
}

/** Where a value stands below the object that is validated, as a JSON pointer. */
function pathCode({ it }: KeywordCxt): Code {
  return _`${new Name('instancePath')} + ${it.errorPath}`;
}

/** Leaves out what nobody reads: where in the schema an error comes from, and which fields were seen. */
function withoutBookkeeping(source: string): string {
  return source
    .replace(/export const validate = \w+;/, '')
    .replace(/schemaPath:"[^"]*",/g, '')
    .replace(/const evaluated0 = \w+\.evaluated;(?:if\(evaluated0\.\w+\)\{[^}]*\})*/g, '')
    .replace(/\w+\.evaluated = \{.*?\};/g, '');
}

/** Turns a minified module into a function that gives what the module exports. */
function factoryText(code: string): string {
  const match = /^([\s\S]*?);?export\{(\w+) as default\};\s*$/.exec(code);
  if (match === null) throw new Error(`not a module with a default export: ${code.slice(0, 200)}`);
  return `()=>{${match[1]};return ${match[2]}}`;
}

/** The schema of one definition, as the decoder of the server sees it: null is never an error. */
function definitionSchema(
  fields: Readonly<Record<string, Schema>>,
  definitions: Definitions,
): object {
  const properties = Object.entries(fields).map(([field, schema]) => {
    const { 'x-since': since, 'x-until': until } = schema;
    const minors = since === undefined && until === undefined ? {} : { minors: { since, until } };
    return [field, { ...typeSchema(shapeOf(schema, definitions)), ...minors }];
  });
  return {
    type: 'object',
    fields: Object.keys(fields),
    properties: Object.fromEntries(properties),
  };
}

function typeSchema(type: TypeShape): object {
  switch (type.shape) {
    case 'any':
      return {};
    case 'object':
      return { type: 'object', nullable: true, defer: [type.definition, false] };
    case 'list':
      return { type: 'array', nullable: true, items: typeSchema(type.of) };
    case 'map':
      return { type: 'object', nullable: true, additionalProperties: typeSchema(type.of) };
    case 'scalar':
      return scalarSchema(type.scalar);
  }
}

function scalarSchema(scalar: string): object {
  const defer = ['JSONSchemaProps', true];
  switch (scalar) {
    case 'string':
    case 'boolean':
      return { type: scalar, nullable: true };
    case 'schema-or-bool':
      return { scalar, defer };
    // These two take any scalar for nothing at all.
    case 'schema-or-array':
      return { scalar, defer, items: { type: 'object', nullable: true, defer } };
    case 'schema-or-strings':
      return { scalar, defer, items: { type: 'string', nullable: true } };
    default:
      return { scalar };
  }
}
