import { compareCodePoints } from '../../base/compare.ts';
import type { MinorRange } from '../kubernetes/minors.ts';
import { intentionOf, NO_INTENTION } from './intention.ts';
import { type DecodeProblem, decoderPath, isUndecodable } from './problem.ts';
import type { Entry, ReadNode } from './typed-reader.ts';

/** The largest number of unknown fields that the decoder reports. kubeadmit reports as many lost ones. */
export const MOST_UNKNOWN_FIELDS = 100;

/** The largest number of values of a wrong type that are collected. The server reports only the first of them. */
const MOST_WRONG_TYPES = 1000;

export interface CollectedProblems {
  /** The problems in the order in which the server reads. */
  readonly problems: readonly DecodeProblem[];
  /** True if there are more values of a wrong type than are reported. */
  readonly isCut: boolean;
}

interface Frame {
  readonly node: ReadNode;
  readonly around: Frame | undefined;
  /** The length of the path that leads to it. */
  readonly length: number;
  readonly entries: readonly Entry[];
  next: number;
}

/**
 * Turns the notes from reading an object into problems, depth first with the keys in byte order. The server reads the
 * keys in this order if a client has sorted them. It is not recursive, and makes paths only for reported problems.
 */
export function collectProblems(root: ReadNode): CollectedProblems {
  const collector = new Collector();
  if (root.entries !== undefined) collector.collect(root);
  return collector;
}

class Collector implements CollectedProblems {
  readonly problems: DecodeProblem[] = [];
  isCut = false;
  readonly #reported = new Set<string>();
  readonly #path: (string | number)[] = [];
  #lost = 0;
  #wrongTypes = 0;

  collect(root: ReadNode): void {
    let frame: Frame | undefined = frameOf(root, undefined, 0);
    while (frame !== undefined) {
      this.#path.length = frame.length;
      const entry: Entry | undefined = frame.entries[frame.next++];
      if (entry === undefined) {
        frame = frame.around;
        continue;
      }
      this.#path.push(entry.segment);
      const { is } = entry;
      if (!('kind' in is)) frame = frameOf(is, frame, this.#path.length);
      else if (is.kind === 'unknown') this.#addUnknown(frame.node, is.existsIn);
      else this.#add({ path: [...this.#path], target: 'value', ...is });
    }
  }

  /** Adds the unknown field that the path leads to. */
  #addUnknown(node: ReadNode, existsIn: MinorRange | undefined): void {
    const { lenient } = node;
    if ((lenient ? this.#lost : this.#reported.size) >= MOST_UNKNOWN_FIELDS) return;
    const path = [...this.#path];
    const field = decoderPath(path);
    if (lenient) this.#lost++;
    else if (this.#reported.has(field)) return;
    else this.#reported.add(field);
    const name = String(path.at(-1));
    const kind = lenient ? 'lost-field' : 'unknown-field';
    const intention = existsIn === undefined ? intentionOf(node, name) : NO_INTENTION;
    this.#add({ path, target: 'key', kind, field, name, existsIn, ...intention });
  }

  #add(problem: DecodeProblem): void {
    if (isUndecodable(problem)) {
      if (this.#wrongTypes >= MOST_WRONG_TYPES) {
        this.isCut = true;
        return;
      }
      this.#wrongTypes++;
    }
    this.problems.push(problem);
  }
}

function frameOf(node: ReadNode, around: Frame | undefined, length: number): Frame {
  const entries = (node.entries ?? []).sort((a, b) => compareSegments(a.segment, b.segment));
  return { node, around, length, entries, next: 0 };
}

function compareSegments(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareCodePoints(String(a), String(b));
}
