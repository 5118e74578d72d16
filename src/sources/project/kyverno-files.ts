import { isMapping, type Mapping, type Value } from '../../yaml/index.ts';
import { FileNames } from './file-names.ts';
import { valuesIn } from './kustomize-patch.ts';

/** The properties with the objects that the policies are run on. They are never sent to a server. */
const INPUTS = ['resources', 'targetResources', 'paramResources'];

/** The properties with other values for the policies. */
const DATA = [
  'variables',
  'userinfo',
  'context',
  'clusterResources',
  'jsonPayload',
  'jsonPayloads',
  'envoyPayloads',
  'httpPayloads',
];

/** The properties of a result with the objects that the policies are expected to make. */
const OUTPUTS = ['patchedResource', 'patchedResources', 'generatedResource', 'generatedResources'];

interface KyvernoTest extends Mapping {
  readonly results: readonly Value[];
}

/**
 * Reads the files that the tests in a text use. Undefined if the text has no test. The apiVersion of a test may be absent.
 * Source: https://kyverno.io/docs/kyverno-cli/reference/kyverno_test/
 */
export function readKyvernoFiles(text: string): KyvernoFiles | undefined {
  const tests = valuesIn(text).filter(isTest);
  return tests.length === 0 ? undefined : new KyvernoFiles(tests);
}

function isTest(value: Value): value is KyvernoTest {
  return isMapping(value) && Array.isArray(value.policies) && Array.isArray(value.results);
}

/** The files that tests for the command line of Kyverno use, by their purpose. Paths start from the folder of the tests. */
export class KyvernoFiles {
  readonly #inputs = new FileNames();
  readonly #data = new FileNames();
  readonly #outputs = new FileNames();

  /** @param tests the values of the tests */
  constructor(tests: readonly KyvernoTest[]) {
    for (const test of tests) {
      addFiles(this.#inputs, test, INPUTS);
      addFiles(this.#data, test, DATA);
      for (const result of test.results) {
        if (!isMapping(result)) continue;
        addFiles(this.#outputs, result, OUTPUTS);
        // The property `resources` of a result has names of objects.
        addFiles(this.#inputs, result, ['cloneSourceResource']);
      }
    }
  }

  /** Reports whether the policies are run on the objects in a file, which have only what the policies read. */
  isInput(path: string): boolean {
    return this.#inputs.have(path);
  }

  /** Reports whether a file has values that are not objects. */
  isData(path: string): boolean {
    return this.#data.have(path);
  }

  /** Reports whether the objects in a file are compared with those that the policies make. */
  isOutput(path: string): boolean {
    return this.#outputs.have(path);
  }
}

/** Adds the files that properties name: each has a name, or a list of names. */
function addFiles(files: FileNames, named: Mapping, properties: readonly string[]): void {
  for (const property of properties) {
    const value = named[property];
    for (const name of Array.isArray(value) ? value : [value]) {
      if (typeof name === 'string') files.add(name);
    }
  }
}
