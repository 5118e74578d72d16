// Compares the YAML reader with the packages `yaml` and `js-yaml` in one warm process:
//   npm run bench -- yaml [FOLDER]
// Files of FOLDER above 100 KB count as large, those below 8 KB as small; without FOLDER a CRD and
// small manifests are made up. Unset NODE_EXTRA_CA_CERTS for steady figures.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as jsYaml from 'js-yaml';
import { parseAllDocuments, stringify } from 'yaml';
import { readParts } from '../../src/yaml/index.ts';

interface Corpus {
  readonly name: string;
  readonly sources: readonly Uint8Array[];
  readonly bytes: number;
}

const [folder] = process.argv.slice(2);
const encoder = new TextEncoder();

function corpusOf(name: string, texts: readonly string[]): Corpus {
  const sources = texts.map((text) => encoder.encode(text));
  return { name, sources, bytes: sources.reduce((sum, source) => sum + source.length, 0) };
}

function filesOf(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => readFileSync(join(path, name), 'utf8'));
}

/** An OpenAPI schema as generators write it: nested properties with folded descriptions. */
function schema(depth: number): object {
  const properties: Record<string, object> = {};
  for (let k = 0; k < 8; k++) {
    properties[`field${'abcdefgh'.charAt(k)}${depth}`] =
      depth > 0 && k % 2 === 0
        ? schema(depth - 1)
        : {
            description: `The ${k}th field of this object tells how often something is done before it is given up, and what is done then.\nIt is optional.`,
            type: k % 3 === 0 ? 'integer' : 'string',
            ...(k % 3 === 0 ? { minimum: 1, format: 'int32' } : { enum: ['Always', 'Never'] }),
          };
  }
  return {
    description: 'An object with fields.',
    properties,
    required: ['fielda0'],
    type: 'object',
  };
}

const crd = stringify({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { kind: 'Widget', plural: 'widgets' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema(5) } }],
  },
});

const small = (n: number): string => `# Limits what team ${n} may use.
apiVersion: v1
kind: ResourceQuota
metadata:
  name: quota-${n}
  namespace: team-${n}
  labels: {app.kubernetes.io/part-of: quotas, team: "${n}"}
spec:
  hard:
    pods: "${n}"
    requests.cpu: 500m
    requests.memory: 1Gi
  scopes:
  - NotTerminating
`;

function corpora(): Corpus[] {
  if (folder === undefined) {
    return [
      corpusOf('large', [crd, crd]),
      corpusOf(
        'small',
        Array.from({ length: 2000 }, (_, n) => small(n)),
      ),
    ];
  }
  const texts = filesOf(folder);
  return [
    corpusOf(
      'large',
      texts.filter((text) => text.length > 100_000),
    ),
    corpusOf(
      'small',
      texts.filter((text) => text.length < 8_000),
    ),
  ];
}

function readOurs(source: Uint8Array): void {
  for (const part of readParts(source)) if (part.index < 0) throw new Error('never');
}

const decoder = new TextDecoder();
const READERS: readonly [string, (source: Uint8Array) => void][] = [
  ['kubeadmit', readOurs],
  ['js-yaml', (source) => attempt(() => jsYaml.loadAll(decoder.decode(source)))],
  [
    'yaml',
    (source) =>
      attempt(() =>
        parseAllDocuments(decoder.decode(source)).map((d) => ('toJS' in d ? d.toJS() : d)),
      ),
  ],
];

function attempt(read: () => unknown): void {
  try {
    read();
  } catch {
    // Texts that a package refuses count too.
  }
}

/** Megabytes per second: the best of several rounds, each of at least a fifth of a second. */
function speed(corpus: Corpus, read: (source: Uint8Array) => void, rounds: number): number {
  let best = 0;
  for (let round = 0; round < rounds; round++) {
    let bytes = 0;
    const begin = performance.now();
    let elapsed = 0;
    while (elapsed < 200) {
      for (const source of corpus.sources) read(source);
      bytes += corpus.bytes;
      elapsed = performance.now() - begin;
    }
    best = Math.max(best, bytes / elapsed / 1000);
  }
  return best;
}

for (const corpus of corpora()) {
  const megabytes = (corpus.bytes / 1e6).toFixed(1);
  for (const [name, read] of READERS) {
    const rate = speed(corpus, read, name === 'kubeadmit' ? 6 : 2).toFixed(1);
    console.log(
      `${corpus.name} (${corpus.sources.length} files, ${megabytes} MB)\t${name}\t${rate} MB/s`,
    );
  }
}
