import { getOrCompute } from '../../../base/get-or-compute.ts';
import type { Labels } from '../../../server/kubernetes/label-selector.ts';
import { isMapping, type Mapping, mappingsIn, type Value, valuesIn } from '../../../yaml/index.ts';
import { itemsOf } from '../../../yaml/tree.ts';
import { stepsOfField } from '../field-path.ts';
import { LONGEST_PATH } from '../file-names.ts';
import { normalizePath } from '../normalize-path.ts';
import {
  applyTo,
  type KustomizePatch,
  type PatchContent,
  patchesOfConfigurations,
  patchesOfLabels,
  patchesOfReplacement,
  readPatches,
} from './kustomize-patch.ts';
import { type PatchTarget, readTarget } from './patch-target.ts';
import { policyTemplatesOf } from './policy-generator.ts';

/** The lists of a kustomization whose items are paths or addresses. */
export const PATH_LISTS: readonly string[] = [
  'resources',
  'bases',
  'components',
  'crds',
  'configurations',
  'generators',
  'transformers',
  'validators',
  'patchesStrategicMerge',
];

/** The lists of a kustomization whose entries make objects. */
export const GENERATORS: readonly string[] = ['configMapGenerator', 'secretGenerator'];

/** The kinds of the objects that they make. */
export const GENERATED_KINDS: readonly string[] = ['ConfigMap', 'Secret'];

/** The references of a kustomization to other files, and the objects that it changes. Paths start from its folder. */
export interface Kustomization {
  /** The files that are not objects by themselves: patches, transformers, replacements and configurations. */
  readonly parts: ReadonlySet<string>;
  /** The files and patterns that comments name, which are probably patches that are turned off. */
  readonly commentedParts: ReadonlySet<string>;
  /**
   * The other files and folders that comments name as entries of lists, which are probably resources that are turned
   * off.
   */
  readonly commentedResources: readonly string[];
  /** The files with the content of ConfigMaps and Secrets that it generates, and values of charts. */
  readonly data: ReadonlySet<string>;
  /** The files with objects, and the folders with kustomizations of them. */
  readonly resources: ReadonlySet<string>;
  /** The files and folders that its generators make policies from. */
  readonly policyTemplates: readonly string[];
  /** The folders of components, whose patches are applied to the objects of this kustomization too. */
  readonly components: readonly string[];
  /** The listed files and folders with manifests that do not exist. */
  readonly missing: ReadonlySet<string>;
  readonly patches: readonly KustomizePatch[];
  readonly namePrefix: string;
  readonly nameSuffix: string;
  /** True if other kustomizations add it to their own objects. */
  readonly isComponent: boolean;
  /** The namespace that it moves its objects to. Undefined if it does not change the namespace. */
  readonly namespace: string | undefined;
  /** The names of the ConfigMaps and Secrets that it generates, without the hash that it appends. */
  readonly generatedNames: ReadonlySet<string>;
  /** The names of the workloads whose number of replicas it sets. */
  readonly scaledNames: ReadonlySet<string>;
  /** True if the kustomization also installs objects of generators and charts, which are in none of its files. */
  readonly hasGenerators: boolean;
  /**
   * True if it may rename objects, remove them or change their kinds, other than by `namePrefix`, `nameSuffix` and
   * `namespace`.
   */
  readonly changesIdentities: boolean;
  /** The labels and annotations that it adds to its objects. */
  readonly labels: Labels;
  readonly annotations: Labels;
}

/** Returns the text of a file by its path from the folder of the kustomization. Undefined if there is no such file. */
export type ReadFile = (path: string) => string | undefined;

/** Reports whether a file or folder of the project does not exist, by its path from the folder of the kustomization. */
export type IsMissing = (path: string) => boolean;

/**
 * Reads a kustomization and the files that it names. Parts that cannot be read are ignored. Source:
 * https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
 */
export function readKustomization(
  text: string,
  readFile: ReadFile,
  isMissing: IsMissing = () => false,
): Kustomization {
  // A comment before a line with `---` is a part without a value.
  const value = valuesIn(text).find((one) => one !== null) ?? null;
  return new KustomizationReader(isMapping(value) ? value : {}, readFile).read(text, isMissing);
}

/** The patches in a kustomization, without those in files. */
export function patchesWithin(kustomization: Mapping): readonly KustomizePatch[] {
  const reader = new KustomizationReader(kustomization, () => undefined);
  return reader.read('', () => false).patches;
}

/** The most patches of a kustomization that are read: many entries can name a file that has many of them. */
const MOST_PATCHES = 20_000;

class KustomizationReader {
  readonly #kustomization: Mapping;
  readonly #readFile: ReadFile;
  readonly #parts = new Set<string>();
  readonly #patches: KustomizePatch[] = [];
  /** The patches in each file and text. Several entries may name a file, and aliases may repeat a text. */
  readonly #contents = new Map<string, readonly PatchContent[]>();

  constructor(kustomization: Mapping, readFile: ReadFile) {
    this.#kustomization = kustomization;
    this.#readFile = readFile;
  }

  read(text: string, isMissing: IsMissing): Kustomization {
    // The order in which kustomize applies them.
    for (const entry of this.#list('patchesStrategicMerge')) this.#addPatch(entry);
    for (const entry of this.#list('patches')) this.#addPatch(entry);
    for (const entry of this.#list('patchesJson6902')) this.#addPatch(entry);
    for (const entry of this.#list('replacements')) this.#addReplacement(entry);
    for (const entry of new Set(this.#list('transformers'))) this.#addTransformers(entry);
    const configurations = this.#list('configurations');
    for (const entry of configurations) this.#addPart(entry);
    const { kind, openapi, namespace, namePrefix, nameSuffix } = this.#kustomization;
    if (isMapping(openapi)) this.#addPart(openapi.path ?? null);
    const isForSelectors =
      pairsOf(this.#kustomization.commonLabels).length > 0 || this.#hasLabels('includeSelectors');
    if (isForSelectors || this.#hasLabels('includeTemplates')) {
      this.#patches.push(...patchesOfLabels(isForSelectors));
    }
    if (configurations.length > 0) this.#patches.push(...patchesOfConfigurations());
    const commented = commentedFiles(text);
    return {
      parts: this.#parts,
      commentedParts: new Set(pathsOf(commented, true)),
      commentedResources: pathsOf(commented, false),
      data: new Set(this.#dataFiles()),
      resources: new Set(['resources', 'bases', 'crds'].flatMap((name) => this.#paths(name))),
      policyTemplates: this.#paths('generators').flatMap((path) =>
        valuesIn(this.#readFile(path) ?? '').flatMap(policyTemplatesOf),
      ),
      components: this.#paths('components'),
      missing: new Set(this.#listed().filter((path) => isLocal(path) && isMissing(path))),
      patches: this.#patches,
      namePrefix: typeof namePrefix === 'string' ? namePrefix : '',
      nameSuffix: typeof nameSuffix === 'string' ? nameSuffix : '',
      isComponent: kind === 'Component',
      namespace: typeof namespace === 'string' && namespace !== '' ? namespace : undefined,
      generatedNames: new Set(GENERATORS.flatMap((list) => this.#names(list))),
      scaledNames: new Set(this.#names('replicas')),
      hasGenerators: ['generators', 'helmCharts', 'helmChartInflationGenerator'].some(
        (name) => this.#list(name).length > 0,
      ),
      changesIdentities: this.#changesIdentities(),
      labels: new Map([
        ...pairsOf(this.#kustomization.commonLabels),
        ...this.#list('labels').flatMap((entry) => (isMapping(entry) ? pairsOf(entry.pairs) : [])),
      ]),
      annotations: new Map(pairsOf(this.#kustomization.commonAnnotations)),
    };
  }

  /** The files and folders in its lists, and those of patches. */
  #listed(): readonly string[] {
    return [...PATH_LISTS.flatMap((name) => this.#paths(name)), ...this.#parts];
  }

  #changesIdentities(): boolean {
    return (
      ['transformers', 'configurations'].some((name) => this.#list(name).length > 0) ||
      mappingsIn(this.#kustomization.patches).some(
        ({ options }) =>
          isMapping(options) &&
          (options.allowNameChange === true || options.allowKindChange === true),
      ) ||
      this.#patches.some(({ fields, change }) => {
        // A strategic merge patch only names the object by these fields.
        return change?.kind !== 'merge' && IDENTITY.some((field) => fields.touch(field));
      })
    );
  }

  /** Reports whether it adds labels with an option. */
  #hasLabels(option: 'includeSelectors' | 'includeTemplates'): boolean {
    return mappingsIn(this.#kustomization.labels).some(
      (entry) => entry[option] === true && pairsOf(entry.pairs).length > 0,
    );
  }

  /** An entry is a path or the patch itself, or has one of them and a target. */
  #addPatch(entry: Value): void {
    if (typeof entry === 'string') {
      this.#add(
        entry.includes('\n') ? this.#textContents(entry) : this.#fileContents(entry),
        undefined,
      );
    } else if (isMapping(entry)) {
      const target = isMapping(entry.target) ? readTarget(entry.target) : undefined;
      for (const contents of this.#contentsOf(entry)) this.#add(contents, target);
    }
  }

  /** The patches that the fields of an entry, or of a transformer, name or contain. */
  #contentsOf({ path, patch, jsonOp }: Mapping): readonly (readonly PatchContent[])[] {
    return [
      ...(typeof path === 'string' ? [this.#fileContents(path)] : []),
      ...[patch, jsonOp].flatMap((text) =>
        typeof text === 'string' ? [this.#textContents(text)] : [],
      ),
    ];
  }

  #addReplacement(entry: Value): void {
    if (!isMapping(entry)) return;
    this.#addAll(patchesOfReplacement(entry));
    // Several entries may name a file.
    if (typeof entry.path !== 'string' || this.#parts.has(normalizePath(entry.path))) return;
    for (const value of this.#valuesAt(entry.path)) {
      for (const replacement of Array.isArray(value) ? value : [value]) {
        if (isMapping(replacement)) this.#addAll(patchesOfReplacement(replacement));
      }
    }
  }

  /** An entry is a path, or the configuration of the transformer itself. */
  #addTransformers(entry: Value): void {
    if (typeof entry !== 'string') return;
    const transformers = entry.includes('\n') ? valuesIn(entry) : this.#valuesAt(entry);
    for (const transformer of transformers) {
      if (!isMapping(transformer)) continue;
      const { kind, paths, patches, replacements } = transformer;
      if (kind === 'PatchTransformer' || kind === 'PatchJson6902Transformer') {
        this.#addPatch(transformer);
      } else if (kind === 'PatchStrategicMergeTransformer') {
        for (const path of itemsOf(paths)) this.#addPatch(path);
        if (typeof patches === 'string') this.#add(this.#textContents(patches), undefined);
      } else if (kind === 'ReplacementTransformer') {
        for (const replacement of itemsOf(replacements)) this.#addReplacement(replacement);
      }
    }
  }

  #add(contents: readonly PatchContent[], target: PatchTarget | undefined): void {
    if (this.#patches.length < MOST_PATCHES) this.#addAll(applyTo(contents, target));
  }

  #addAll(patches: readonly KustomizePatch[]): void {
    for (const patch of patches) this.#patches.push(patch);
  }

  #fileContents(path: string): readonly PatchContent[] {
    return this.#readOnce(normalizePath(path), () => this.#textOf(path) ?? '');
  }

  #textContents(text: string): readonly PatchContent[] {
    return this.#readOnce(text, () => text);
  }

  #readOnce(key: string, text: () => string): readonly PatchContent[] {
    return getOrCompute(this.#contents, key, () => readPatches(text()));
  }

  #valuesAt(path: string): readonly Value[] {
    return valuesIn(this.#textOf(path) ?? '');
  }

  #textOf(path: string): string | undefined {
    this.#addPart(path);
    return this.#readFile(normalizePath(path));
  }

  #addPart(path: Value): void {
    if (typeof path === 'string') this.#parts.add(normalizePath(path));
  }

  #list(name: string): readonly Value[] {
    return itemsOf(this.#kustomization[name]);
  }

  /** The files of generators, which may have another name as a key (`key=path`), and those with values of charts. */
  #dataFiles(): readonly string[] {
    const generators = GENERATORS.flatMap((name) => this.#list(name));
    const files = generators.flatMap((entry) => (isMapping(entry) ? itemsOf(entry.files) : []));
    const values = this.#list('helmCharts').map((entry) => isMapping(entry) && entry.valuesFile);
    return [...files, ...values].flatMap((file) =>
      typeof file === 'string' ? [normalizePath(file.slice(file.indexOf('=') + 1))] : [],
    );
  }

  #names(list: string): readonly string[] {
    return this.#list(list).flatMap((entry) =>
      isMapping(entry) && typeof entry.name === 'string' ? [entry.name] : [],
    );
  }

  #paths(name: string): readonly string[] {
    return this.#list(name).flatMap((entry) =>
      typeof entry === 'string' && !entry.includes('\n') ? [normalizePath(entry)] : [],
    );
  }
}

/** An entry of a list in a comment. */
interface CommentedFile {
  readonly path: string;
  readonly isPart: boolean;
}

/**
 * The files that comments name as an entry of a list: `#- path: patches/a.yaml`, `# - patches/a.yaml`. Without `path`,
 * only the name of the file shows that it is a patch and not a resource.
 */
function commentedFiles(text: string): readonly CommentedFile[] {
  const entries = text.matchAll(
    /^[ \t]*#[ \t#]*-[ \t]+(path:[ \t]*)?(?:"([\w./-]{1,1000})"|'([\w./-]{1,1000})'|([\w./-]{1,1000}))[ \t]*$/gm,
  );
  return Array.from(entries, ([, field, double, single, plain]) => {
    const path = double ?? single ?? plain ?? '';
    return { path: normalizePath(path), isPart: field !== undefined || isNamedLikePatch(path) };
  });
}

function pathsOf(files: readonly CommentedFile[], isPart: boolean): readonly string[] {
  return files.flatMap((one) => (one.isPart === isPart ? [one.path] : []));
}

/** Characters of addresses and placeholders, which names of files do not have in practice. */
const NOT_LOCAL = /^\/|[:?@${}<>*]/;

/** Reports whether an entry is certainly the path of a manifest or a folder, and no address. */
function isLocal(path: string): boolean {
  const [first = '', ...rest] = path.split('/');
  const last = rest.at(-1) ?? first;
  const mayBeHost = rest.length > 0 && first !== '..' && first.includes('.');
  const isFolder = last === '..' || !last.includes('.');
  return !NOT_LOCAL.test(path) && !mayBeHost && (isFolder || /\.(?:ya?ml|json)$/.test(last));
}

/** The fields that identify an object. */
const IDENTITY = ['apiVersion', 'kind', 'metadata.name', 'metadata.namespace'].map((field) =>
  stepsOfField(field, null),
);

const PATCH_NAME =
  /(?:^|[-_./])patch(?:es)?\d*(?:[-_.][^/]*)?\.(?:ya?ml|json)$|(?:^|\/)patches\/[^/]/;

/** Reports whether the path of a file looks like a patch: `manager_patch.yaml`, `patches/webhook_in_crontabs.yaml`. */
export function isNamedLikePatch(path: string): boolean {
  return path.length <= LONGEST_PATH && PATCH_NAME.test(path);
}

function pairsOf(value: Value | undefined): readonly (readonly [string, string])[] {
  return isMapping(value)
    ? Object.entries(value).flatMap(([key, text]) =>
        typeof text === 'string' ? [[key, text] as const] : [],
      )
    : [];
}
