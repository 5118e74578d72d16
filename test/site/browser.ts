import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../e2e/chromium.ts';

/**
 * True if the tests can run. Where the environment variable KUBEADMIT_NEEDS_BROWSER is set, they run in any case, so
 * that they fail if there is no browser.
 */
export const HAS_BROWSER =
  CHROMIUM !== undefined || process.env.KUBEADMIT_NEEDS_BROWSER !== undefined;
if (!HAS_BROWSER) console.log('The tests of the site are skipped: there is no Chromium.');

/** Starts the browser. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? 'chromium', args: ['--no-sandbox'] });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations of the WCAG 2.2, level AA, that axe-core finds on a page, as `rule: element`. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await axe.run(document, { runOnly: tags });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  });
}

/** The number of pixels by which a page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Waits until the playground shows the result of its input. */
export async function waitForResult(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('#result')?.getAttribute('aria-busy') === 'false' &&
      document.querySelector('#status')?.textContent !== '',
  );
}
