import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Overload } from '../../src/cel/declarations.ts';
import { type Library, overloadsOf } from '../../src/cel/library/library.ts';
import { typeText } from '../../src/cel/types.ts';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import {
  ENVIRONMENTS,
  type EnvironmentName,
} from '../../src/server/expressions/environment-table.ts';
import { environmentOf } from '../../src/server/expressions/environments.ts';
import {
  LIBRARIES,
  librariesOf,
} from '../../src/server/expressions/libraries/versioned-libraries.ts';
import { SchemaTypes, SelfTypes } from '../../src/server/expressions/types/schema-types.ts';
import { MINORS, type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { celLinesWithSchema } from './cel-fixtures.ts';
import { type Answer, answerOf, type Question } from './checker-answer.ts';

const folder = join(import.meta.dirname, '../../fixtures/cel');

type Range = { readonly envs: 'all' | readonly EnvironmentName[]; readonly since?: Minor };

/** The declarations of the environments, from the servers. */
interface Declarations {
  readonly environments: readonly EnvironmentName[];
  readonly functions: readonly {
    readonly name: string;
    readonly id: string;
    readonly member?: true;
    readonly args: readonly string[];
    readonly result: string;
    readonly minors: 'all' | readonly Minor[];
    /** Set where newer servers do not declare it. */
    readonly until?: Minor;
    readonly in: readonly Range[];
  }[];
  readonly macros: readonly {
    readonly name: string;
    readonly args: number;
    readonly member?: true;
    readonly in: readonly Range[];
  }[];
  readonly variables: readonly {
    readonly name: string;
    readonly type: string;
    readonly in: readonly Range[];
  }[];
  readonly libraries: readonly { readonly name: string; readonly in: readonly Range[] }[];
}

const declarations: Declarations = JSON.parse(
  readFileSync(join(folder, 'declarations.json'), 'utf8'),
);

const newestFunctions = declarations.functions.filter(({ until }) => until === undefined);

/** All but that of devices, which is not part of the API server's own libraries. */
const environments = Object.keys(ENVIRONMENTS).filter(
  (name) => name !== 'device',
) as EnvironmentName[];

function row({ id, function: name, isMember, params, result }: Overload) {
  return `${name} ${id} ${isMember ? 'member ' : ''}(${params.map(typeText).join(', ')}) ${typeText(result)}`;
}

/** All libraries, as the newest minor has them. */
const NEWEST = LIBRARIES.map(({ create, since }) => ({ since, library: create(NEWEST_MINOR) }));

function allOverloads(libraries: readonly Library[]): readonly Overload[] {
  return libraries.flatMap((library) => overloadsOf(library, 'optional_type'));
}

function isIn(ranges: readonly Range[], environment: EnvironmentName): boolean {
  return ranges.some(({ envs }) => envs === 'all' || envs.includes(environment));
}

describe('the declared functions', () => {
  it('are those of the server', () => {
    const wanted = newestFunctions.map(
      ({ name, id, member, args, result }) =>
        `${name} ${id} ${member === true ? 'member ' : ''}(${args.join(', ')}) ${result}`,
    );
    const ours = allOverloads(NEWEST.map(({ library }) => library));
    expect(ours.map(row).sort()).toEqual(wanted.sort());
  });

  it('came with the same compatibility versions', () => {
    const ours = NEWEST.flatMap(({ library, since }) =>
      overloadsOf(library, 'optional_type').map(({ id, function: of }) => ({
        overload: `${of} ${id}`,
        since,
      })),
    );
    const wanted = newestFunctions.map(({ name, id, in: [range] }) => ({
      overload: `${name} ${id}`,
      since: range?.since,
    }));
    const order = (a: { overload: string }, b: { overload: string }) =>
      a.overload < b.overload ? -1 : 1;
    expect([...ours].sort(order)).toEqual([...wanted].sort(order));
  });

  it.each(MINORS.slice(MINORS.indexOf('1.32')))('are there in %s', (minor) => {
    const ours = new Set(allOverloads(librariesOf(minor, 'new', false)).map(({ id }) => id));
    const wanted = declarations.functions.filter(
      ({ minors, in: ranges }) =>
        isIn(ranges, 'vap') && (minors === 'all' || minors.includes(minor)),
    );
    expect([...ours].sort()).toEqual([...new Set(wanted.map(({ id }) => id))].sort());
  });

  it.each(environments)('are there in the environment %s', (environment) => {
    const ours = allOverloads(
      librariesOf(NEWEST_MINOR, 'stored', ENVIRONMENTS[environment].patches),
    ).map(row);
    const wanted = newestFunctions.filter(({ in: ranges }) => isIn(ranges, environment));
    expect(ours).toHaveLength(wanted.length);
  });
});

describe('the libraries', () => {
  it('are those of the server', () => {
    const wanted = declarations.libraries.map(({ name }) => name);
    const ours = new Set(NEWEST.map(({ library }) => library.name));
    expect([...ours].sort()).toEqual(wanted.sort());
  });

  it('have the macros of the server', () => {
    const ours = NEWEST.flatMap(({ library: { macros = [] }, since }) =>
      macros.map(
        ({ name, argCount, receiver }) => `${name} ${argCount} ${receiver} ${since ?? ''}`,
      ),
    );
    const wanted = declarations.macros.map(
      ({ name, args, member, in: [range] }) =>
        `${name} ${args} ${member === true} ${range?.since ?? ''}`,
    );
    expect(ours.sort()).toEqual(wanted.sort());
  });

  it('are those of a server of the minor before for new expressions', () => {
    expect(librariesOf('1.30', 'new', false).map(({ name }) => name)).not.toContain(
      'kubernetes.net.ip',
    );
    for (const [index, minor] of MINORS.entries()) {
      const before = MINORS[index - 1];
      if (before === undefined) continue;
      const older = librariesOf(before, 'stored', false).map(({ name }) => name);
      const newer = librariesOf(minor, 'new', false).map(({ name }) => name);
      expect(newer).toEqual(older);
    }
  });
});

describe('the variables', () => {
  it.each(environments)('are those of the server in the environment %s', (environment) => {
    const self = new SelfTypes({ kind: 'object', fields: new Map(), ...sizes() }, true);
    const context = environment.startsWith('crd')
      ? ({ environment, minor: NEWEST_MINOR, self } as const)
      : ({
          environment,
          minor: NEWEST_MINOR,
          hasParams: environment !== 'webhook',
          ...(environment === 'webhook' ? {} : { variables: new Map() }),
        } as const);
    const ours = environmentOf(context)
      .variables()
      .map(({ name, type }) => `${name} ${typeText(type)}`);
    const wanted = declarations.variables
      .filter(({ in: ranges }) => isIn(ranges, environment))
      .map(({ name, type }) => `${name} ${type}`);
    expect(ours.sort()).toEqual(wanted.sort());
  });
});

function sizes() {
  return { maxElements: 0, minSerializedSize: 2 };
}

interface Golden extends Question {
  readonly answer: Answer;
}

describe.each(MINORS)('the answers of the server of %s', (minor) => {
  const { schema, lines: goldens } = celLinesWithSchema<Golden>(`checker-${minor}`);

  it.each(goldens.map((golden) => [golden.env, golden.expression, golden] as const))(
    '%s: %s',
    (_, __, { answer, ...question }) => {
      const asked = question.env.startsWith('crd') ? { schema, ...question } : question;
      expect(answerOf(asked, minor)).toEqual(answer);
    },
  );
});

describe('the types of a schema', () => {
  const schema = (text: string): StructuralSchema => JSON.parse(text);
  const types = new SchemaTypes(NEWEST_MINOR);

  it.each([
    ['{"type":"string"}', 'string'],
    ['{"type":"string","format":"date-time"}', 'google.protobuf.Timestamp'],
    ['{"type":"string","format":"duration"}', 'google.protobuf.Duration'],
    ['{"type":"string","format":"byte"}', 'bytes'],
    ['{"type":"integer"}', 'int'],
    ['{"type":"number"}', 'double'],
    ['{"x-kubernetes-int-or-string":true}', 'dyn'],
    ['{"type":"array","items":{"type":"object"}}', 'list(selfType.@idx)'],
    ['{"type":"object","additionalProperties":{"type":"object"}}', 'map(string, selfType.@elem)'],
    ['{"type":"object","properties":{}}', 'selfType'],
  ])('%s is %s', (text, expected) => {
    const type = types.typeOf(schema(text));
    expect(type && typeText(new SelfTypes(type, true).self)).toBe(expected);
  });

  it.each([
    '{}',
    '{"x-kubernetes-preserve-unknown-fields":true}',
    '{"type":"array","items":{}}',
    '{"type":"object","additionalProperties":{}}',
  ])('%s has none', (text) => {
    expect(types.typeOf(schema(text))).toBeUndefined();
  });
});
