import { isComparable } from '../../analysis/updates/crd-changes.ts';
import type { Source } from '../../lint/lint.ts';
import { readDefinitions } from '../../lint/open/read-resources.ts';
import { suggestion } from '../../result/suggestion.ts';
import {
  type CustomDefinition,
  type CustomVersion,
  customDefinition,
} from '../../server/custom-resources/definition.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { compareVersionPriority } from '../../server/kubernetes/version-priority.ts';
import { UsageError } from './exit.ts';

/** A kind in one of the versions that its CRD serves. */
export interface FoundVersion {
  readonly definition: CustomDefinition;
  readonly version: CustomVersion;
}

/**
 * Finds the kind that an operand names, in the version that it names, else the one that kubectl prefers.
 *
 * @param name such as `CronTab` or `stable.example.com/v1/CronTab`
 * @param sources of CRDs
 * @throws UsageError
 */
export function findVersion(name: string, sources: Iterable<Source>, minor: Minor): FoundVersion {
  const definitions = [...usableDefinitions(sources, minor)];
  const slash = name.lastIndexOf('/');
  const [kind, apiVersion] = [name.slice(slash + 1), slash < 0 ? undefined : name.slice(0, slash)];
  const found = definitions.filter((one) => one.kind.toLowerCase() === kind.toLowerCase());
  if (found.length === 0) {
    const kinds = definitions.map((one) => one.kind);
    const known = kinds.length === 0 ? 'there are no CRDs' : `the CRDs define ${kinds.join(', ')}`;
    throw new UsageError(`unknown kind ${kind}${suggestion(kind, kinds) || `; ${known}`}`);
  }
  const versions = found
    .flatMap((definition) => definition.versions.map((version) => ({ definition, version })))
    .filter(({ version }) => version.isServed)
    .sort((a, b) => compareVersionPriority(a.version.name, b.version.name));
  const [chosen] =
    apiVersion === undefined ? versions : versions.filter((one) => nameOf(one) === apiVersion);
  if (chosen !== undefined) return chosen;
  const served = versions.map(nameOf).join(', ');
  throw new UsageError(`${apiVersion ?? kind} is not served; the CRD serves ${served}`);
}

function nameOf({ definition, version }: FoundVersion): string {
  return `${definition.group}/${version.name}`;
}

function* usableDefinitions(sources: Iterable<Source>, minor: Minor): Iterable<CustomDefinition> {
  for (const { file, crd } of readDefinitions(sources, minor).values()) {
    if (!isComparable(crd)) {
      throw new UsageError(`${file}: the CRD is not valid; kubeadmit ${file} says why`);
    }
    yield customDefinition(crd.root.value ?? {});
  }
}
