// Writes the conformance cases that all validated kinds share, of manifests that the server accepts:
//   node scripts/run.mjs scripts/generate/kind-cases.ts FILE...
// Each file has one or more manifests, of different kinds. A first line `# flags:` has the flags of the server that
// serves them. For each kind this writes
// fixtures/conformance/common/kind-metadata--KIND.yaml; test/oracle/remake.sh then asks the servers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { findKind } from '../../src/server/kubernetes/kinds.ts';
import { KIND_CASES, SHARED_ROW, sharedCasesOf } from '../../test/conformance/kind-cases.ts';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The possible names of an object. The kind determines which of them are valid. */
const NAMES = {
  'name-uppercase': 'Demo',
  'name-underscore': 'a_b',
  'name-dot': 'a.b',
  'name-dots': 'a..b',
  'name-dash': 'demo-',
  'name-slash': 'a/b',
  'name-percent': 'a%b',
  'name-253': 'a'.repeat(253),
  'name-254': 'a'.repeat(254),
} as const;

const PREFIXES = {
  'prefix-dash': 'demo-',
  'prefix-dot-dash': 'demo.-',
  'prefix-uppercase': 'Demo-',
  'prefix-slash': 'a/b-',
} as const;

for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'utf8');
  const flags = /^# flags: .*\n/.exec(text)?.[0] ?? '';
  for (const document of parseAllDocuments(text)) {
    const manifest: Manifest = document.toJS();
    const facts = findKind(manifest.kind);
    if (!facts?.validated) throw new Error(`${manifest.kind} is not a validated kind`);
    writeFileSync(join(KIND_CASES, sharedCasesOf(facts.kind)), flags + casesOf(manifest));
  }
}

function casesOf(manifest: Manifest): string {
  const { apiVersion, kind, metadata } = manifest;
  const { name, ...unnamed } = metadata;
  const variants: Readonly<Record<string, object>> = {
    valid: manifest,
    bare: { apiVersion, kind, metadata: { name } },
    'no-name': { ...manifest, metadata: unnamed },
    ...withEach(NAMES, (value) => ({ ...manifest, metadata: { ...metadata, name: value } })),
    ...withEach(PREFIXES, (value) => ({
      ...manifest,
      metadata: { ...unnamed, generateName: value },
    })),
    namespace: { ...manifest, metadata: { ...metadata, namespace: 'shop' } },
    'namespace-uppercase': { ...manifest, metadata: { ...metadata, namespace: 'Shop' } },
    'label-value': { ...manifest, metadata: { ...metadata, labels: { a: 'b c' } } },
    'unknown-field': { ...manifest, nope: 1 },
    'unknown-metadata': { ...manifest, metadata: { ...metadata, nope: 1 } },
    'metadata-string': { ...manifest, metadata: 'demo' },
  };
  return Object.entries(variants)
    .map(([variant, value]) => `# case: ${SHARED_ROW} / ${variant}\n${stringify(value)}`)
    .join('---\n');
}

function withEach(
  values: Readonly<Record<string, string>>,
  make: (value: string) => object,
): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]));
}
