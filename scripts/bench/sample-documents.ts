/** One document of a published manifest. */
export interface SampleDocument {
  /** Ends with a line break. */
  readonly text: string;
  readonly kind: string;
  /** `metadata.name` */
  readonly name: string;
}

/**
 * The objects of a text. Templates are not included, because they are not checked, nor objects whose kind or name is
 * not evident.
 */
export function splitDocuments(text: string): readonly SampleDocument[] {
  return text.split(/^---.*\n/m).flatMap((part) => {
    const kind = /^kind: *["']?(\w+)["']?\s*$/m.exec(part)?.[1];
    const name = NAME.exec(part)?.[2];
    if (kind === undefined || name === undefined || part.includes('{{')) return [];
    return [{ text: `${part.trimEnd()}\n`, kind, name }];
  });
}

/**
 * The document under another name, as an object of another repository.
 *
 * @param number 0 for the document itself
 */
export function variant({ text, kind }: SampleDocument, number: number): string {
  if (number === 0) return text;
  if (kind !== 'CustomResourceDefinition') return text.replace(NAME, `$1$2-${number}`);
  // The name of a CRD ends with its group.
  const group = /^ {2}group: *["']?([\w.-]+)/m.exec(text)?.[1];
  return group === undefined ? text : text.replaceAll(group, `v${number}.${group}`);
}

const NAME = /^(metadata:\n(?: .*\n)*? {2}name: *["']?)([\w.:-]+)/m;
