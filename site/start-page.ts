import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lint } from '../src/lint/lint.ts';
import { textFindings } from '../src/report/formats/text.ts';
import { shownReport } from '../src/report/shown-report.ts';
import { PLAIN } from '../src/report/style.ts';
import { playgroundLink } from './playground-link.ts';
import { BASE } from './site.ts';

const NAME = 'name-prefix.yaml';

/** The number of columns of a code block on a wide screen. */
const WIDTH = 74;

/** The start page: a manifest, what kubeadmit reports on it, and the two commands that do so. */
export async function startPage(repository: string): Promise<string> {
  const folder = join(repository, 'site/start');
  const manifest = readFileSync(join(folder, NAME), 'utf8');
  const report = lint([{ name: NAME, content: manifest }], { pedantic: true });
  const shown = shownReport(report);
  const findings = [
    ...textFindings(shown, { ...PLAIN, code: (text) => text }, { width: WIDTH }),
  ].join('\n');
  const values = new Map([
    ['base', BASE],
    ['manifest', manifest.trimEnd()],
    ['findings', findings.trimEnd()],
    ['playground', await playgroundLink(manifest)],
  ]);
  const page = readFileSync(join(folder, 'index.md'), 'utf8');
  return page.replace(/%(\w+)%/g, (all, name: string) => values.get(name) ?? all);
}
