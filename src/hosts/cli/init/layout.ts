import { type Dirent, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { MINORS, type Minor, parseMinors } from '../../../server/kubernetes/minors.ts';
import { mayConfigureCluster, readClusterConfig } from '../../../sources/project/cluster-config.ts';
import { isKustomizationFile } from '../../../sources/project/project-folder.ts';
import { readSmallText } from '../../node/disk/open-file.ts';
import { MANIFEST_ENDING } from '../../node/walk.ts';

/** The form of the manifests in a repository: they are sent without changes, or have to be rendered. */
export const LAYOUT_PARTS = ['manifests', 'helm', 'kustomize'] as const;

export type LayoutPart = (typeof LAYOUT_PARTS)[number];

/** The contents of a repository, as its files show. */
export interface Layout {
  readonly parts: ReadonlySet<LayoutPart>;
  /** The service that builds and checks the repository, if its files show one. */
  readonly ci: 'github' | 'gitlab' | 'other' | undefined;
  /** The minors that configurations of clusters name, oldest first. Empty if none is known. */
  readonly minors: readonly Minor[];
}

/** The files of other services that check repositories. */
const OTHER_CI =
  /^(?:Jenkinsfile|azure-pipelines\.ya?ml|bitbucket-pipelines\.yml|\.(?:travis|drone|appveyor)\.ya?ml|\.(?:circleci|buildkite|tekton|woodpecker|gitea|forgejo)\/.*|\.woodpecker\.ya?ml)$/;

const PASSED_OVER = new Set(['.git', 'node_modules', 'vendor']);

/** The depth to which folders are searched. */
const DEEPEST = 6;

/** Looks at the files of a repository. */
export function detectLayout(root: string): Layout {
  const files = [...filesBelow(root, '', 0)];
  const charts = files
    .filter((path) => posix.basename(path) === 'Chart.yaml')
    .map((path) => posix.dirname(path));
  const hasManifests = files.some(
    (path) => /\.ya?ml$/.test(path) && !charts.some((chart) => isBelow(path, chart)),
  );
  const hasKustomization = files.some((path) => isKustomizationFile(posix.basename(path)));
  return {
    parts: new Set<LayoutPart>([
      ...(hasManifests ? (['manifests'] as const) : []),
      ...(charts.length > 0 ? (['helm'] as const) : []),
      ...(hasKustomization ? (['kustomize'] as const) : []),
    ]),
    ci: ciOf(files),
    minors: minorsOf(root, files),
  };
}

function ciOf(files: readonly string[]): Layout['ci'] {
  if (files.includes('.gitlab-ci.yml')) return 'gitlab';
  if (files.some((path) => path.startsWith('.github/workflows/'))) return 'github';
  return files.some((path) => OTHER_CI.test(path)) ? 'other' : undefined;
}

/** The minors of the clusters that the repository configures, from the oldest to the newest. */
function minorsOf(root: string, files: readonly string[]): readonly Minor[] {
  const named = files
    .filter((path) => mayConfigureCluster(path) && MANIFEST_ENDING.test(path))
    .flatMap((path) => readClusterConfig(readSmallText(join(root, path)) ?? '').versions)
    .flatMap((version) => parseMinors(version) ?? []);
  const known = MINORS.filter((minor) => named.includes(minor));
  const [oldest] = known;
  const newest = known[known.length - 1];
  return oldest === undefined || newest === undefined
    ? []
    : (parseMinors(`${oldest}..${newest}`) ?? []);
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

function isBelow(path: string, folder: string): boolean {
  return folder === '.' || path.startsWith(`${folder}/`);
}
