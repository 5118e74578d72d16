import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decode, objectsOf } from '../../src/server/decode/index.ts';
import { definitionNameOf } from '../../src/server/kubernetes/definition-name.ts';
import { resolveKind } from '../../src/server/kubernetes/kinds.ts';
import type { Server } from '../../src/server/kubernetes/server.ts';
import { decodeText, isMapping, readParts, type Value } from '../../src/yaml/index.ts';
import { flagsIn, VERDICTS } from '../conformance/cases.ts';
import { type GoldenLine, readJsonLines, type ServerVerdict } from '../conformance/golden.ts';

const FOLDER = 'fixtures/conformance';

const goldens = readJsonLines<GoldenLine>(VERDICTS);

/** A file of cases: its documents, and the flags of the server. */
interface Case {
  readonly documents: ReadonlyMap<number, Value>;
  readonly flags: Omit<Server, 'minor'>;
}

const cases = new Map<string, Case>();

function caseIn(file: string): Case {
  let known = cases.get(file);
  if (known === undefined) {
    const text = decodeText(readFileSync(join(FOLDER, file)));
    const documents = new Map(
      [...readParts(text)].flatMap(({ index, content }) =>
        content.kind === 'refused' ? [] : [[index, content.document.value] as const],
      ),
    );
    const { runtimeConfig = new Map(), featureGates = new Map() } = flagsIn(`${text.text}`);
    known = { documents, flags: { runtimeConfig, featureGates } };
    cases.set(file, known);
  }
  return known;
}

/** The result of the server's decoder: `undecodable`, `unserved`, `skipped`, or the unknown fields. */
function expectedOf({ outcome, decode = [] }: ServerVerdict): string {
  if (outcome === 'undecodable' || outcome === 'unserved' || outcome === 'skipped') return outcome;
  const unknown = decode.flatMap((text) => /^unknown field (".*")$/.exec(text)?.[1] ?? []);
  return JSON.stringify(unknown.map((quoted): string => JSON.parse(quoted)).sort());
}

function oursOf(value: Value, item: number | null, server: Server): string {
  const found = objectsOf(value).find((object) => object.item === item);
  if (found === undefined) return 'nothing';
  // A document that is not a Kubernetes object is skipped. The server only reports "undecodable" for it.
  if (found.head.kind !== 'object') return 'undecodable';
  const resolution = resolveKind(found.head.apiVersion, found.head.objectKind, server);
  if (resolution.outcome === 'unserved') return 'unserved';
  if (resolution.outcome !== 'served' || !isMapping(found.value)) return 'skipped';
  const { facts, apiVersion } = resolution;
  const decoded = decode(definitionNameOf(apiVersion, facts.kind), found.value, server.minor);
  if (decoded.undecodable) return 'undecodable';
  const unknown = decoded.problems.flatMap((problem) =>
    problem.kind === 'unknown-field' ? [problem.field] : [],
  );
  return JSON.stringify(unknown.sort());
}

describe.each([...new Set(goldens.map(({ file }) => file.split('/')[0] ?? ''))])('%s', (kind) => {
  test('decoding agrees with the server in every minor', () => {
    for (const golden of goldens) {
      // Custom resources have no types here.
      if (!golden.file.startsWith(`${kind}/`) || kind === 'customresource') continue;
      const { documents, flags } = caseIn(golden.file);
      const value = documents.get(golden.document);
      if (value === undefined) continue;
      for (const verdict of golden.verdicts) {
        const expected = expectedOf(verdict);
        for (const minor of verdict.minors) {
          const ours = oursOf(value, golden.item ?? null, { ...flags, minor });
          // For the oracle, a built-in kind in a group that never had it is not a kind.
          if (expected === 'skipped' && ours === 'unserved') continue;
          const place = `${golden.file} document ${golden.document} for ${minor}`;
          expect(`${place}: ${ours}`).toBe(`${place}: ${expected}`);
        }
      }
    }
  });
});
