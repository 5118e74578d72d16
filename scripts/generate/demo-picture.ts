import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../src/hosts/cli/run.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

/** The width of a character, the height of a line and the margin of the picture, in pixels. */
const CHARACTER = 7.83;
const LINE = 18;
const MARGIN = 16;

/** Draws what the command of the README prints on a terminal for `fixtures/demo`, as SVG. */
export async function demoPicture(): Promise<string> {
  const readme = readFileSync(join(REPOSITORY, 'README.md'), 'utf8');
  const [, versions = ''] = /--kubernetes-version (\S+) fixtures\/demo/.exec(readme) ?? [];
  const args = ['--kubernetes-version', versions, 'fixtures/demo'];
  const command = `kubeadmit ${args.join(' ')}`;
  const lines = [`$ ${command}`, ...(await outputOf(args)).trimEnd().split('\n')];
  const width =
    Math.ceil(Math.max(...lines.map((line) => plain(line).length)) * CHARACTER) + 2 * MARGIN;
  const height = lines.length * LINE + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${command}">
<style>
rect { fill: #161b22 }
text { fill: #c9d1d9; font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre }
.bold { font-weight: bold; fill: #f0f6fc }
.red { fill: #ff7b72; font-weight: bold }
.yellow { fill: #d29922; font-weight: bold }
.faint { fill: #8b949e }
</style>
<rect width="100%" height="100%" rx="6"/>
${lines.map(drawLine).join('\n')}
</svg>
`;
}

/** The colored output of a command line. */
async function outputOf(args: readonly string[]): Promise<string> {
  let text = '';
  const stdout = {
    write(written: string, done: () => void) {
      text += written;
      done();
    },
  };
  const stdin = (async function* (): AsyncGenerator<string> {})();
  const host = { stdin, stdout, stderr: stdout, env: {}, cwd: REPOSITORY, now: () => 0 };
  await run(['--color', ...args], host);
  return text;
}

function drawLine(line: string, index: number): string {
  const y = MARGIN + (index + 1) * LINE - 5;
  return `<text x="${MARGIN}" y="${y}" xml:space="preserve">${drawSpans(line)}</text>`;
}

/** The colors and weights of src/hosts/cli/colors.ts, by their SGR codes. */
function drawSpans(line: string): string {
  const colors = new Map([
    ['31', 'red'],
    ['33', 'yellow'],
  ]);
  let drawn = '';
  let color = '';
  let weight = '';
  for (const [, code, text = ''] of line.matchAll(/(?:\u001b\[(\d+)m)?([^\u001b]*)/g)) {
    if (code === '39') color = '';
    else if (code === '1') weight = 'bold';
    else if (code === '2') weight = 'faint';
    else if (code === '22') weight = '';
    else if (code !== undefined) color = colors.get(code) ?? '';
    if (text === '') continue;
    const name = color || weight;
    drawn += name === '' ? escaped(text) : `<tspan class="${name}">${escaped(text)}</tspan>`;
  }
  return drawn;
}

function plain(line: string): string {
  return line.replace(/\u001b\[\d+m/g, '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
