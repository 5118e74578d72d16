import type { ConfigFiles } from '../../input/config-files.ts';
import type { FileSelection } from '../../input/file-selection.ts';
import { lint } from '../../lint.ts';
import type { Report } from '../../result/report.ts';
import type { Host } from '../host.ts';
import type { LintInvocation } from './arguments.ts';
import type { Input } from './input.ts';

/** A run over manifests: what is asked for, and where. */
export interface LintRun {
  readonly invocation: LintInvocation;
  readonly configs: ConfigFiles;
  readonly selection: FileSelection;
  readonly host: Host;
}

/** Checks what is read, as a command line asks. */
export async function checkInput(
  input: Input,
  { kubernetesVersion, runtimeConfig, featureGates, only, skip, pedantic, partial }: LintInvocation,
): Promise<Report> {
  const base = await input.base();
  const report = lint(await input.sources(), {
    kubernetesVersions: kubernetesVersion,
    runtimeConfig,
    featureGates,
    pedantic,
    partial,
    crds: await input.crds(),
    now: new Date(),
    ...(base === undefined ? {} : { base }),
    ...(only === undefined ? {} : { only }),
    ...(skip === undefined ? {} : { skip }),
  });
  input.finish();
  return report;
}
