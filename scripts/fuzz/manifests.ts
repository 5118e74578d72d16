// Reads the objects of published manifests, and prints manifests for the oracle.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectsOf } from '../../src/server/decode/index.ts';
import { decodeText, readParts } from '../../src/yaml/index.ts';
import type { Manifest } from './mutation/families.ts';
import { Literal, TWICE, type Value } from './mutation/values.ts';
import type { Random } from './random.ts';

/** The objects in the manifests of a folder that are wanted, in the order of the paths. */
export function readObjects(
  from: string,
  isWanted: (apiVersion: string, kind: string) => boolean,
): Manifest[] {
  return manifestFiles(from).flatMap((file) => {
    const parts = [...readParts(decodeText(readFileSync(join(from, file))))];
    return parts.flatMap(({ content }) => {
      const found = content.kind === 'value' ? objectsOf(content.document.value) : [];
      return found.flatMap(({ head, value }) =>
        head.kind === 'object' && isWanted(head.apiVersion, head.objectKind)
          ? // The values of YAML are the values of mutants, except for integers of any size.
            [withLiterals(value as Value) as Manifest]
          : [],
      );
    });
  });
}

/** The paths of the manifests in a folder, in order. */
export function manifestFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[.](ya?ml|json)$/.test(file))
    .sort();
}

/** The CRDs of a folder. */
export function readCrds(from: string): Manifest[] {
  return readObjects(
    from,
    (apiVersion, kind) =>
      kind === 'CustomResourceDefinition' && apiVersion === 'apiextensions.k8s.io/v1',
  );
}

/** A value of YAML as mutants have it: with integers of any size as they are written. */
function withLiterals(value: Value | bigint): Value {
  if (typeof value === 'bigint') return new Literal(String(value));
  if (Array.isArray(value)) return value.map(withLiterals);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withLiterals(inner)]),
  );
}

/**
 * A manifest as JSON, half of the time with a comment before it, so that it is read as YAML. Always so with a key given
 * twice: of JSON the server decodes both values, which kubeadmit does not.
 */
export function printManifest(manifest: Manifest, random: Random): string {
  const literals: string[] = [];
  const plain = JSON.stringify(
    manifest,
    (_, value: Value) => {
      if (!(value instanceof Literal)) return value;
      literals.push(value.text);
      return `@literal${literals.length - 1}@`;
    },
    1,
  );
  const text = plain
    .replace(/"@literal(\d+)@"/g, (_, at) => literals[Number(at)] ?? '')
    .replaceAll(`${TWICE}":`, '":');
  return random.chance(0.5) && !plain.includes(TWICE) ? text : `# YAML\n${text}\n`;
}
