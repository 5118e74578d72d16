// Counts what kubeadmit does for an input that is always the same. Unlike times, the numbers do not depend on the
// machine: test/performance/work.test.ts fails if one of them has grown by a quarter.
//   npm run bench -- work           prints them
//   npm run bench -- work --write   writes them to work.json
import { readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lint } from '../../src/lint/lint.ts';
import type { Source } from '../../src/lint/read/source.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { countAllCalls } from '../../test/growth/work.ts';
import { applicationManifests } from './applications.ts';
import { wideCrd } from './wide-crd.ts';

/** The operations that are counted, with the function whose calls are counted. */
const COUNTED = {
  valuesRead: 'put',
  // It is called once for each expression that has no type errors.
  expressionsCompiled: 'resultError',
  symbolicSteps: 'enter',
} as const;

const DEMO = join(import.meta.dirname, '../../fixtures/demo');
const DEMO_FILES = ['backups-crd', 'image-webhook', 'replica-limit', 'shop-network', 'shop-quota'];

const counts = { ...(await callCounts(manifests())), bytesKept: bytesKeptPerDocument() };
const text = `${JSON.stringify(counts, undefined, 2)}\n`;
if (process.argv.includes('--write')) writeFileSync(join(import.meta.dirname, 'work.json'), text);
else process.stdout.write(text);

function manifests(): readonly Source[] {
  const demo = DEMO_FILES.map((name) => readFileSync(join(DEMO, `${name}.yaml`), 'utf8'));
  const policies = readFileSync(join(import.meta.dirname, 'work-policies.yaml'), 'utf8');
  const texts = [...demo, policies, applicationManifests('web'), wideCrd('report', 200_000)];
  return texts.map((content, index) => source(`${index}.yaml`, content));
}

function source(name: string, content: string): Source {
  return { name, content: new TextEncoder().encode(content) };
}

/** The number of calls of functions of this script for some sources. */
async function callCounts(sources: readonly Source[]): Promise<Readonly<Record<string, number>>> {
  countAllCalls();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  run(sources);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const functions = result
    .filter(({ url }) => url === import.meta.url)
    .flatMap((script) => script.functions)
    .map(({ functionName, ranges }) => ({ name: functionName, calls: ranges[0]?.count ?? 0 }));
  const callsOf = (wanted: string) => sum(functions.filter(({ name }) => name === wanted));
  return {
    functionsCalled: sum(functions),
    ...Object.fromEntries(Object.entries(COUNTED).map(([what, name]) => [what, callsOf(name)])),
  };
}

function sum(functions: readonly { readonly calls: number }[]): number {
  return functions.reduce((total, { calls }) => total + calls, 0);
}

/** The memory that a run keeps for each document that it has read, before it reports. */
function bytesKeptPerDocument(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const keptAfter = (files: number) => {
    let bytes = 0;
    function* sources(): Iterable<Source> {
      for (let index = 0; index < files; index++) {
        yield source(`${index}.yaml`, applicationManifests(`app-${index}`));
      }
      collectGarbage();
      bytes = process.memoryUsage().heapUsed;
    }
    run(sources());
    return bytes;
  };
  const documents = applicationManifests('app').split('---\n').length;
  // So few have more text than the parts that a run holds.
  const [few, many] = [300, 400];
  // Tables that are made once are there after the first run.
  keptAfter(few);
  return Math.round((keptAfter(many) - keptAfter(few)) / ((many - few) * documents));
}

function run(sources: Iterable<Source>): void {
  lint(sources, { kubernetesVersions: [NEWEST_MINOR], pedantic: true });
}
