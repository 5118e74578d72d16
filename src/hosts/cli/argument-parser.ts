import { Command, CommanderError, Option } from 'commander';
import { version } from '../../../package.json';
import { KUBERNETES_VERSION } from '../../config/kubernetes-version.ts';
import { unknownWord } from '../../config/value-type.ts';
import { NEWEST_MINOR, newestOf } from '../../server/kubernetes/minors.ts';
import { COMMAND_LIST, type CommandName } from './command-list.ts';
import { UsageError } from './exit.ts';
import { readOption } from './read-option.ts';

/** The operands and options of a command. */
export interface Arguments<Options> {
  readonly operands: readonly string[];
  readonly options: Options;
}

/** The result of parsing a command line: text to show, such as help, or arguments to run with. */
export type ParsedArguments<Options> =
  | { readonly kind: 'show'; readonly text: string }
  | ({ readonly kind: 'run' } & Arguments<Options>);

export interface OptionDescription {
  /** The names of the option, such as `-f` and `--format`. */
  readonly names: readonly string[];
  /** The word for its value in help, undefined for a flag. */
  readonly placeholder: string | undefined;
  readonly description: string;
  /** The words that are possible as a value, if there are only a few. */
  readonly choices?: readonly string[];
}

/** The name of the value of an option: `kubernetesVersion` for `--kubernetes-version <version>`. */
type NameOf<Flags extends string> = Flags extends `${string}--${infer Name} <${string}>`
  ? CamelCase<Name>
  : Flags extends `${string}--${infer Name}`
    ? CamelCase<Name>
    : never;

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

interface CommonOptions {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
  readonly debug?: boolean;
}

/** A parser that reads one more option. */
type WithOption<Options extends object, Flags extends string, Value> = ArgumentParser<
  Options & { readonly [Name in NameOf<Flags>]?: Value }
>;

/** The options that a function makes a parser for. */
export type OptionsOf<Parser extends () => unknown> =
  ReturnType<Parser> extends ArgumentParser<infer Options> ? Options : never;

/** Other names of options, which help does not show. */
const OPTION_ALIASES = new Map([['--output-format', '--format']]);

/** Reads the command line of one command. Its type has the options that were added. */
export class ArgumentParser<Options extends object = object> {
  readonly #command: Command;
  /** The words that options accept, by their flags. */
  readonly #choices = new Map<string, readonly string[]>();
  #shown = '';

  /**
   * @param operandText the description of the operands
   * @param written the usage as help shows it, such as `[lint] [options] [paths...]`, and the operands as commander
   * writes them, where they do not follow from the list of commands
   */
  constructor(
    name: CommandName | 'lint',
    description: string,
    operandText?: string,
    written: { readonly usage?: string; readonly operands?: string } = {},
  ) {
    const listed = COMMAND_LIST.find((command) => command.name === name)?.operands ?? '';
    const { usage = `${name} [options] ${listed}`.trimEnd(), operands = listed } = written;
    this.#command = new Command('kubeadmit')
      .usage(usage)
      .description(description)
      .version(version, '-V, --version', 'print the version')
      .helpOption('-h, --help', 'print help')
      .configureHelp({ helpWidth: 80 })
      .exitOverride()
      .configureOutput({
        writeOut: (text) => {
          this.#shown += text;
        },
        writeErr: () => {},
      });
    const [first, ...others] = operands === '' ? [] : operands.split(' ');
    if (first !== undefined) this.#command.argument(first, operandText);
    for (const other of others) this.#command.argument(other);
  }

  /** Adds a flag, or an option with a text as its value. */
  option<Flags extends string>(
    flags: Flags,
    text: string,
  ): WithOption<Options, Flags, Flags extends `${string}<${string}` ? string : boolean>;
  /** Adds an option with a value that a function reads. */
  option<Flags extends string, Value>(
    flags: Flags,
    text: string,
    read: (value: string, before: Value | undefined) => Value,
  ): WithOption<Options, Flags, Value>;
  option<Value>(
    flags: string,
    text: string,
    read?: (value: string, before: Value | undefined) => Value,
  ): unknown {
    const option = new Option(flags, text);
    if (read !== undefined) {
      option.argParser<Value>((value, before) =>
        named(option.long ?? flags, () => read(value, before)),
      );
    }
    this.#command.addOption(option);
    return this;
  }

  /** Adds an option whose value is one of some words. */
  choice<Flags extends string, const Word extends string>(
    flags: Flags,
    text: string,
    noun: string,
    choices: readonly Word[],
  ): WithOption<Options, Flags, Word> {
    this.#choices.set(flags, choices);
    return this.option(flags, text, (value) => chosen(value, noun, choices));
  }

  /**
   * Adds `--kubernetes-version` for a command that runs with one minor: the newest one of a range.
   *
   * @param text a description without the default, such as `the minor that validates the object`
   */
  minor(text: string) {
    return this.option(
      '--kubernetes-version <version>',
      `${text} (default: that of the configuration, or ${NEWEST_MINOR})`,
      (value) => newestOf(readOption(KUBERNETES_VERSION, value)),
    );
  }

  /** Adds an option with a list that grows whenever the option is repeated. */
  list<Flags extends string>(flags: Flags, text: string) {
    return this.option(flags, text, (value, before: readonly string[] = []) => [...before, value]);
  }

  /** The options that every command has. A command may describe some of them itself. */
  commonOptions(): ArgumentParser<Options & CommonOptions> {
    const has = (name: string) => this.#command.options.some(({ long }) => long === name);
    if (!has('--quiet')) this.option('-q, --quiet', 'print only the result');
    if (!has('--verbose')) this.option('-v, --verbose', 'print also where the code caches are');
    this.option('--color', 'use colors');
    this.option('--no-color', 'use no colors');
    this.option('--debug', 'show the stack of an unexpected error');
    return this as ArgumentParser<Options & CommonOptions>;
  }

  /** Adds text after the options in help. */
  helpAfter(text: string): this {
    this.#command.addHelpText('after', text);
    return this;
  }

  /** The options so far, in the order of help. */
  get options(): readonly OptionDescription[] {
    const help = { flags: '-h, --help', description: 'print help' };
    return [...this.#command.options, help].map(({ flags, description }) => {
      const choices = this.#choices.get(flags);
      return {
        names: flags.split(/[ ,]+/).filter((word) => word.startsWith('-')),
        placeholder: /<(.+)>/.exec(flags)?.[1],
        description,
        ...(choices === undefined ? {} : { choices }),
      };
    });
  }

  /**
   * @param args after the name of the command
   * @throws UsageError
   */
  parse(args: readonly string[]): ParsedArguments<Options> {
    try {
      this.#command.parse(withoutAliases(args), { from: 'user' });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode === 0) return { kind: 'show', text: this.#shown };
      throw new UsageError(messageOf(error));
    }
    return { kind: 'run', operands: this.#command.args, options: this.#command.opts<Options>() };
  }
}

/** The arguments with the names that help shows. */
function withoutAliases(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const [name = '', ...value] = arg.split('=');
    const known = end === -1 || index < end ? OPTION_ALIASES.get(name) : undefined;
    return known === undefined ? arg : [known, ...value].join('=');
  });
}

/** Names the option in what is said of its value. */
function named<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UsageError) || !error.message.startsWith('must ')) throw error;
    throw new UsageError(`${option} ${error.message}`);
  }
}

/**
 * A value that is one of some words.
 *
 * @param noun the name for such a word in messages
 * @throws UsageError if the value is none of them
 */
export function chosen<T extends string>(value: string, noun: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw new UsageError(unknownWord(value, noun, choices));
}

/** A message of commander's in one line. */
function messageOf({ message }: CommanderError): string {
  return message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)$/, '; did you mean $1?');
}
