import { KeptResults } from '../../base/kept-results.ts';
import type { Source } from '../../lint/read/source.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { decodeText } from '../../yaml/index.ts';
import { OpenedPolicies } from '../admit/opened-policies.ts';
import { refusedPolicies } from './run-tests.ts';

/** The policies that a test file names. */
interface PoliciesOfFile {
  readonly opened: OpenedPolicies;
  /** The policies that the server refuses, as messages. */
  readonly refused: readonly string[];
}

/** The most characters of the policies that are kept open. */
const MAX_KEPT_CHARACTERS = 2_000_000;

/** Opens the policies that test files name. Those that several files name are opened once. */
export class NamedPolicies {
  readonly #opened = new KeptResults<PoliciesOfFile>(MAX_KEPT_CHARACTERS);

  /**
   * @param cluster the objects that the policies need
   * @throws OpeningLimitExceeded
   */
  open(policies: readonly Source[], cluster: readonly Source[], minor: Minor): PoliciesOfFile {
    const texts = [policies, cluster].map((sources) =>
      sources.map(({ name, content }) => [name, decodeText(content).text]),
    );
    return this.#opened.get(JSON.stringify([minor, texts]), () => {
      const server = { minor, runtimeConfig: new Map(), featureGates: new Map() };
      const opened = new OpenedPolicies([...policies, ...cluster], server);
      const names = new Set(policies.map(({ name }) => name));
      const documents = opened.cluster.documents.filter(({ file }) => names.has(file));
      return { opened, refused: refusedPolicies(documents, minor) };
    });
  }
}
