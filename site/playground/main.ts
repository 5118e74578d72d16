import { readFragment } from '../share.ts';
import { Playground } from './playground.ts';

const playground = new Playground();

/** Opens the input in the address of the page, or the first example. */
async function openAddress(): Promise<void> {
  const fragment = location.hash.slice(1);
  if (fragment === '') {
    playground.openExample('lint');
    return;
  }
  const input = await readFragment(fragment);
  if (input === undefined) {
    playground.openExample('lint');
    playground.say('The link is damaged, so this is an example.');
  } else playground.open(input);
}

/** Uses the dark mode that the user has chosen for the site; by default, that of the system. */
function showMode(): void {
  const chosen = localStorage.getItem('vitepress-theme-appearance') ?? 'auto';
  const isDark =
    chosen === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
  document.documentElement.classList.toggle('dark', isDark);
}

showMode();
addEventListener('hashchange', openAddress);
await openAddress();
