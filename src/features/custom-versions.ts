import { isComparable } from '../analysis/updates/crd-changes.ts';
import { readDefinitions } from '../lint/open/read-resources.ts';
import type { Source } from '../lint/read/source.ts';
import { suggestion } from '../result/suggestion.ts';
import {
  type CustomDefinition,
  type CustomVersion,
  customDefinition,
} from '../server/custom-resources/definition.ts';
import type { Minor } from '../server/kubernetes/minors.ts';
import { compareVersionPriority } from '../server/kubernetes/version-priority.ts';

/** A kind in one of the versions that its CRD serves. */
export interface CustomVersionOfKind {
  readonly definition: CustomDefinition;
  readonly version: CustomVersion;
}

/** A kind that was found, or the problem with its name or with the CRDs. */
type FoundVersion =
  | ({ readonly ok: true } & CustomVersionOfKind)
  | { readonly ok: false; readonly problem: string };

/**
 * Finds a kind in the version that its name has, else in the one that kubectl prefers.
 *
 * @param name such as `CronTab` or `stable.example.com/v1/CronTab`
 * @param sources of CRDs
 */
export function findVersion(name: string, sources: Iterable<Source>, minor: Minor): FoundVersion {
  const definitions: CustomDefinition[] = [];
  for (const { file, crd } of readDefinitions(sources, minor).values()) {
    if (!isComparable(crd)) {
      return refuse(`${file}: the CRD is not valid; kubeadmit ${file} says why`);
    }
    definitions.push(customDefinition(crd.root.value ?? {}));
  }
  const slash = name.lastIndexOf('/');
  const [kind, apiVersion] = [name.slice(slash + 1), slash < 0 ? undefined : name.slice(0, slash)];
  const found = definitions.filter((one) => one.kind.toLowerCase() === kind.toLowerCase());
  if (found.length === 0) {
    const kinds = definitions.map((one) => one.kind);
    const known = kinds.length === 0 ? 'there are no CRDs' : `the CRDs define ${kinds.join(', ')}`;
    return refuse(`unknown kind ${kind}${suggestion(kind, kinds) || `; ${known}`}`);
  }
  const versions = found
    .flatMap((definition) => definition.versions.map((version) => ({ definition, version })))
    .filter(({ version }) => version.isServed)
    .sort((a, b) => compareVersionPriority(a.version.name, b.version.name));
  const [chosen] =
    apiVersion === undefined ? versions : versions.filter((one) => nameOf(one) === apiVersion);
  if (chosen !== undefined) return { ok: true, ...chosen };
  const served = versions.map(nameOf).join(', ');
  return refuse(`${apiVersion ?? kind} is not served; the CRD serves ${served}`);
}

function refuse(problem: string): FoundVersion {
  return { ok: false, problem };
}

function nameOf({ definition, version }: CustomVersionOfKind): string {
  return `${definition.group}/${version.name}`;
}
