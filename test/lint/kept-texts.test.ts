import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type { Source } from '../../src/lint/read/source.ts';

const MEGABYTE = 1024 * 1024;
const CRDS = 6;

// V8 keeps a text alive as long as one of its parts is in use, such as the name of a kind.
it('keeps the texts of CRDs that were read last, and no others', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let after = 0;
  function* sources(): Iterable<Source> {
    for (let index = 0; index < CRDS; index++) yield crd(index);
    collectGarbage();
    after = process.memoryUsage().heapUsed;
  }
  lint(sources(), {});
  expect((after - before) / MEGABYTE).toBeLessThan(30);
});

/** A CRD with 8 MB, most of which is a comment. Texts with 16 MB are held. */
function crd(index: number): Source {
  const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: subscriptions${index}.subscriptions.example.com }
spec:
  group: subscriptions.example.com
  names: { kind: SubscriptionOfShop${index}, plural: subscriptions${index}, singular: subscription${index} }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object } }
${`# ${'-'.repeat(100)}\n`.repeat((8 * MEGABYTE) / 103)}`;
  const content = new TextEncoder().encode(text);
  return { name: `${index}.yaml`, content, readAgain: () => content };
}
