import { element } from './dom.ts';

/** A tab of a list of tabs. */
interface Tab {
  readonly id: string;
  readonly text: string;
}

/**
 * Shows tabs in an element with the role `tablist`. The arrow keys select the next and the previous tab.
 *
 * Source: https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function showTabs(
  list: HTMLElement,
  tabs: readonly Tab[],
  current: string,
  controls: string,
  onSelect: (id: string) => void,
): void {
  const hasFocus = list.contains(document.activeElement);
  const buttons = tabs.map(({ id, text }) => {
    const isCurrent = id === current;
    const made = element(
      'button',
      {
        type: 'button',
        className: 'tab',
        attributes: {
          role: 'tab',
          'aria-selected': String(isCurrent),
          'aria-controls': controls,
          tabindex: isCurrent ? '0' : '-1',
        },
      },
      text,
    );
    made.addEventListener('click', () => onSelect(id));
    return made;
  });
  list.replaceChildren(...buttons);
  const index = tabs.findIndex(({ id }) => id === current);
  list.onkeydown = ({ key }) => {
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (tab !== undefined) onSelect(tab.id);
  };
  if (hasFocus) buttons[index]?.focus();
}
