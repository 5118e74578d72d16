import type { AuthorizationAnswers } from '../../server/admission/authorizer.ts';
import { OPERATIONS, type Operation } from '../../server/kubernetes/operations.ts';
import type { Mapping, Value } from '../../server/kubernetes/value.ts';
import { isMapping } from '../../yaml/tree.ts';
import { readAuthorization } from '../admit/authorization-file.ts';

const TEST_FILE = /[.]kubeadmit-test[.]ya?ml$/;
const KYVERNO_FILE = /(?:^|\/)kyverno-test[.]ya?ml$/;

/** Reports whether a file is a test file, by its name. */
export function isTestFile(file: string): boolean {
  return TEST_FILE.test(file) || isKyvernoTestFile(file);
}

/** Reports whether a file has tests for the command line of Kyverno, by its name. */
export function isKyvernoTestFile(file: string): boolean {
  return KYVERNO_FILE.test(file);
}

/** An object of a test: the path of a file with one object, or the object itself. */
export type TestObject = string | Mapping;

/** The expected result of a request. Absent fields are not compared. */
export interface Expectation {
  readonly decision: 'admitted' | 'denied' | 'unknown';
  /** A part of the server's message. */
  readonly message: string | undefined;
  /** Parts of the warnings, each of another one; an empty list expects none. */
  readonly warnings: readonly string[] | undefined;
  /** Annotations of the audit event. */
  readonly audit: ReadonlyMap<string, string> | undefined;
  /** Fields that the object has after mutating policies have changed it. */
  readonly mutated: Mapping | undefined;
}

/** One test: a request, and its expected result. */
export interface PolicyTest {
  readonly name: string;
  readonly object: TestObject;
  /** A JSON merge patch of the object. */
  readonly patch: Mapping | undefined;
  readonly old: TestObject | undefined;
  /** The subresource that the request is for, such as `pods/exec`; undefined for the object itself. */
  readonly resource: string | undefined;
  /** Params, namespaces and CRDs in addition to those of the file. Each replaces one of the same name. */
  readonly cluster: readonly TestObject[];
  readonly operation: Operation | undefined;
  readonly user: string | undefined;
  readonly groups: readonly string[] | undefined;
  readonly isDryRun: boolean;
  readonly answers: AuthorizationAnswers;
  readonly expect: Expectation;
}

/** A file with tests of policies. Paths are relative to its folder. */
export interface TestFile {
  /** Files and folders with policies and bindings. */
  readonly policies: readonly string[];
  /** Files and folders with params, namespaces and CRDs, or these themselves. */
  readonly cluster: readonly TestObject[];
  /** The version as it is written. Undefined for the version of the command line. */
  readonly kubernetesVersion: string | undefined;
  readonly tests: readonly PolicyTest[];
}

type ReadTestFile =
  | { readonly ok: true; readonly file: TestFile }
  | { readonly ok: false; readonly problem: string };

/** The exception of a reader of this file, with the error of a value. */
class TestFileError {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

/** Reads the value of a test file. `test.schema.json` describes the same. */
export function readTestFile(value: Value): ReadTestFile {
  try {
    return { ok: true, file: testFile(value) };
  } catch (thrown) {
    if (!(thrown instanceof TestFileError)) throw thrown;
    return { ok: false, problem: thrown.problem };
  }
}

function testFile(value: Value): TestFile {
  const { policies, cluster, kubernetesVersion, tests } = keysOf(value, 'the file', [
    'policies',
    'cluster',
    'kubernetesVersion',
    'tests',
  ]);
  return {
    policies: strings(policies ?? null, 'policies'),
    cluster: testObjects(cluster, 'cluster'),
    kubernetesVersion: kubernetesVersion === undefined ? undefined : String(kubernetesVersion),
    tests: list(tests ?? null, 'tests').map((test, index) => policyTest(test, `tests[${index}]`)),
  };
}

const TEST_KEYS = [
  'name',
  'object',
  'patch',
  'old',
  'resource',
  'cluster',
  'operation',
  'user',
  'groups',
  'dryRun',
  'authorize',
  'expect',
] as const;

function policyTest(value: Value, at: string): PolicyTest {
  const test = keysOf(value, at, TEST_KEYS);
  const { name, object, patch, old, resource, operation } = test;
  const { cluster, user, groups, dryRun, authorize, expect } = test;
  if (object === undefined) throw new TestFileError(`${at}: object is required`);
  if (expect === undefined) throw new TestFileError(`${at}: expect is required`);
  return {
    name: name === undefined ? at : string(name, `${at}.name`),
    object: testObject(object, `${at}.object`),
    patch: patch === undefined ? undefined : mapping(patch, `${at}.patch`),
    old: old === undefined ? undefined : testObject(old, `${at}.old`),
    resource: resource === undefined ? undefined : string(resource, `${at}.resource`),
    cluster: testObjects(cluster, `${at}.cluster`),
    operation: operation === undefined ? undefined : word(operation, `${at}.operation`, OPERATIONS),
    user: user === undefined ? undefined : string(user, `${at}.user`),
    groups: groups === undefined ? undefined : strings(groups, `${at}.groups`),
    isDryRun: dryRun === true,
    answers: answersOf(authorize, `${at}.authorize`),
    expect: expectation(expect, `${at}.expect`),
  };
}

function answersOf(value: Value | undefined, at: string): AuthorizationAnswers {
  if (value === undefined) return () => undefined;
  const read = readAuthorization(value);
  if (!read.ok) throw new TestFileError(`${at}: ${read.problem}`);
  return read.answers;
}

const DECISIONS = ['admitted', 'denied', 'unknown'] as const;

function expectation(value: Value, at: string): Expectation {
  const keys = ['decision', 'message', 'warnings', 'audit', 'mutated'] as const;
  const { decision, message, warnings, audit, mutated } = keysOf(value, at, keys);
  return {
    decision: word(decision ?? null, `${at}.decision`, DECISIONS),
    message: message === undefined ? undefined : string(message, `${at}.message`),
    warnings: warnings === undefined ? undefined : strings(warnings, `${at}.warnings`),
    audit:
      audit === undefined
        ? undefined
        : new Map(
            Object.entries(mapping(audit, `${at}.audit`)).map(([key, one]) => [
              key,
              string(one, `${at}.audit`),
            ]),
          ),
    mutated: mutated === undefined ? undefined : mapping(mutated, `${at}.mutated`),
  };
}

function keysOf<K extends string>(
  value: Value,
  at: string,
  keys: readonly K[],
): { readonly [Key in K]?: Value } {
  const found = mapping(value, at);
  const unknown = Object.keys(found).find((key) => !keys.some((known) => known === key));
  if (unknown !== undefined) {
    throw new TestFileError(`${at}: unknown key ${unknown}; the keys are ${keys.join(', ')}`);
  }
  const given: { [Key in K]?: Value } = {};
  for (const key of keys) {
    const member = found[key];
    if (member !== undefined) given[key] = member;
  }
  return given;
}

function mapping(value: Value, at: string): Mapping {
  if (!isMapping(value)) throw new TestFileError(`${at} must be a mapping`);
  return value;
}

function list(value: Value, at: string): readonly Value[] {
  if (!Array.isArray(value)) throw new TestFileError(`${at} must be a list`);
  return value;
}

function string(value: Value, at: string): string {
  if (typeof value !== 'string') throw new TestFileError(`${at} must be a string`);
  return value;
}

function strings(value: Value, at: string): readonly string[] {
  return list(value, at).map((one) => string(one, at));
}

function word<T extends string>(value: Value, at: string, words: readonly T[]): T {
  const found = words.find((one) => one === value);
  if (found === undefined) throw new TestFileError(`${at} must be one of ${words.join(', ')}`);
  return found;
}

function testObjects(value: Value | undefined, at: string): readonly TestObject[] {
  return value === undefined ? [] : list(value, at).map((one) => testObject(one, at));
}

function testObject(value: Value, at: string): TestObject {
  return typeof value === 'string' ? value : mapping(value, at);
}
