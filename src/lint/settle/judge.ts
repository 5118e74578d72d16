import { inOneGo } from '../../base/steps.ts';
import type { DocumentReport } from '../../result/verdict.ts';
import { checkSource } from '../check/check-source.ts';
import type { PartResult } from '../check/checked-part.ts';
import type { CustomKindDefinition } from '../memory/custom-kind-definition.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { settle } from './settle.ts';

/** The result on a text whose findings are not reported. */
interface Judged {
  /** The kinds that its CRDs define. */
  readonly definitions: readonly CustomKindDefinition[];
  /** Its documents with their verdicts, from what each object shows by itself. */
  readonly documents: readonly DocumentReport[];
}

/** Checks the objects of a text one by one. */
export function judge(text: SourceText, run: Run): Judged {
  const parts: PartResult[] = [];
  inOneGo(checkSource(text, run, (part) => parts.push(part)));
  return {
    definitions: parts.flatMap((part) => part.definitions),
    documents: parts.flatMap((part) => settle(part, run).documents),
  };
}
