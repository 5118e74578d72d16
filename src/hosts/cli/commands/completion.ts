import { ArgumentParser, type Arguments, chosen } from '../argument-parser.ts';
import { writeOut } from '../channel.ts';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { type CompletionModel, completionModel, SHELLS, type Shell } from '../completion/model.ts';
import { zshScript } from '../completion/zsh.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { Host } from '../host.ts';

const SET_UP = `
Set-up:
  bash  eval "$(kubeadmit completion bash)"        in ~/.bashrc
  zsh   source <(kubeadmit completion zsh)         in ~/.zshrc, after compinit
  fish  kubeadmit completion fish | source         in ~/.config/fish/config.fish`;

/** The command line of `kubeadmit completion`. */
export function parser(): ArgumentParser<object> {
  return new ArgumentParser<object>(
    'kubeadmit completion [options] bash|zsh|fish',
    'Prints a script that completes commands, options, rules and formats.',
    '<shell>',
    SHELLS.join(', '),
  )
    .commonOptions()
    .helpAfter(SET_UP);
}

/** Prints a script that completes command lines. */
export async function run({ operands }: Arguments<object>, host: Host): Promise<ExitCode> {
  const shell = chosen(operands[0] ?? '', 'shell', SHELLS);
  await writeOut(host.stdout, scriptFor(shell, await completionModel()));
  return EXIT.clean;
}

function scriptFor(shell: Shell, model: CompletionModel): string {
  switch (shell) {
    case 'bash':
      return bashScript(model);
    case 'zsh':
      return zshScript(model);
    case 'fish':
      return fishScript(model);
  }
}
