import { type CostedExpression, costedExpressions } from '../../analysis/cel/costs.ts';
import { readResources } from '../../lint/open/read-resources.ts';
import type { Source } from '../../lint/read/source.ts';
import { type Minor, NEWEST_MINOR } from '../../server/kubernetes/minors.ts';

/** The cost of an expression, and the place of the expression. */
export interface PlacedCost extends Omit<CostedExpression, 'location'> {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly kind: string;
  readonly name: string;
  /** The field as the API server writes it. */
  readonly field: string;
}

/** The costs of all CEL expressions of some sources. Expressions with the largest share of their limit come first. */
export function expressionCosts(
  sources: Iterable<Source>,
  minor: Minor = NEWEST_MINOR,
): readonly PlacedCost[] {
  const found: PlacedCost[] = [];
  for (const { text, resource } of readResources(sources, minor)) {
    for (const { location, ...cost } of costedExpressions(resource)) {
      const { line, column } = text.lines.position(location.span.start);
      found.push({
        ...cost,
        file: text.file,
        line,
        column,
        kind: resource.kind,
        name: resource.root.value?.metadata?.name ?? '',
        field: location.field ?? '',
      });
    }
  }
  return found.sort((a, b) => shareOf(b) - shareOf(a));
}

/** The part of its limit that an expression can use; 1 is the limit. */
export function shareOf({ cost, limit }: Pick<PlacedCost, 'cost' | 'limit'>): number {
  return Number(cost) / Number(limit);
}
