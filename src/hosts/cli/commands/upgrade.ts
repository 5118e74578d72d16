import { SETTINGS } from '../../../config/settings.ts';
import { changesIn } from '../../../features/upgrade/changes.ts';
import { ComparedSources, differencesIn } from '../../../features/upgrade/differences.ts';
import { changesJson } from '../../../features/upgrade/upgrade-json.ts';
import { changesText } from '../../../features/upgrade/upgrade-text.ts';
import { MINORS, type Minor } from '../../../server/kubernetes/minors.ts';
import { ArgumentParser } from '../argument-parser.ts';
import { writeOut } from '../channel.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import { checkSources, clusterOptionsOf } from '../lint/lint-run.ts';
import { openInput } from '../lint/open-input.ts';
import { readMinor } from '../read-option.ts';

const NOTES = `
refused: the newer minor refuses what the older one accepts, or an admission policy
then denies it. warned: something is reported only for the newer minor. different: both
accept it, and a part of it works differently in the newer minor. accepted: the newer
minor accepts what the older one refuses.

Exit status: 0 nothing is refused, 1 something is refused, 2 wrong usage, or input
that cannot be read.`;

/** The command line of `kubeadmit upgrade`. */
export function parser() {
  return new ArgumentParser(
    'upgrade',
    'Reports what changes for manifests between two minors of Kubernetes.',
    'the older minor, such as 1.30; then the newer one, files and folders',
  )
    .choice('-f, --format <format>', 'text or json (default: text)', 'format', ['text', 'json'])
    .option('--pedantic', 'report infos too')
    .list('--crds <path>', SETTINGS.crds.description)
    .list('--policies <path>', SETTINGS.policies.description)
    .commonOptions()
    .helpAfter(NOTES);
}

/** Reports the effects of an upgrade between two minors on manifests. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host, messages) => {
  const [from = '', to = '', ...paths] = operands;
  const { crds = [], policies = [], pedantic = false, format } = options;
  const minors = minorsBetween(from, to);
  const more = [
    ...crds.map((path) => `--crds=${path}`),
    ...policies.map((path) => `--policies=${path}`),
  ];
  const { input, isComplete } = openInput(paths, host, messages, more);
  const sources = await input.sources();
  const compared = new ComparedSources();
  const report = checkSources(input, compared.through(sources), {
    ...(await clusterOptionsOf(input)),
    kubernetesVersions: minors,
    mergeRepetitions: false,
    pedantic,
    policies: (await input.policies()) ?? [],
  });
  if (!isComplete()) return EXIT.trouble;
  const changes = changesIn(report, differencesIn(compared.kept, minors));
  const text =
    format === 'json'
      ? changesJson(report, changes)
      : changesText(report, changes, host.stdout.columns);
  await writeOut(host.stdout, text);
  return changes.some(({ kind }) => kind === 'refused') ? EXIT.findings : EXIT.clean;
};

function minorsBetween(from: string, to: string): readonly Minor[] {
  const first = MINORS.indexOf(readMinor(from));
  const last = MINORS.indexOf(readMinor(to));
  if (first < last) return MINORS.slice(first, last + 1);
  throw new UsageError(`${to} must be newer than ${from}`);
}
