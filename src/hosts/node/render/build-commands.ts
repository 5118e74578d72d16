import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import { isMapping, type Value } from '../../../yaml/index.ts';
import { yamlText } from '../../../yaml/print.ts';
import { readSmallText } from '../disk/open-file.ts';
import { kustomizationOf } from '../kustomization-file.ts';
import { CompleteCharts } from './charts/complete-charts.ts';
import type { ContainedPrograms } from './charts/contained-program.ts';
import { HelmCommand } from './charts/helm-command.ts';
import { type Build, keyOf } from './sources/builds.ts';
import type { ChartTree } from './sources/chart-tree.ts';
import { textsAt } from './sources/stated-objects.ts';

/** The programs that render builds, and their arguments. */
export class BuildCommands {
  readonly #scratch: string;
  readonly #programs: ContainedPrograms;
  readonly #helm: HelmCommand;
  readonly #complete: CompleteCharts;

  /**
   * @param scratch the path of the scratch folder
   * @param charts the charts within charts of the run
   * @param minor the minor of Kubernetes for which charts are rendered
   */
  constructor(scratch: string, programs: ContainedPrograms, charts: ChartTree, minor: Minor) {
    this.#scratch = scratch;
    this.#programs = programs;
    this.#helm = new HelmCommand(scratch, minor);
    this.#complete = new CompleteCharts(charts, programs, scratch);
  }

  /** The program that renders a build, and its arguments, or the reason why it cannot be rendered. */
  async of(build: Build): Promise<readonly [string, ...string[]] | string> {
    if (build.kind === 'chart') {
      const helm = this.#programs.find('helm');
      if (helm === undefined) return 'helm is not installed';
      const { folder, problem } = await this.#complete.find(build.folder, helm);
      return problem ?? [helm, ...this.#helm.argumentsFor(build, folder)];
    }
    const kustomize = this.#programs.find('kustomize');
    if (kustomize !== undefined) return [kustomize, 'build', this.#traced(build)];
    const kubectl = this.#programs.find('kubectl');
    if (kubectl !== undefined) return [kubectl, 'kustomize', this.#traced(build)];
    return 'kustomize is not installed';
  }

  /**
   * Makes a kustomization that includes another one, and notes the origin of each object. The fields `openapi` and
   * `buildMetadata` count only in the outermost kustomization.
   *
   * @returns its folder
   */
  #traced(build: Build): string {
    const { folder, stated } = build;
    const path = this.folderOf(build);
    mkdirSync(path, { recursive: true });
    const openapi = this.#openapiIn(folder, path);
    const components = stated?.components?.map((component) => relative(path, component)) ?? [];
    const kustomization = {
      ...stated?.changes,
      resources: [relative(path, folder)],
      ...(components.length === 0 ? {} : { components }),
      buildMetadata: [...textsAt(kustomizationOf(folder), 'buildMetadata'), 'originAnnotations'],
      ...(openapi === null ? {} : { openapi }),
    };
    writeFileSync(join(path, 'kustomization.yaml'), yamlText(kustomization));
    return path;
  }

  /** The folder of a build in the scratch folder, which need not exist. */
  folderOf(build: Build): string {
    return join(this.#scratch, createHash('sha256').update(keyOf(build)).digest('hex'));
  }

  #openapiIn(folder: string, target: string): Value {
    const openapi = kustomizationOf(folder).openapi ?? null;
    if (!isMapping(openapi) || typeof openapi.path !== 'string') return openapi;
    const schema = readSmallText(resolve(folder, openapi.path));
    if (schema === undefined) return null;
    writeFileSync(join(target, 'schema.json'), schema);
    return { path: 'schema.json' };
  }
}
