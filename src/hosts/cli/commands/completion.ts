import { ArgumentParser, chosen } from '../argument-parser.ts';
import { writeOut } from '../channel.ts';
import type { Command, CommandModule } from '../command.ts';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { type CompletionModel, completionModel, SHELLS, type Shell } from '../completion/model.ts';
import { zshScript } from '../completion/zsh.ts';
import { EXIT } from '../exit.ts';

const SET_UP = `
Set-up:
  bash  eval "$(kubeadmit completion bash)"        in ~/.bashrc
  zsh   source <(kubeadmit completion zsh)         in ~/.zshrc, after compinit
  fish  kubeadmit completion fish | source         in ~/.config/fish/config.fish`;

/** The code of `kubeadmit completion`, which completes these commands. */
export function completionOf(commands: readonly Command[]): CommandModule<object> {
  return {
    parser,
    async run({ operands }, host) {
      const shell = chosen(operands[0] ?? '', 'shell', SHELLS);
      await writeOut(host.stdout, scriptFor(shell, await completionModel(commands)));
      return EXIT.clean;
    },
  };
}

function parser() {
  return new ArgumentParser(
    'completion',
    'Prints a script that completes commands, options, rules and formats.',
    SHELLS.join(', '),
    { operands: '<shell>' },
  )
    .commonOptions()
    .helpAfter(SET_UP);
}

function scriptFor(shell: Shell, model: CompletionModel): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](model);
}
