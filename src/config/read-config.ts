import { ruleNameProblem } from '../lint/rules/rule-names.ts';
import { type Finding, type Range, RULE_LEVELS } from '../result/finding.ts';
import { suggestion } from '../result/suggestion.ts';
import {
  type Document,
  isMapping,
  Lines,
  type Mapping,
  type Part,
  type Path,
  readParts,
  type Span,
  type Value,
} from '../yaml/index.ts';
import type { ConfigLayer, Override, RuleSetting, Sourced } from './config.ts';
import { configProblem } from './config-problem.ts';
import { outputsProblem } from './report-output.ts';
import { SETTINGS, type SettingName } from './settings.ts';
import { choice, listOf, STRING, type ValueContext, type ValueType } from './value-type.ts';

/** Another configuration that a configuration extends. */
interface Extended {
  /** A path that begins with `./` or `../`, or the name of a package. */
  readonly name: string;
  readonly range: Range;
}

/** The contents of a configuration file, and its errors. */
interface ReadConfig {
  readonly layer: ConfigLayer;
  readonly extended: readonly Extended[];
  readonly problems: readonly Finding[];
}

const OTHER_KEYS = ['extends', 'include', 'rules', 'overrides'] as const;

export const CONFIG_KEYS: readonly string[] = [...OTHER_KEYS, ...Object.keys(SETTINGS)];

const OVERRIDE_KEYS = ['files', 'rules'];

const LEVEL = choice('level', RULE_LEVELS);
const STRINGS = listOf(STRING);

/**
 * Reads a configuration file. It never throws: errors become findings, and the valid parts are read anyway.
 *
 * @param text the text of the file
 * @param file the name of the file, as a path from the working folder. The paths in the file become such paths too.
 */
export function readConfig(text: string, file: string): ReadConfig {
  const reader = new ConfigReader(text, file);
  const { layer, extended } = reader.read();
  const problems = reader.problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return { layer, extended, problems };
}

class ConfigReader implements ValueContext {
  readonly problems: Finding[] = [];
  readonly #text: string;
  readonly #file: string;
  readonly #lines: Lines;
  #document: Document | undefined;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
    this.#lines = new Lines({ text });
  }

  read(): Omit<ReadConfig, 'problems'> {
    const content = this.#open(readParts(this.#text));
    this.#reportUnknownKeys(content, [], CONFIG_KEYS);
    const layer: ConfigLayer = {
      file: this.#file,
      settings: this.#settings(content),
      include: this.#value(content, 'include', STRINGS),
      rules: this.#rules(content.rules, ['rules']),
      overrides: this.#overrides(content.overrides),
    };
    const { formats } = layer.settings;
    const problem = formats === undefined ? undefined : outputsProblem(formats.value);
    if (problem !== undefined) this.report(['formats'], problem);
    return { layer, extended: this.#extended(content) };
  }

  report(at: Path, problem: string, side: 'key' | 'value' = 'value'): void {
    this.#reportAt(this.#span(at, side), 'value', { problem });
  }

  written(at: Path): string {
    const { start, end } = this.#span(at, 'value');
    return this.#text.slice(start, end);
  }

  pathOf(path: string): string {
    if (/^(?:\/|[A-Za-z]:|\\\\)/.test(path)) return path;
    const folder = this.#file.slice(0, this.#file.lastIndexOf('/') + 1);
    return `${folder}${path.replace(/^(?:\.\/)+/, '')}`;
  }

  /** The mapping of the file. It is empty if the file is not a mapping. */
  #open(parts: Iterable<Part>): Mapping {
    const [first, ...others] = [...parts].filter(hasContent);
    for (const { span } of others) this.#reportAt(startOf(span), 'documents', {});
    if (first === undefined) return {};
    if (first.content.kind === 'refused') {
      const { span, message } = first.content.refusal;
      this.#reportAt(span, 'syntax', { problem: message });
      return {};
    }
    const { document } = first.content;
    this.#document = document;
    for (const { key, second } of document.duplicates) {
      this.#reportAt(second, 'duplicateKey', { key });
    }
    if (isMapping(document.value)) return document.value;
    const keys = CONFIG_KEYS.slice(0, 3).join(', ');
    this.report([], `the configuration must be a mapping with keys such as ${keys}`);
    return {};
  }

  #settings(content: Mapping): ConfigLayer['settings'] {
    const settings: Record<string, Sourced<unknown>> = {};
    for (const name of Object.keys(SETTINGS) as SettingName[]) {
      const value = this.#value<unknown>(content, name, SETTINGS[name].type);
      if (value !== undefined) settings[name] = value;
    }
    // The type of each value is that of the setting of its name.
    return settings as ConfigLayer['settings'];
  }

  #value<T>(content: Mapping, key: string, type: ValueType<T>): Sourced<T> | undefined {
    const value = content[key];
    // A key without a value is one that is not set.
    if (value === undefined || value === null) return undefined;
    const read = type.read(value, [key], this);
    return read === undefined ? undefined : this.#sourced(read, [key]);
  }

  #rules(value: Value | undefined, at: Path): readonly RuleSetting[] {
    if (value === undefined || value === null) return [];
    if (!isMapping(value)) {
      this.report(at, 'rules must be a mapping of rules or families to levels');
      return [];
    }
    return Object.entries(value).flatMap(([key, level]): readonly RuleSetting[] => {
      const name = key.replace(/\/\*?$/, '');
      const path = [...at, key];
      const problem = ruleNameProblem(name);
      if (problem !== undefined) {
        this.#reportAt(this.#span(path, 'key'), 'unknownRule', { problem });
        return [];
      }
      // YAML 1.1 reads `off` as false.
      const read = LEVEL.read(level === false ? 'off' : level, path, this);
      return read === undefined ? [] : [{ name, level: this.#sourced(read, path) }];
    });
  }

  #overrides(value: Value | undefined): readonly Override[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      this.report(['overrides'], 'overrides must be a list');
      return [];
    }
    return value.flatMap((item: Value, index): readonly Override[] => {
      const at = ['overrides', index];
      if (!isMapping(item)) {
        this.report(at, 'an override must be a mapping with files and rules');
        return [];
      }
      this.#reportUnknownKeys(item, at, OVERRIDE_KEYS);
      const { files: named = null } = item;
      if (named === null) this.report(at, 'an override must have files');
      const files = named === null ? undefined : STRINGS.read(named, [...at, 'files'], this);
      const rules = this.#rules(item.rules, [...at, 'rules']);
      return files === undefined ? [] : [{ files, rules }];
    });
  }

  #extended(content: Mapping): readonly Extended[] {
    const names = this.#value(content, 'extends', STRINGS)?.value ?? [];
    const isList = Array.isArray(content.extends);
    return names.map((name, index) => {
      const at = isList ? ['extends', index] : ['extends'];
      return { name, range: this.#lines.range(this.#span(at, 'value')) };
    });
  }

  #reportUnknownKeys(mapping: Mapping, at: Path, known: readonly string[]): void {
    for (const key of Object.keys(mapping)) {
      if (known.includes(key)) continue;
      const values = { key, suggestion: suggestion(key, known) };
      this.#reportAt(this.#span([...at, key], 'key'), 'unknownKey', values);
    }
  }

  #reportAt(span: Span, messageId: string, values: Readonly<Record<string, string>>): void {
    this.problems.push(configProblem(this.#file, this.#lines.range(span), messageId, values));
  }

  #sourced<T>(value: T, at: Path): Sourced<T> {
    const { line } = this.#lines.position(this.#span(at, 'key').start);
    return { value, file: this.#file, line };
  }

  #firstLineOf({ start, end }: Span): Span {
    const line = this.#text.slice(start, end).search(/[\r\n]/);
    return { start, end: line < 0 ? end : start + line };
  }

  /** The place of a value, or of the nearest value that it is in. */
  #span(at: Path, side: 'key' | 'value'): Span {
    for (let length = at.length; length >= 0; length--) {
      const spans = this.#document?.locate(at.slice(0, length));
      if (spans === undefined) continue;
      const isWhole = length === at.length;
      const isBlock = /^block-|^empty$/.test(spans.style);
      return spans.key !== undefined && (side === 'key' || !isWhole || isBlock)
        ? spans.key
        : this.#firstLineOf(spans.value);
    }
    return { start: 0, end: 0 };
  }
}

function hasContent({ content }: Part): boolean {
  return content.kind === 'refused' || content.document.value !== null;
}

function startOf({ start }: Span): Span {
  return { start, end: start };
}
