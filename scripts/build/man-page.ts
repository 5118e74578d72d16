import { homepage, version } from '../../package.json';
import { COMMANDS } from '../../src/hosts/cli/commands.ts';
import { type CompletionModel, completionModel } from '../../src/hosts/cli/completion/model.ts';

/**
 * The manual page of section 1, in the macros of man(7). It contains no date, so that each build makes the same file.
 */
export async function manPage(): Promise<string> {
  const { commands, options } = await completionModel(COMMANDS);
  return [
    `.TH KUBEADMIT 1 "" "kubeadmit ${version}"`,
    '.SH NAME',
    'kubeadmit \\- check offline whether the Kubernetes API server admits a manifest',
    '.SH SYNOPSIS',
    '.B kubeadmit',
    '[\\fIoptions\\fR] [\\fIpaths\\fR...]',
    '.br',
    '.B kubeadmit',
    '\\fIcommand\\fR [\\fIoptions\\fR] [\\fIoperands\\fR]',
    '.SH OPTIONS',
    ...optionLines(options),
    '.SH COMMANDS',
    ...commands.flatMap(({ name, summary, options: own }) => [
      `.SS ${name}`,
      `${roff(summary)}.`,
      ...optionLines(own.filter((option) => !isCommon(option, options))),
    ]),
    '.SH EXIT STATUS',
    '0 if there is no finding at or above the severity of \\-\\-fail\\-on, 1 if there is one, 2 for wrong usage or configuration,',
    'input that cannot be read, or a bug.',
    '.SH ENVIRONMENT',
    'A variable such as KUBEADMIT_FAIL_ON sets the option \\-\\-fail\\-on of a check.',
    'KUBEADMIT_CACHE_DIR is the folder of the code caches; if it is empty, there are none.',
    'NO_COLOR and FORCE_COLOR turn colors off and on.',
    '.SH FILES',
    '.B .kubeadmit.yaml',
    'sets options, the files that are read, and the severities of rules.',
    '.SH SEE ALSO',
    roff(homepage),
    '',
  ].join('\n');
}

type Options = CompletionModel['options'];

/** Reports whether an option is also one of a check, with the same meaning. */
function isCommon({ names, description }: Options[number], ofCheck: Options): boolean {
  return ofCheck.some(
    (option) => option.names.join() === names.join() && option.description === description,
  );
}

function optionLines(options: Options): readonly string[] {
  return options.flatMap(({ names, value, description }) => {
    const written = names.map((name) => `\\fB${roff(name)}\\fR`).join(', ');
    return ['.TP', value.kind === 'none' ? written : `${written} \\fIvalue\\fR`, roff(description)];
  });
}

/** A text without what troff would obey. */
function roff(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return /^['.]/.test(escaped) ? `\\&${escaped}` : escaped;
}
