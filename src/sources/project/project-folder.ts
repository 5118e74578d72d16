import { onceForEach } from '../../base/once-for-each.ts';
import { ChainsawTest } from './chainsaw-test.ts';
import {
  type IsMissing,
  type Kustomization,
  type ReadFile,
  readKustomization,
} from './kustomize/kustomization.ts';
import { normalizePath } from './normalize-path.ts';
import { PolicyTestFiles } from './policy-test-files.ts';

/** The files with tests of policies: for the command line of Kyverno, under its earlier name too, and for gator. */
const POLICY_TESTS = ['kyverno-test.yaml', 'test.yaml', 'suite.yaml'] as const;

/** The names that the kustomization of a folder can have, in the order in which they are looked for. */
export const KUSTOMIZATION_FILES = [
  'kustomization.yaml',
  'kustomization.yml',
  'Kustomization',
] as const;

/** The names of templates of a kustomization, which a script or a user copies and fills in. */
const KUSTOMIZATION_TEMPLATES = [
  'kustomization.yaml.in',
  'kustomization.yaml.tmpl',
  'kustomization.yaml.sample',
  'kustomization.yaml.example',
] as const;

/** The files of a folder that show the purpose of the other files in it and below it. */
export const PROJECT_FILES = [
  ...KUSTOMIZATION_FILES,
  ...KUSTOMIZATION_TEMPLATES,
  'Chart.yaml',
  'PROJECT',
  'chainsaw-test.yaml',
  'chainsaw-test.yml',
  'kuttl-test.yaml',
  'kuttl-test.yml',
  ...POLICY_TESTS,
  'crossplane.yaml',
  'Kptfile',
  'go.mod',
] as const;

/** Reports whether a file in a folder is its kustomization, by its name. */
export function isKustomizationFile(name: string): boolean {
  return KUSTOMIZATION_FILES.some((one) => one === name);
}

export type ProjectFileName = (typeof PROJECT_FILES)[number];

/** The schema for the values of a chart. */
export interface ValuesSchema {
  readonly text: string;
  /** The text of `Chart.yaml`. */
  readonly chart: string;
}

/** The facts from the project files of one folder. */
export interface ProjectFolder {
  /**
   * The path of the folder, with `/` between the segments and none before them. It is only compared with other such
   * paths.
   */
  readonly path: string;
  /** Undefined if the folder has none. */
  readonly kustomization: Kustomization | undefined;
  /** A template of a kustomization. Undefined if the folder has none. */
  readonly kustomizationTemplate: Kustomization | undefined;
  /** Undefined if the folder has none. */
  readonly chainsawTest: ChainsawTest | undefined;
  /** Undefined if the folder has none. */
  readonly policyTests: PolicyTestFiles | undefined;
  /** True if the folder is a Helm chart. */
  readonly isChart: boolean;
  /** The projects that a chart says it is of: `example/shop` of `https://github.com/example/shop`. */
  readonly chartOrigins: readonly string[];
  /** Undefined if the folder is not a chart, or one without a schema for its values. */
  readonly valuesSchema: ValuesSchema | undefined;
  /** True if the folder is a project of kubebuilder or the Operator SDK. */
  readonly isKubebuilderProject: boolean;
  /** True if the folder is a package of Crossplane, which its package manager completes. */
  readonly isCrossplanePackage: boolean;
  /** True if the folder is a package of kpt, which sorts the objects that it sends. */
  readonly isKptPackage: boolean;
  /** The path of the module of Go that the folder is: `example.com/shop/v2`. Undefined if it is none. */
  readonly goModule: string | undefined;
  /** The paths of the modules of Go that this one uses itself: `sigs.k8s.io/cluster-api`. */
  readonly goRequirements: readonly string[];
  /** The text of the Makefile of a module of Go. Undefined if it has none. */
  readonly makefile: string | undefined;
  /** The files and folders that a program in Go in the folder contains, as patterns of paths. */
  readonly goEmbeds: readonly string[];
  /** The files that tests in Go in the folder compare with what a program makes, as paths from there. */
  readonly goOutputs: readonly string[];
  /** The files that programs in Go in the folder, whose tests run without a server, read, as paths from there. */
  readonly goInputs: readonly string[];
  /** The names of the templates of the role of Ansible that the folder is: `web.yaml.j2`. */
  readonly roleTemplates: readonly string[];
  /** The names of the files in the folder that unit tests read, and compare the result of with another file. */
  readonly testInputs: readonly string[];
  /** The names of the folders in the folder with solutions of exercises. */
  readonly solutions: readonly string[];
  /** The words that the scripts of the folder replace in other files. */
  readonly replacedWords: readonly string[];
  /** The files whose pods the scripts of the folder start by Podman, as paths from there. */
  readonly ofPodman: readonly string[];
  /** True if the folder has tests of chainsaw or kuttl. */
  readonly hasTests: boolean;
}

/** The facts about a folder that other files than project files show. */
type OtherFacts = Pick<
  ProjectFolder,
  | 'goEmbeds'
  | 'goOutputs'
  | 'goInputs'
  | 'roleTemplates'
  | 'testInputs'
  | 'solutions'
  | 'replacedWords'
  | 'ofPodman'
>;

const NO_FACTS: OtherFacts = {
  goEmbeds: [],
  goOutputs: [],
  goInputs: [],
  roleTemplates: [],
  testInputs: [],
  solutions: [],
  replacedWords: [],
  ofPodman: [],
};

/** A folder around a file, or one whose kustomization names the file, and the path of the file from there, with `/`. */
export interface Surrounding {
  readonly folder: ProjectFolder;
  readonly path: string;
}

/** Reports whether the kustomization of a folder lists a file among its resources. */
export function isListedResource({ folder: { kustomization }, path }: Surrounding): boolean {
  return kustomization?.resources.has(path) === true;
}

/**
 * Reads the project files of a folder.
 *
 * @param path the path of the folder, with `/`
 * @param texts the texts of the project files that the folder has
 * @param readFile reads the files that the project files name. It is called before this function returns.
 * @param isMissing is asked about the files that a kustomization lists. By default, all are taken to exist.
 */
export function readProjectFolder(
  path: string,
  texts: ReadonlyMap<ProjectFileName, string>,
  readFile: ReadFile,
  isMissing?: IsMissing,
  others: OtherFacts = NO_FACTS,
): ProjectFolder {
  const firstOf = (...names: readonly ProjectFileName[]) =>
    names.map((name) => texts.get(name)).find((text) => text !== undefined);
  const kustomizationIn = (names: readonly ProjectFileName[]) => {
    const text = firstOf(...names);
    return text === undefined ? undefined : readKustomization(text, readFile, isMissing);
  };
  const policyTests = POLICY_TESTS.flatMap((name) => texts.get(name) ?? []);
  const chainsawTest = firstOf('chainsaw-test.yaml', 'chainsaw-test.yml');
  const kuttlTest = firstOf('kuttl-test.yaml', 'kuttl-test.yml');
  const goModule = moduleIn(texts.get('go.mod'));
  // Folders with packed charts may have an empty one.
  const chart = texts.get('Chart.yaml') ?? '';
  const isChart = chart.trim() !== '';
  const schema = isChart ? readFile('values.schema.json') : undefined;
  return {
    path: normalizePath(path),
    kustomization: kustomizationIn(KUSTOMIZATION_FILES),
    kustomizationTemplate: kustomizationIn(KUSTOMIZATION_TEMPLATES),
    chainsawTest: chainsawTest === undefined ? undefined : new ChainsawTest(chainsawTest),
    policyTests: policyTests.length === 0 ? undefined : PolicyTestFiles.in(policyTests),
    isChart,
    chartOrigins: originsIn(chart),
    valuesSchema: schema === undefined ? undefined : { text: schema, chart },
    isKubebuilderProject: texts.has('PROJECT'),
    isCrossplanePackage: texts.has('crossplane.yaml'),
    isKptPackage: texts.has('Kptfile'),
    goModule,
    goRequirements: requirementsIn(texts.get('go.mod') ?? ''),
    makefile: goModule === undefined ? undefined : readFile('Makefile'),
    ...others,
    hasTests: chainsawTest !== undefined || kuttlTest !== undefined,
  };
}

/** A folder as it counts for files outside of it: only its kustomization may refer to them. */
export const asSeenFromOutside = onceForEach(
  ({ path, kustomization }: ProjectFolder): ProjectFolder => ({
    path,
    kustomization,
    kustomizationTemplate: undefined,
    chainsawTest: undefined,
    policyTests: undefined,
    isChart: false,
    chartOrigins: [],
    valuesSchema: undefined,
    isKubebuilderProject: false,
    isCrossplanePackage: false,
    isKptPackage: false,
    goModule: undefined,
    goRequirements: [],
    makefile: undefined,
    ...NO_FACTS,
    hasTests: false,
  }),
);

/** A source of a chart: `home: https://github.com/example/shop`, or an item of `sources`. */
const ORIGIN = /^(?:home:|[ \t]*-)[ \t]*['"]?https:\/\/github\.com\/([\w.-]+\/[\w.-]+)/gm;

const originsIn = (chart: string): readonly string[] =>
  Array.from(chart.matchAll(ORIGIN), ([, path = '']) => path.toLowerCase());

/** The path of a module, which its file names: `module example.com/shop`. */
function moduleIn(goMod: string | undefined): string | undefined {
  return goMod === undefined ? undefined : (/^module\s+(\S+)/m.exec(goMod)?.[1] ?? '');
}

/** A module that a project uses itself: `require sigs.k8s.io/cluster-api v1.13.4`. */
const REQUIREMENT = /^[ \t]*(?:require[ \t]+)?([\w.-]+\/[\w./-]+)[ \t]+v\d\S*[ \t]*$/gm;

function requirementsIn(goMod: string): readonly string[] {
  return Array.from(goMod.matchAll(REQUIREMENT), ([, path = '']) => path);
}
