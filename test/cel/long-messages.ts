import type { Minor } from '../../src/server/kubernetes/minors.ts';

/** The server's message about an expression follows the value and one of these texts. */
export const CEL_WORDS =
  /(?:messageExpression )?(?:compilation|instantiation|program instantiation) failed: |(?:cel expression |messageExpression )?must evaluate to /;

/** The golden verdicts cut messages there. */
export const CUT_AT = 500;

/** The whole message of the server, if the golden verdicts shorten it. */
export interface LongMessage {
  readonly file: string;
  readonly document: number;
  readonly item?: number;
  readonly field: string;
  readonly minors: readonly Minor[];
  /** From the words on. */
  readonly message: string;
}
