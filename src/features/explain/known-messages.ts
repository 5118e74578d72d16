import type { KnownMessage } from './error-index.ts';
import { messages, texts } from './messages.generated.json';

/** The messages of the API server that the rules report, made by scripts/generate/server-messages.ts. */
export function knownMessages(): readonly KnownMessage[] {
  const textOf = (number: number | undefined) => texts[number ?? -1] ?? '';
  return messages.flatMap(([rules, field, type, detail, ...kinds]) =>
    kinds.map((kind) => ({
      rules: textOf(rules).split(' '),
      kind: textOf(kind) === '' ? undefined : textOf(kind),
      field: textOf(field),
      type: textOf(type) === '' ? undefined : textOf(type),
      detail: textOf(detail),
    })),
  );
}
