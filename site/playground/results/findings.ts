import type { Finding } from 'kubeadmit/browser';
import { button, element } from '../dom.ts';
import type { FilePlace, ResultActions } from './view.ts';

/** The number of findings that the page lists. */
const MOST = 500;

/** A list of findings, each with its place, rule and fixes. */
export function findingList(findings: readonly Finding[], actions: ResultActions): HTMLElement {
  const items = findings.slice(0, MOST).map((finding) => findingItem(finding, actions));
  const rest = findings.length - items.length;
  return element(
    'ul',
    { className: 'findings' },
    items,
    rest > 0 ? element('li', {}, `${rest} more are not shown`) : undefined,
  );
}

/** A button that shows a place in the editor. */
export function placeButton(place: FilePlace, actions: ResultActions): HTMLElement {
  const { file, line, column } = place;
  return button(`${file}:${line}:${column}`, () => actions.goTo(place), 'place');
}

/** A severity or a decision, with its color. */
export function badge(text: string, color: 'error' | 'warning' | 'info' | 'good'): HTMLElement {
  return element('span', { className: `badge ${color}` }, text);
}

function findingItem(finding: Finding, actions: ResultActions): HTMLElement {
  const { severity, message, help, related } = finding;
  return element(
    'li',
    {},
    element(
      'p',
      {},
      badge(severity, severity),
      ' ',
      element('span', { className: 'message' }, message),
      ' ',
      ruleLink(finding.rule),
    ),
    element('p', {}, placeButton(finding, actions), minorsText(finding)),
    help === null ? undefined : element('p', { className: 'help' }, `help: ${help}`),
    related.map((place) =>
      element('p', { className: 'help' }, placeButton(place, actions), ` ${place.message}`),
    ),
    fixButtons(finding, actions),
  );
}

function ruleLink(rule: string): HTMLElement {
  return element(
    'a',
    { className: 'rule', href: `../rules/${rule}.html`, target: '_blank', rel: 'noopener' },
    rule,
  );
}

function minorsText({ minors }: Finding): string {
  return minors.length === 0 ? '' : ` Kubernetes ${minors.join(', ')}`;
}

function fixButtons({ file, fix }: Finding, actions: ResultActions): readonly HTMLElement[] {
  if (fix === null) return [];
  return fix.choices.map(({ title, edits }) =>
    button(`Fix: ${title}`, () => actions.apply({ file, edits }), 'fix'),
  );
}
