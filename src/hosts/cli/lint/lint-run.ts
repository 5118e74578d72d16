import { lint } from '../../../lint/lint.ts';
import type { LintOptions } from '../../../lint/options.ts';
import type { Source } from '../../../lint/read/source.ts';
import type { Report } from '../../../result/report.ts';
import type { ConfigFiles } from '../../node/config-files.ts';
import type { FileSelection } from '../../node/file-selection.ts';
import type { Messages } from '../channel.ts';
import type { Host } from '../host.ts';
import type { LintInvocation } from './arguments.ts';
import type { Input } from './input.ts';

/** A run over manifests: its arguments, the host, and the messages on stderr. */
export interface LintRun {
  readonly invocation: LintInvocation;
  readonly configs: ConfigFiles;
  readonly selection: FileSelection;
  readonly host: Host;
  readonly messages: Messages;
}

/** Checks sources of the input, which are read while they are checked. */
export function checkSources(
  input: Input,
  sources: Iterable<Source>,
  options: LintOptions,
): Report {
  const report = lint(sources, options);
  input.finish();
  return report;
}

/**
 * Reports whether advice that is repeated is one finding. A known finding must not have a new one among its
 * repetitions.
 */
export function mergesRepetitions(invocation: LintInvocation): boolean {
  const { since, baseline, writeBaseline, pruneBaseline } = invocation;
  return since === undefined && baseline === undefined && !writeBaseline && !pruneBaseline;
}

/** The options for checking sources from a command line. */
export async function lintOptionsOf(
  input: Input,
  invocation: LintInvocation,
): Promise<LintOptions> {
  const { kubernetesVersion, only, skip, pedantic, partial, staticManifests } = invocation;
  const base = await input.base();
  const policies = await input.policies();
  return {
    ...(await clusterOptionsOf(input)),
    kubernetesVersions: kubernetesVersion,
    pedantic,
    partial,
    staticManifests,
    // Repetitions of rendered findings are merged in the files that they come from.
    mergeRepetitions: !invocation.render && mergesRepetitions(invocation),
    ...(base === undefined ? {} : { base }),
    ...(policies === undefined ? {} : { policies }),
    ...(only === undefined ? {} : { only }),
    ...(skip === undefined ? {} : { skip }),
  };
}

/** The options that say which cluster the sources are for, and whether it has returned them. */
export async function clusterOptionsOf(input: Input): Promise<LintOptions> {
  const { runtimeConfig, featureGates, nodePorts, files } = await input.flags();
  const podSecurity = await input.podSecurity();
  return {
    runtimeConfig,
    featureGates,
    ...(nodePorts && { nodePorts }),
    flagFiles: files,
    live: input.mayBeLive,
    crds: await input.crds(),
    now: new Date(),
    ...(podSecurity && { podSecurity }),
  };
}
