import { costedExpressions } from '../../../analysis/cel/costs.ts';
import { amountWords } from '../../../analysis/crd/cost-messages.ts';
import type { Location } from '../../../rule/location.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import type { Span } from '../../../yaml/index.ts';
import { shareText } from '../../cost/cost-text.ts';
import type { OpenText } from '../text/open-text.ts';
import { resourcesIn } from '../text/text-resources.ts';
import { spansOf } from './expression-place.ts';

/** A text that an editor shows within another one. */
interface InlineHint {
  /** The text is shown before this offset. */
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
}

/** The cost of each expression of a part of a text, after the expression, as a share of its budget. */
export function costHints(text: OpenText, { start, end }: Span, minor: Minor): InlineHint[] {
  const offsetsOf = (location: Location) =>
    spansOf(location)
      .map((span) => trimmedEnd(text.text, span))
      .filter((offset) => start <= offset && offset <= end);
  return resourcesIn(text, minor)
    .filter(({ origin }) => {
      const span = text.parts[origin.index]?.span;
      return span !== undefined && span.start < end && start < span.end;
    })
    .flatMap((resource) =>
      costedExpressions(resource, (location) => offsetsOf(location).length > 0),
    )
    .flatMap((costed) => {
      const { location, owner, cost, limit, driver, advice } = costed;
      const amount = `${owner}: ${amountWords(cost)} of ${amountWords(limit)}`;
      return offsetsOf(location).map((offset) => ({
        offset,
        label: `${shareText(costed)} of the budget`,
        tooltip: [amount, driver, advice].filter((one) => one !== '').join('\n\n'),
      }));
    });
}

/** The end of a span without the line breaks at the end of a block scalar. */
function trimmedEnd(text: string, { start, end }: Span): number {
  return start + text.slice(start, end).trimEnd().length;
}
