import { diffDefinitions } from '../../../features/diff/diff.ts';
import { diffCounts } from '../../../features/diff/diff-changes.ts';
import { diffJson } from '../../../features/diff/diff-json.ts';
import { diffText } from '../../../features/diff/diff-text.ts';
import { UnpackLimit } from '../../node/disk/unpack-limit.ts';
import { ArgumentParser } from '../argument-parser.ts';
import { writeOut, writePieces } from '../channel.ts';
import { outputStyle } from '../colors.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import { clusterSettings } from '../lint/open-input.ts';
import { namedSources, stateSources } from '../named-sources.ts';

const EXAMPLES = `
Examples:
  kubeadmit diff crds-v1.4/ crds-v1.5/
  kubeadmit diff origin/main config/crd        the CRDs of a branch of git
  kubeadmit diff old.yaml new.yaml -f json

A change that refuses what was accepted is an error, with a custom resource
that shows it. Where none is found, it is a warning that says "not proven".
Other changes of meaning are warnings too.

Exit status: 0 nothing at or above --fail-on, 1 changes that break something,
2 wrong usage, or input that cannot be read.`;

/** The command line of `kubeadmit diff`. */
export function parser() {
  return new ArgumentParser(
    'diff',
    'Shows what a change of CRDs breaks: values that were accepted and are now refused, and changes of meaning.',
    'the CRDs before the change: files, a folder, a packed chart, or a commit of git; then those after it',
  )
    .choice('-f, --format <format>', 'text or json (default: text)', 'format', ['text', 'json'])
    .minor('the minor that validates custom resources')
    .choice('--fail-on <severity>', 'error, warning or never (default: error)', 'severity', [
      'error',
      'warning',
      'never',
    ])
    .commonOptions()
    .helpAfter(EXAMPLES);
}

/** Shows the effects of a change of CRDs. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host, messages) => {
  const { format, failOn = 'error', color } = options;
  const { minor } = clusterSettings(options, host, messages);
  const [before = '', after = ''] = operands;
  const unpackLimit = new UnpackLimit();
  const diff = diffDefinitions(
    await stateSources(before, [after], host, unpackLimit),
    await namedSources([after], host, unpackLimit),
    minor,
  );
  if (diff.definitions.length === 0) throw new UsageError(`no CRD in ${before} and ${after}`);
  const { stdout } = host;
  if (format === 'json') await writeOut(stdout, diffJson(diff));
  else await writePieces(stdout, diffText(diff, await outputStyle(host, color), stdout.columns));
  const { errors, warnings } = diffCounts(diff);
  const fails = failOn === 'never' ? 0 : failOn === 'error' ? errors : errors + warnings;
  return fails > 0 ? EXIT.findings : EXIT.clean;
};
