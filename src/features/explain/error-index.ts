import { addTo } from '../../base/index-by.ts';
import type { RuleDescription } from '../../rule/description.ts';
import {
  CUSTOM_KIND,
  type Feature,
  type FeatureKind,
  featuresOf,
  kindFeature,
  type ServerMessage,
  wordsOf,
} from './features.ts';

/** A message of the server, and the rules that report it. */
export interface KnownMessage extends ServerMessage {
  readonly rules: readonly string[];
}

/** A rule that may be about an error. */
interface RuleMatch {
  readonly rule: string;
  /** The score of the rule by its messages and its texts: from 0 to about 2. */
  readonly score: number;
  /** The similarity of the error to a message that the rule is known to report: from 0 to 1. */
  readonly similarity: number;
}

/**
 * The weights of the features. They were found by trial: each was varied while an index of one half of the checks of
 * the server was searched for the other half.
 */
const WEIGHTS: Readonly<Record<FeatureKind, number>> = {
  kind: 0.7,
  type: 2,
  segment: 0.49,
  end1: 1.5,
  end2: 2.1,
  end3: 0.73,
  path: 1.4,
  typed1: 1.5,
  typed2: 1.47,
  word: 0.5,
  pair: 0.1,
};

/** The weight of the texts of a rule relative to the messages that it is known to report. */
const WEIGHT_OF_TEXTS = 0.96;

/** The power of the similarity of a known message: only if it is nearly the same, the texts of rules count less. */
const FADING = 8;

/** The weight of each rule of a message relative to the previous one. */
const LATER_RULE = 0.97;

/** The features by which the texts of a rule are compared. Its messages have the other features. */
const FEATURES_OF_TEXTS: ReadonlySet<string> = new Set(['kind', 'segment', 'word']);

/** The rarity of a feature that no message has. */
const UNKNOWN_RARITY = 6;

interface Entry {
  readonly features: ReadonlySet<Feature>;
  readonly rules: readonly string[];
  readonly length: number;
}

/**
 * Finds the rules that an error of the API server is about: by the messages that they are known to report, and by
 * their own texts. A feature that few of them have counts the most (tf-idf).
 */
export class ErrorIndex {
  readonly #entries: readonly Entry[];
  readonly #texts: ReadonlyMap<string, ReadonlySet<Feature>>;
  readonly #rarity: ReadonlyMap<Feature, number>;
  /** The features of the kinds that a rule is for, if it is for certain kinds. */
  readonly #kinds: ReadonlyMap<string, readonly Feature[]>;
  readonly #entriesWith = new Map<Feature, Entry[]>();

  constructor(messages: readonly KnownMessage[], rules: readonly RuleDescriptionWithKinds[]) {
    const features = messages.map((message) => featuresOf(message));
    this.#texts = new Map(rules.map((rule) => [rule.id, textFeatures(rule)]));
    this.#kinds = new Map(
      rules.flatMap(({ id, kinds }) =>
        kinds === undefined || kinds === 'all' ? [] : [[id, kindFeatures(kinds)] as const],
      ),
    );
    this.#rarity = rarityOf([...features, ...this.#texts.values()]);
    this.#entries = messages.map(({ rules: ids }, index) => {
      const own = features[index] ?? new Set<Feature>();
      const squares = [...own].map((feature) => this.#weightOf(feature) ** 2);
      return { features: own, rules: ids, length: Math.sqrt(sum(squares)) };
    });
    for (const entry of this.#entries) {
      for (const feature of entry.features) addTo(this.#entriesWith, feature, entry);
    }
  }

  /** The rules that fit, the best first. */
  find(message: ServerMessage): readonly RuleMatch[] {
    const features = [...featuresOf(message)];
    const similarities = new Map<string, number>();
    for (const [entry, similarity] of this.#similarities(features)) {
      for (const [place, rule] of entry.rules.entries()) {
        const own = similarity * LATER_RULE ** place;
        similarities.set(rule, Math.max(similarities.get(rule) ?? 0, own));
      }
    }
    // If a known message is nearly the same, the texts of rules count little.
    const weightOfTexts = WEIGHT_OF_TEXTS * (1 - Math.max(0, ...similarities.values()) ** FADING);
    const inTexts = features.filter((feature) => FEATURES_OF_TEXTS.has(kindOf(feature)));
    const most = sum(inTexts.map((feature) => this.#weightOf(feature))) || 1;
    return [...this.#texts]
      .filter(([rule]) => this.#mayReport(rule, message.kind))
      .map(([rule, own]) => {
        const shared = inTexts.filter((feature) => own.has(feature));
        const inText = sum(shared.map((feature) => this.#weightOf(feature))) / most;
        const similarity = similarities.get(rule) ?? 0;
        return { rule, score: similarity + weightOfTexts * inText, similarity };
      })
      .sort((a, b) => b.score - a.score || (a.rule < b.rule ? -1 : 1));
  }

  #mayReport(rule: string, kind: string | undefined): boolean {
    const kinds = this.#kinds.get(rule);
    return kind === undefined || kinds === undefined || kinds.includes(kindFeature(kind));
  }

  /** The cosine of the angle between the features of a message and the features of each entry that shares one. */
  #similarities(features: readonly Feature[]): ReadonlyMap<Entry, number> {
    const products = new Map<Entry, number>();
    for (const feature of features) {
      const square = this.#weightOf(feature) ** 2;
      for (const entry of this.#entriesWith.get(feature) ?? []) {
        products.set(entry, (products.get(entry) ?? 0) + square);
      }
    }
    const length = Math.sqrt(sum(features.map((feature) => this.#weightOf(feature) ** 2))) || 1;
    return new Map(
      [...products].map(([entry, product]) => [entry, product / (entry.length * length)]),
    );
  }

  #weightOf(feature: Feature): number {
    return WEIGHTS[kindOf(feature)] * (this.#rarity.get(feature) ?? UNKNOWN_RARITY);
  }
}

type RuleDescriptionWithKinds = RuleDescription & {
  readonly kinds?: readonly string[] | 'all' | 'custom' | 'installation' | 'request';
};

/**
 * The server reports no errors about several objects together, and messages of policies are written by their authors.
 */
function kindFeatures(
  kinds: readonly string[] | 'custom' | 'installation' | 'request',
): readonly Feature[] {
  if (kinds === 'installation' || kinds === 'request') return [];
  return kinds === 'custom' ? [CUSTOM_KIND] : kinds.map((kind) => kindFeature(kind));
}

function textFeatures({ id, kinds, summary, details, messages }: RuleDescriptionWithKinds) {
  const texts = Object.values(messages).flatMap(({ text, help = '', rows = [] }) => [
    text,
    help,
    ...rows.map((row) => row.replace(/^.*\//, '').replaceAll('-', ' ')),
  ]);
  const all = [id.replace(/[/-]/g, ' '), summary, details, ...texts].join(' ');
  const features = new Set<Feature>();
  for (const word of wordsOf(all)) features.add(`word:${word}`);
  for (const name of all.match(/[A-Za-z][A-Za-z0-9-]+/g) ?? []) features.add(`segment:${name}`);
  if (kinds !== undefined && kinds !== 'all') {
    for (const feature of kindFeatures(kinds)) features.add(feature);
  }
  return features;
}

/** The logarithm of how many of the sets there are to each one that has a feature. */
function rarityOf(sets: readonly ReadonlySet<Feature>[]): ReadonlyMap<Feature, number> {
  const counts = new Map<Feature, number>();
  for (const set of sets) {
    for (const feature of set) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  return new Map(
    [...counts].map(([feature, number]) => [feature, Math.log(1 + sets.length / (1 + number))]),
  );
}

function kindOf(feature: Feature): FeatureKind {
  // A feature begins with a FeatureKind by its type.
  return feature.slice(0, feature.indexOf(':')) as FeatureKind;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
