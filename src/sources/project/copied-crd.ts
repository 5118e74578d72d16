import { onceForEach } from '../../base/once-for-each.ts';
import { isInDocumentation } from './file-location.ts';
import type { ProjectFolder, Surrounding } from './project-folder.ts';

/**
 * The project that defines a CRD, in the annotation with the pull request that has approved it. Proposals to Kubernetes
 * itself are approved in other repositories than those of the project.
 */
const APPROVED_BY =
  /^[ \t]+['"]?api-approved\.(?:kubernetes|openshift)\.io['"]?:[ \t]*['"]?https:\/\/github\.com\/(?!kubernetes\/(?:community|enhancements|kubernetes)\/)[^/\s]+\/([^/\s]+)\/pull\//m;

/** The labels of a CRD that Helm has rendered from a chart. */
const RENDERED =
  /^[ \t]+['"]?(?:helm\.sh\/chart|heritage['"]?:[ \t]*['"]?(?:Helm|Tiller)\b|app\.kubernetes\.io\/managed-by['"]?:[ \t]*['"]?Helm\b)/m;

/** The annotations of a CRD that controller-gen has made from code in Go, or that kpt has copied. */
const GENERATED =
  /^[ \t]+['"]?(?:controller-gen\.kubebuilder\.io\/version|internal\.kpt\.dev\/upstream-identifier)/m;

/** The description of apiVersion in a CRD that is made from types in Go. */
const OF_GO_TYPE = 'defines the versioned schema of this representation';

/** The group of a CRD: the names before its domain, and the domain `example.com`. */
const GROUP = /^[ \t]+group:[ \t]*['"]?((?:[a-z\d-]+\.)*)(([a-z\d-]+)\.[a-z]+)['"]?[ \t]*$/m;

/** The domains that projects of many owners share. */
const SHARED = new Set(['k8s.io', 'x-k8s.io']);

/** The parts of the paths of modules whose groups have these domains, whatever names are before them. */
const OWNERS_OF_SHARED = ['k8s.io', 'sigs.k8s.io', 'kubernetes-sigs'];

const wordsOf = (names = '') => names.split('.').filter(Boolean);

/**
 * The name of the repository in the path of a module: `velero` of `github.com/vmware-tanzu/velero` and of
 * `sigs.k8s.io/velero`.
 */
const REPOSITORY = /^(?:(?:github|gitlab)\.com\/[^/]+|[^/]+)\/([^/]+)/;

/** The project of a module with clients: `strimzi` of `github.com/example/strimzi-client-go`. */
const CLIENT = /\/([a-z\d]+)-client(?:-go)?$/;

/** The owner of a module: `elastic` of `github.com/elastic/cloud-on-k8s`. */
const OWNER = /^(?:github|gitlab)\.com\/([^/]+)/;

/**
 * The group of the types in a module: `monitoring` of
 * `github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring`.
 */
const TYPES = /^(.*?)\/(?:pkg\/)?apis\/([a-z\d]+)$/;

/** A folder that shows, as documentation does, how a project is used with others. Its own CRDs are elsewhere. */
const EXAMPLES = /(?:^|\/)examples?\//;

/** The names by which CRDs and folders show that they belong to projects whose modules of Go are used. */
const namesOf = onceForEach((goRequirements: readonly string[]) => ({
  repositories: new Set(goRequirements.flatMap((path) => REPOSITORY.exec(path)?.[1] ?? [])),
  servers: new Set(goRequirements.flatMap((path) => CLIENT.exec(path)?.[1] ?? [])),
  owners: new Set(goRequirements.flatMap((path) => OWNER.exec(path)?.[1]?.toLowerCase() ?? [])),
  /** The modules with types, by the first name of their group. */
  typed: new Map(
    goRequirements.flatMap((path) => {
      const [, module, group] = TYPES.exec(path) ?? [];
      return module === undefined || group === undefined ? [] : [[`${group}.`, module]];
    }),
  ),
  /** Other words are the names of ordinary folders. */
  folders: new Set(
    goRequirements.flatMap((path) => path.split('/').slice(1)).filter((one) => one.includes('-')),
  ),
}));

/**
 * Reports whether a CRD is a copy of one of another project, as its annotation, the modules of Go around its file, and
 * its group or the names of its folders show.
 *
 * @param text of the CRD
 */
function isCopiedCrd(text: string, file: FileText): boolean {
  const { surroundings } = file;
  const modules = modulesAround(surroundings);
  const own = new Set(modules.flatMap((one) => one.toLowerCase().split('/')));
  const project = APPROVED_BY.exec(text)?.[1]?.toLowerCase();
  if (project !== undefined && !own.has(project)) return true;
  const [, names, domain = '', name = ''] = GROUP.exec(text) ?? [];
  // A group that has its name or domain in common with the module is one of the project.
  const isForeign = SHARED.has(domain)
    ? !OWNERS_OF_SHARED.some((one) => own.has(one)) &&
      !wordsOf(names).some((one) => isNamedIn(own, one))
    : !isNamedIn(own, name);
  if (isForeign && (RENDERED.test(text) || isOfRelease(file))) return true;
  if (surroundings.some(({ folder }) => isOfOther(folder.chartOrigins, own))) return true;
  return surroundings.some(({ folder: { goRequirements }, path }) => {
    const { repositories, servers, owners, typed, folders } = namesOf(goRequirements);
    const types = typed.get(names ?? '');
    const isTypedElsewhere = types !== undefined && !modules.includes(types);
    const parents = path.split('/').slice(0, -1);
    return (
      (names === '' && repositories.has(name) && !own.has(name)) ||
      (isForeign &&
        (isTypedElsewhere ||
          owners.has(name) ||
          servers.has(name) ||
          isInDocumentation({ location: path }) ||
          EXAMPLES.test(path) ||
          parents.some((one) => isPartOf(one, name, own)))) ||
      parents.some((one) => folders.has(one) && !own.has(one))
    );
  });
}

/** Reports whether a chart is of other projects than the modules, as its sources say. */
const isOfOther = (origins: readonly string[], own: ReadonlySet<string>) =>
  origins.length > 0 && !origins.some((one) => one.split('/').some((word) => isNamedIn(own, word)));

const isNamedIn = (own: ReadonlySet<string>, name: string) =>
  [...own].some((one) => one.includes(name));

/**
 * Reports whether a folder is named after another project with a domain: `calico/` for that with the domain
 * `projectcalico.org`.
 */
function isPartOf(folder: string, name: string, own: ReadonlySet<string>): boolean {
  const [shorter, longer] = folder.length < name.length ? [folder, name] : [name, folder];
  return shorter.length > 3 && longer.includes(shorter) && !isNamedIn(own, folder);
}

/** A file by its text, and the folder of the file and those above it. */
interface FileText {
  readonly text: string;
  readonly surroundings: readonly Surrounding[];
}

/**
 * Reports whether a CRD is corrected elsewhere: it is a copy, or its file has generated or approved objects, and no
 * module of Go is around the file. It may be of the project itself, whose code is in another folder.
 *
 * @param text of the CRD
 */
export function isCorrectedElsewhere(text: string, file: FileText): boolean {
  return modulesAround(file.surroundings).length === 0
    ? isGenerated(file)
    : isCopiedCrd(text, file);
}

/** A version of controller-gen: `CONTROLLER_TOOLS_VERSION ?= v0.19.0`, `controller-gen@v0.19.0`. */
const GENERATOR =
  /(?:CONTROLLER_(?:GEN|TOOLS)_VERSION[ \t]*[:?]?=[ \t]*|controller-gen@)v?(\d+\.\d+\.\d+)/g;

/** The versions of controller-gen with which a module of Go makes CRDs. Empty if its Makefile does not say. */
const generatorsOf = onceForEach(({ makefile }: ProjectFolder): readonly string[] =>
  Array.from((makefile ?? '').matchAll(GENERATOR), ([, version = '']) => version),
);

/** The version of controller-gen that has made a CRD. */
const GENERATED_BY = /^[ \t]+controller-gen\.kubebuilder\.io\/version:[ \t]*v?(\S+)/m;

/**
 * Reports whether another version of controller-gen has made a CRD than the one that the module of Go around its file
 * uses. It is of another project then, or of an earlier release of this one.
 *
 * @param text of the CRD
 */
export function isGeneratedElsewhere(text: string, { surroundings }: FileText): boolean {
  const version = GENERATED_BY.exec(text)?.[1];
  const own = surroundings
    .map(({ folder }) => generatorsOf(folder))
    .find(({ length }) => length > 0);
  return version !== undefined && own?.includes(version) === false;
}

const isGenerated = onceForEach(
  ({ text }: FileText) =>
    text.includes(OF_GO_TYPE) || [GENERATED, RENDERED, APPROVED_BY].some((one) => one.test(text)),
);

/** A kind of which a release has objects too. */
const OTHER_KIND = /^kind:[ \t]*(?:ClusterRole|DaemonSet|Deployment|ServiceAccount)[ \t]*$/m;

/**
 * Reports whether a file has generated CRDs together with what uses them. The code that they are generated from writes
 * a file of its own.
 */
const isOfRelease = onceForEach(
  (file: FileText) => OTHER_KIND.test(file.text) && isGenerated(file),
);

/** A module with the types that each custom resource has, or that uses such a module. */
const OF_KUBERNETES = /^(?:sigs\.)?k8s\.io\//;

/** The modules of Go around a file that may define kinds. */
function modulesAround(surroundings: readonly Surrounding[]): readonly string[] {
  return surroundings.flatMap(({ folder: { goModule, goRequirements } }) =>
    goModule !== undefined && goRequirements.some((one) => OF_KUBERNETES.test(one))
      ? [goModule]
      : [],
  );
}
