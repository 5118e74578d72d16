// Reads published admission policies, with the objects of their folders.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { objectsOf } from '../../../src/server/decode/index.ts';
import { decodeText, readParts } from '../../../src/yaml/index.ts';
import type { PublishedCluster } from './clusters.ts';
import type { JsonObject } from './objects.ts';

const POLICY = /^(?:Validating|Mutating)AdmissionPolicy$/;
const BINDING = /^(?:Validating|Mutating)AdmissionPolicyBinding$/;

/** The clusters in a folder: the policies of a file, their bindings, and the objects of the same folder. */
export function publishedClusters(from: string): readonly PublishedCluster[] {
  const byFolder = new Map<string, JsonObject[]>();
  for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/[.]ya?ml$/.test(file)) continue;
    const known = byFolder.get(dirname(file)) ?? [];
    known.push(...objectsIn(join(from, file)));
    byFolder.set(dirname(file), known);
  }
  return [...byFolder.values()].flatMap((objects) => {
    const policies = objects.filter(({ kind }) => POLICY.test(String(kind)));
    if (policies.length === 0) return [];
    const bindings = objects.filter(({ kind }) => BINDING.test(String(kind)));
    const bound = policies.flatMap((policy) => {
      const name = (policy.metadata as JsonObject | undefined)?.name ?? '';
      const isBound = bindings.some(
        ({ spec }) => (spec as JsonObject | undefined)?.policyName === name,
      );
      return isBound ? [] : [bindingOf(String(policy.kind), String(name))];
    });
    const used = objects.filter(
      ({ kind }) => !POLICY.test(String(kind)) && !BINDING.test(String(kind)),
    );
    const requested = used.filter(({ kind }) => kind !== 'CustomResourceDefinition');
    const crds = used.filter(({ kind }) => kind === 'CustomResourceDefinition');
    // All policies of a folder are too many at once.
    return policies.map((policy) => ({
      policies: [policy, ...bindings, ...bound],
      objects: requested,
      others: crds.slice(0, 3),
    }));
  });
}

function bindingOf(kind: string, policyName: string): JsonObject {
  const isValidating = kind.startsWith('Validating');
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}Binding`,
    metadata: { name: `${policyName}-bound` },
    spec: { policyName, ...(isValidating ? { validationActions: ['Deny', 'Audit'] } : {}) },
  };
}

function objectsIn(file: string): JsonObject[] {
  return [...readParts(decodeText(readFileSync(file)))].flatMap(({ content }) => {
    const found = content.kind === 'value' ? objectsOf(content.document.value) : [];
    return found.flatMap(({ head, value }) => {
      if (head.kind !== 'object') return [];
      // The size of integers does not matter here.
      const text = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one));
      return [JSON.parse(text) as JsonObject];
    });
  });
}
