import { Refused } from './refusals.ts';
import { FLOW_MAPPING, type StyleNumber } from './styles.ts';
import type { Span } from './tree.ts';

/** A merge key whose value is not a mapping or a list of mappings. */
export function badMerge(start: number, end: number): Refused {
  const problem = 'yaml: map merge requires map or sequence of maps as the value';
  return Refused.plain('merge-value', { start, end }, problem);
}

/** A key that is a mapping or sequence; in flow style usually an unrendered template (`{{ ... }}`). */
export function complexKey(isMappingNode: boolean, span: Span, style?: StyleNumber): Refused {
  const type = isMappingNode ? 'map[interface {}]interface {}' : '[]interface {}';
  const id = style === FLOW_MAPPING ? 'template' : 'complex-key';
  return Refused.plain(
    id,
    span,
    `yaml: invalid map key: ${type}`,
    isMappingNode ? 'mapping' : 'list',
  );
}
