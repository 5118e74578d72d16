import { type Dirent, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readKustomization } from '../../../sources/project/kustomization.ts';
import { readSmallText } from '../../node/open-file.ts';

/** The form of the manifests in a repository: they are sent without changes, or have to be rendered. */
export const LAYOUT_PARTS = ['manifests', 'helm', 'kustomize'] as const;

export type LayoutPart = (typeof LAYOUT_PARTS)[number];

/** The contents of a repository, as its files show. */
export interface Layout {
  readonly parts: ReadonlySet<LayoutPart>;
  /** The folders of charts that are in no other chart. */
  readonly charts: readonly string[];
  /** The folders of kustomizations that no other one builds on. */
  readonly kustomizations: readonly string[];
  /** The service that builds and checks the repository, if its files show one. */
  readonly ci: 'github' | 'gitlab' | undefined;
}

const KUSTOMIZATION_NAMES = new Set(['kustomization.yaml', 'kustomization.yml', 'Kustomization']);
const PASSED_OVER = new Set(['.git', 'node_modules', 'vendor']);

/** A kustomization above this many bytes is not looked at. */
const LARGEST = 1024 * 1024;

/** The depth to which folders are searched. */
const DEEPEST = 6;

/** Looks at the files of a repository. */
export function detectLayout(root: string): Layout {
  const files = [...filesBelow(root, '', 0)];
  const nameOf = (path: string) => posix.basename(path);
  const folderOf = (path: string) => posix.dirname(path);
  const allCharts = files.filter((path) => nameOf(path) === 'Chart.yaml').map(folderOf);
  const charts = allCharts.filter(
    (chart) => !allCharts.some((other) => chart !== other && isBelow(chart, other)),
  );
  const kustomizations = files.filter((path) => KUSTOMIZATION_NAMES.has(nameOf(path)));
  const used = new Set(kustomizations.flatMap((path) => resourcesOf(root, path)));
  const roots = kustomizations.map(folderOf).filter((folder) => !used.has(folder));
  const hasManifests = files.some(
    (path) => /\.ya?ml$/.test(path) && !allCharts.some((chart) => isBelow(path, chart)),
  );
  return {
    parts: new Set<LayoutPart>([
      ...(hasManifests ? (['manifests'] as const) : []),
      ...(charts.length > 0 ? (['helm'] as const) : []),
      ...(roots.length > 0 ? (['kustomize'] as const) : []),
    ]),
    charts,
    kustomizations: roots,
    ci: files.includes('.gitlab-ci.yml')
      ? 'gitlab'
      : files.some((path) => path.startsWith('.github/'))
        ? 'github'
        : undefined,
  };
}

function* filesBelow(root: string, folder: string, depth: number): Iterable<string> {
  for (const entry of entriesOf(join(root, folder))) {
    const path = posix.join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && depth < DEEPEST && !PASSED_OVER.has(entry.name)) {
      yield* filesBelow(root, path, depth + 1);
    }
  }
}

/** The entries of a folder. A folder that cannot be listed has none. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The files and folders that a kustomization builds on, from the root. */
function resourcesOf(root: string, path: string): readonly string[] {
  const text = readSmallText(join(root, path), LARGEST) ?? '';
  const { resources, components } = readKustomization(text, () => undefined);
  return [...resources, ...components].map((one) => posix.join(posix.dirname(path), one));
}

function isBelow(path: string, folder: string): boolean {
  return folder === '.' || path.startsWith(`${folder}/`);
}
