type Child = Node | string | undefined | readonly Child[];

type Properties<Name extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Name], 'style' | 'dataset' | 'attributes'>
> & {
  /** Attributes that have no property, such as `aria-selected`. */
  readonly attributes?: Readonly<Record<string, string>>;
};

/** Makes an element. Strings become text, whatever characters they have. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { attributes = {}, ...properties }: Properties<Name> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  Object.assign(made, properties);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  append(made, children);
  return made;
}

function append(parent: HTMLElement, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined) continue;
    if (typeof child === 'string' || child instanceof Node) parent.append(child);
    else append(parent, child);
  }
}

/** The element of the page with an id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found;
}

/** An option of a list of choices. */
interface Choice {
  readonly value: string;
  readonly text: string;
}

/** A list of choices with a visible label. The label is not around the list, whose choices would be a part of it. */
export function select(
  id: string,
  label: string,
  choices: readonly Choice[],
  value: string,
  onChange: (value: string) => void,
): HTMLElement {
  const list = element(
    'select',
    { id },
    choices.map((choice) => element('option', { value: choice.value }, choice.text)),
  );
  list.value = value;
  list.addEventListener('change', () => onChange(list.value));
  return element('span', {}, element('label', { htmlFor: id }, label), ' ', list);
}

/** A button with a text. */
export function button(text: string, onClick: () => void, className = ''): HTMLButtonElement {
  const made = element('button', { type: 'button', className }, text);
  made.addEventListener('click', onClick);
  return made;
}
