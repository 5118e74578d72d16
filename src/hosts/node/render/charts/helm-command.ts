import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { allKinds, servedVersions } from '../../../../server/kubernetes/kinds.ts';
import type { Minor } from '../../../../server/kubernetes/minors.ts';
import type { Mapping } from '../../../../yaml/index.ts';
import { yamlText } from '../../../../yaml/print.ts';
import type { Build } from '../sources/builds.ts';
import type { ValuesSource } from '../sources/values-source.ts';

/** The arguments with which helm renders charts. */
export class HelmCommand {
  readonly #scratch: string;
  readonly #minor: Minor;
  readonly #apiVersions: string;
  #count = 0;

  /**
   * @param scratch the path of the scratch folder
   * @param minor the minor of Kubernetes for which charts are rendered
   */
  constructor(scratch: string, minor: Minor) {
    this.#scratch = scratch;
    this.#minor = minor;
    this.#apiVersions = apiVersionsOf(minor).join(',');
  }

  /**
   * Nothing in them that the repository has written is read as an option.
   *
   * @param folder the folder of the chart, or of a copy
   * @param last values that have precedence
   */
  argumentsFor(
    { folder: own, values, stated }: Build,
    folder = own,
    last?: Mapping,
  ): readonly string[] {
    const { release = releaseOf(own), namespace, skipsCrds = false } = stated ?? {};
    return [
      'template',
      ...(skipsCrds ? [] : ['--include-crds']),
      ...['--kube-version', `${this.#minor}.0`, '--api-versions', this.#apiVersions],
      ...(namespace === undefined ? [] : ['--namespace', namespace]),
      ...values.flatMap((one) => this.#valuesArguments(one)),
      ...(last === undefined ? [] : this.#literalArguments(last)),
      ...['--', release, folder],
    ];
  }

  #valuesArguments(values: ValuesSource): readonly string[] {
    switch (values.kind) {
      case 'file':
        return ['--values', quoted(values.path)];
      case 'setting':
        return [values.isText ? '--set-string' : '--set', settingText(values)];
      case 'literal':
        return this.#literalArguments(values.value);
    }
  }

  #literalArguments(values: Mapping): readonly string[] {
    const path = join(this.#scratch, `values-${this.#count++}.yaml`);
    writeFileSync(path, yamlText(values));
    return ['--values', quoted(path)];
  }
}

/**
 * The versions and kinds that a cluster serves, as charts ask for them: `policy/v1` and
 * `policy/v1/PodDisruptionBudget`. Without a cluster, Helm only knows some of the versions.
 */
function apiVersionsOf(minor: Minor): readonly string[] {
  const served = allKinds().flatMap((facts) =>
    servedVersions(facts, minor).flatMap((version) => [version, `${version}/${facts.kind}`]),
  );
  return [...new Set(served)].sort();
}

/**
 * The name of the release of a chart for which no object states one: that of its folder, because most people call a
 * release after its chart. Charts make the names of their objects from it, which a longer name could make too long.
 */
function releaseOf(folder: string): string {
  const name = basename(folder);
  return /^[a-z\d](?:[-a-z\d]{0,51}[a-z\d])?$/.test(name) ? name : 'release-name';
}

/** A value for `--set`, where a comma ends a value. A list in braces is one value. */
function settingText({ name, value }: { readonly name: string; readonly value: string }): string {
  const isList = value.startsWith('{') && value.endsWith('}');
  return `${name}=${isList ? value : value.replaceAll(/(?<!\\),/g, '\\,')}`;
}

/** Helm reads lists of files as CSV, and a name may have a comma. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
