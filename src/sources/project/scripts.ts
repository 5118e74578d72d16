import { compareCodePoints } from '../../base/compare.ts';
import { copyOf } from '../../base/kept-strings.ts';
import { WordPattern } from '../../base/word-pattern.ts';
import type { ReadFile } from './kustomize/kustomization.ts';
import { folderOf, pathIn } from './normalize-path.ts';

/** The folders of a repository, from its root, with the scripts and pipelines that deploy its manifests. */
export const SCRIPT_FOLDERS = ['.github/workflows', 'ci', 'hack', 'script', 'scripts'] as const;

/** A script, or a file that runs or shows commands, by its name. */
const SCRIPT = new WordPattern(
  [
    '.sh',
    '.bash',
    '.mk',
    '.ps1',
    '.py',
    'README',
    'readme',
    '.github',
    'akefile',
    'ustfile',
    'Jenkinsfile',
    'Taskfile',
    '.gitlab-ci',
    '.travis',
    'pipelines',
    'buildspec',
    'cloudbuild',
  ],
  /\.(?:sh|bash|mk|ps1|py)$|(?:^|\/)(?:README|readme)\.md$|^\.github\/|(?:^|\/)(?:[Mm]akefile|[Jj]ustfile|Jenkinsfile|Taskfile\.ya?ml|\.(?:gitlab-ci|travis)\.yml|(?:azure|bitbucket)-pipelines\.ya?ml|buildspec\.ya?ml|cloudbuild\.ya?ml)$/,
);

/** The largest number of scripts of a folder that are read. */
const MOST_SCRIPTS = 50;

/** The largest number of words of a folder. Each finding is compared with all of them. */
const MOST_WORDS = 1000;

/**
 * A word that a command replaces everywhere: `s/WORD/web/` of sed and perl, also with another delimiter, or outside of
 * the quotes of a shell: `'s/'WORD'/web/'`. An expression with spaces or `.*` has more than the word, such as the key
 * of a field.
 */
const SUBSTITUTION = /(?<=[\s'"`;])s[/|#,:~!]'?([\w<>{}[\]@$%\\-]{4,60})'?[/|#,:~!]/g;

/** A word whose lines a command of sed replaces: `/WORD/c\`. */
const CHANGE = /(?<=[\s'"`;])\/([\w<>{}[\]@$%-]{4,60})\/c\\/g;

/** The same in Python and PowerShell: `text.replace("WORD", web)`, `-replace 'WORD', $web`. */
const REPLACEMENT = /(?:\.replace\(|-replace )\s*['"]([\w<>{}[\]@$%-]{4,60})['"]\s*,/g;

/** A word that values have for it to be replaced. An ordinary one, such as `latest`, may be valid as it is. */
const MARKED_WORD = /[A-Z_<>{}[\]@$%]/;

/** The arguments of a command that starts or stops pods without a server: `podman kube play web.yaml`. */
const OF_PODMAN = /\bpodman (?:kube (?:play|down)|play kube)\b([^\n|&;]*)/g;

/** The facts about other files from the scripts of a folder. */
export interface ScriptFacts {
  /** The words that the scripts replace in other files. */
  readonly replacedWords: readonly string[];
  /** The files whose pods Podman starts, as paths from the folder. */
  readonly ofPodman: readonly string[];
}

/**
 * Reads what the scripts of a folder say about other files.
 *
 * @param names the names of files
 */
export function readScripts(names: readonly string[], readFile: ReadFile): ScriptFacts {
  const scripts = names
    .filter((name) => SCRIPT.test(name))
    .sort(compareCodePoints)
    .slice(0, MOST_SCRIPTS);
  const words = new Set<string>();
  const ofPodman = new Set<string>();
  for (const name of scripts) {
    const text = readFile(name) ?? '';
    for (const word of wordsIn(text)) words.add(word);
    for (const [, line = ''] of text.matchAll(OF_PODMAN)) {
      for (const path of line.split(/[\s<"']/).filter((word) => /\.ya?ml$/.test(word))) {
        ofPodman.add(copyOf(pathIn(folderOf(name), path)));
      }
    }
  }
  return { replacedWords: [...words].slice(0, MOST_WORDS), ofPodman: [...ofPodman] };
}

/** Reports whether a line of a text is nothing but a word that scripts replace. */
export function hasReplacedLine(text: string, replaced: readonly string[]): boolean {
  const words = new Set(replaced);
  return words.size > 0 && text.split('\n').some((line) => words.has(line.trim()));
}

function wordsIn(script: string): readonly string[] {
  return [SUBSTITUTION, CHANGE, REPLACEMENT]
    .flatMap((pattern) => Array.from(script.matchAll(pattern)))
    .map(([, word = '']) => word.replaceAll('\\', ''))
    .filter((word) => MARKED_WORD.test(word))
    .map(copyOf);
}
