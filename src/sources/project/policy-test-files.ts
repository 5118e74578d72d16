import { isMapping, type Mapping, mappingsIn, valuesIn } from '../../yaml/index.ts';
import { FileNames } from './file-names.ts';

/** The properties of a test of Kyverno with the objects that the policies are run on. */
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

/**
 * The files of tests that run policies without a server: those for the command line of Kyverno, and for gator of
 * Gatekeeper. Paths start from the folder of the tests.
 */
export class PolicyTestFiles {
  readonly #inputs = new FileNames();
  readonly #data = new FileNames();
  readonly #outputs = new FileNames();
  #isEmpty = true;

  /** Reads the tests in texts. Undefined if they have none. */
  static in(texts: readonly string[]): PolicyTestFiles | undefined {
    const files = new PolicyTestFiles();
    for (const test of texts.flatMap(valuesIn)) {
      if (!isMapping(test)) continue;
      if (Array.isArray(test.policies)) files.#addKyverno(test);
      else if (isOfGatekeeper(test)) files.#addGator(test);
    }
    return files.#isEmpty ? undefined : files;
  }

  /** The apiVersion of a test may be absent. Source: https://kyverno.io/docs/kyverno-cli/reference/kyverno_test/ */
  #addKyverno(test: Mapping): void {
    if (!Array.isArray(test.results)) return;
    this.#isEmpty = false;
    addFiles(this.#inputs, test, INPUTS);
    addFiles(this.#data, test, DATA);
    for (const result of mappingsIn(test.results)) {
      addFiles(this.#outputs, result, OUTPUTS);
      // The property `resources` of a result has names of objects.
      addFiles(this.#inputs, result, ['cloneSourceResource']);
    }
  }

  /** Source: https://open-policy-agent.github.io/gatekeeper/website/docs/gator#writing-test-suites */
  #addGator(suite: Mapping): void {
    this.#isEmpty = false;
    for (const { cases } of mappingsIn(suite.tests)) {
      for (const one of mappingsIn(cases)) addFiles(this.#inputs, one, ['object', 'inventory']);
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

function isOfGatekeeper({ apiVersion }: Mapping): boolean {
  return typeof apiVersion === 'string' && apiVersion.startsWith('test.gatekeeper.sh/');
}
