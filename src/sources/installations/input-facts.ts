import type { SharedStrings } from '../../base/kept-strings.ts';
import type { DocumentIdentity } from '../../result/verdict.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import { isKustomizationFile, type Surrounding } from '../project/project-folder.ts';
import type { FileFacts } from './file-facts.ts';
import { type LabelList, ObjectFacts } from './object-facts.ts';
import { ObjectNames } from './object-names.ts';
import { isApplied, type PartFacts } from './part-facts.ts';

/** A file of the input, and the folders around it. */
interface NamedFile {
  readonly file: string;
  readonly surroundings: readonly Surrounding[];
}

/** The facts of all objects of a run, collected part by part. */
export class InputFacts {
  readonly #files = new Map<string, FileFacts>();
  readonly #names = new ObjectNames();
  /** The names that several objects have, or a document that is not applied as it is. */
  readonly #repeated = new ObjectNames();
  /** The labels of Namespaces: each key, and each key with its value. */
  readonly #namespaceLabels = new Set<string>();
  readonly #strings: SharedStrings;
  #objects = 0;
  #mayBeRelated = false;
  #needsOthers = false;
  #isOpaque = false;
  #hasKustomizations = false;

  /** @param strings makes the strings of labels that are kept */
  constructor(strings: SharedStrings) {
    this.#strings = strings;
  }

  /** The files of the run, in the order of the input. */
  get files(): readonly FileFacts[] {
    return [...this.#files.values()];
  }

  /** Reports whether some objects may be related, so that rules about several objects may report something. */
  get mayBeRelated(): boolean {
    return this.#mayBeRelated && (this.#objects > 1 || this.#needsOthers);
  }

  /** Reports whether some file is a kustomization. */
  get hasKustomizations(): boolean {
    return this.#hasKustomizations;
  }

  /** Reports whether the objects of some file are not known. */
  get isOpaque(): boolean {
    return this.#isOpaque;
  }

  /**
   * Adds the objects of a part.
   *
   * @param documents the documents of the part. They are kept.
   * @param part the number of the part
   * @returns true if the part may have to be read again to relate its objects to others
   */
  add(
    { file: name, surroundings }: NamedFile,
    documents: readonly DocumentIdentity[],
    { labels, isOpaque, isReadAgain, needsOthers }: PartFacts,
    part: number,
  ): boolean {
    let file = this.#files.get(name);
    if (file === undefined) {
      file = {
        file: name,
        surroundings,
        objects: [],
        isOpaque: false,
        hasOthers: false,
        firstPart: part,
        lastPart: part,
      };
      this.#files.set(name, file);
      const [own] = surroundings;
      this.#hasKustomizations ||= own !== undefined && isKustomizationFile(own.path);
    }
    file.lastPart = part;
    file.isOpaque ||= isOpaque;
    this.#isOpaque ||= isOpaque;
    this.#needsOthers ||= needsOthers;
    let isRepeated = false;
    for (const [index, identity] of documents.entries()) {
      const facts = new ObjectFacts(identity, this.#kept(labels[index]), part);
      if (!isApplied(identity)) {
        this.#repeated.add(facts);
        file.hasOthers = true;
        continue;
      }
      // Most files have one object, and an array to which the first item is added gets room for 17.
      if (file.objects.length === 0) file.objects = [facts];
      else file.objects.push(facts);
      if (facts.name !== '' && !this.#names.add(facts)) {
        this.#repeated.add(facts);
        isRepeated = true;
      }
      this.#objects++;
      const { kind } = facts;
      if (kind === 'Namespace') {
        for (const [key, value] of facts.labels) {
          this.#namespaceLabels.add(key).add(labelOf(key, value));
        }
      }
      const { relations, isNeededByPods } = findKind(kind) ?? {};
      this.#mayBeRelated ||=
        isRepeated || relations === 'refers' || isNeededByPods === true || kind === 'Namespace';
    }
    return isReadAgain || isRepeated;
  }

  /** Reports whether a document is certainly the only one of the input with its kind and name. */
  isOnly(document: DocumentIdentity): boolean {
    if (!isApplied(document)) return false;
    const { group, kind, namespace, name } = new ObjectFacts(document, [], 0);
    return name !== '' && !this.#repeated.has(group, kind, name, namespace);
  }

  /**
   * Reports whether some file has an object of a kind and name. An object without a namespace may be in any namespace.
   *
   * @param namespace the namespace; undefined for any
   */
  has(group: string, kind: string, name: string, namespace: string | undefined): boolean {
    if (namespace === undefined) return this.#names.has(group, kind, name, undefined);
    return [namespace, null].some((one) => this.#names.has(group, kind, name, one));
  }

  /**
   * Reports whether a Namespace of some file has a label.
   *
   * @param value undefined for any
   */
  hasNamespaceLabel(key: string, value: string | undefined): boolean {
    return this.#namespaceLabels.has(value === undefined ? key : labelOf(key, value));
  }

  #kept(labels: LabelList = []): LabelList {
    return labels.length === 0 ? labels : labels.map((text) => this.#strings.of(text));
  }
}

const labelOf = (key: string, value: string): string => `${key}=${value}`;
