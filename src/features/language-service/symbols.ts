import { isMapping, itemsAt, type Path, type Span } from '../../yaml/index.ts';
import { type OpenText, spanOf, type TextObject } from './text/open-text.ts';

/** A named part of a text: an object, or an item of one of its lists. */
export interface TextSymbol {
  readonly name: string;
  /** The kind of an object, or the field of an item. */
  readonly detail: string;
  readonly kind: 'object' | 'item';
  readonly span: Span;
  /** The part of the span that shows the name. */
  readonly selection: Span;
  readonly children: readonly TextSymbol[];
}

/** The lists whose items are symbols, from the object. */
const LISTS: readonly Path[] = [
  ['webhooks'],
  ['rules'],
  ['subjects'],
  ['matchConditions'],
  ['spec', 'versions'],
  ['spec', 'variables'],
  ['spec', 'validations'],
  ['spec', 'mutations'],
  ['spec', 'matchConditions'],
  ['spec', 'auditAnnotations'],
  ['spec', 'rules'],
  ['spec', 'ports'],
  ['spec', 'ingress'],
  ['spec', 'egress'],
  ['spec', 'limits'],
  ['spec', 'containers'],
  ['spec', 'template', 'spec', 'containers'],
];

/** The fields that an item is called by; the first that it has counts. */
const NAME_FIELDS = ['name', 'key', 'expression', 'type'];

/** The longest name of a symbol, in UTF-16 code units. */
const LONGEST = 80;

/** The objects of a text, each with the items of its main lists. */
export function textSymbols(text: OpenText): readonly TextSymbol[] {
  return text.objects.flatMap((object) => {
    const { kind, name } = object;
    if (kind === '' && name === '') return [];
    const span = spanOf(object);
    return [
      {
        name: name === '' ? kind : name,
        detail: kind,
        kind: 'object',
        span,
        selection: locate(object, ['metadata', 'name']) ?? locate(object, ['kind']) ?? span,
        children: LISTS.flatMap((list) => itemSymbols(object, list)),
      },
    ];
  });
}

function itemSymbols(object: TextObject, list: Path): readonly TextSymbol[] {
  return itemsAt(object.value, ...list).flatMap((item, index): readonly TextSymbol[] => {
    const span = locate(object, [...list, index]);
    if (span === undefined) return [];
    const field = NAME_FIELDS.find((one) => isMapping(item) && typeof item[one] === 'string');
    const written = isMapping(item) ? item[field ?? 'resources'] : undefined;
    // A rule of a role has no name, but resources.
    const texts = Array.isArray(written)
      ? written.filter((one) => typeof one === 'string').join(', ')
      : written;
    const [firstLine = ''] = typeof texts === 'string' ? texts.trim().split('\n') : [];
    return [
      {
        name: firstLine === '' ? `${list.at(-1)}[${index}]` : firstLine.slice(0, LONGEST),
        detail: list.join('.'),
        kind: 'item',
        span,
        selection:
          locate(object, [...list, index, ...(field === undefined ? [] : [field])]) ?? span,
        children: [],
      },
    ];
  });
}

function locate({ document, path }: TextObject, field: Path): Span | undefined {
  return document.locate([...path, ...field])?.value;
}
