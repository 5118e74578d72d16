import { spawn } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildContext, context } from 'esbuild';
import { sourcesWith } from './sources.ts';

/** Tests that run together. */
export interface TestStage {
  readonly name: string;
  /** From the root of the repository, in the order in which they run. */
  readonly files: readonly string[];
}

/** A text that takes the place of a source file. */
export interface ReplacedFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

/** The processor time that a run may need, in seconds. The longest run needs a tenth of it. */
const LONGEST = 100;

const CONFIG = `export default {
  test: {
    include: ['stage.test.mjs'],
    bail: 1,
    pool: 'forks',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ['dot'],
    server: { deps: { external: [/bundle\\.mjs$/] } },
  },
};
`;

/** Bundles the tests of a stage, so that a run does not load hundreds of modules one by one. */
export class StageRunner {
  readonly name: string;
  readonly #folder: string;
  readonly #root: string;
  readonly #context: BuildContext;
  readonly #replace: (file: ReplacedFile | undefined) => void;

  private constructor(
    { name }: TestStage,
    folder: string,
    root: string,
    build: BuildContext,
    replaceFile: (file: ReplacedFile | undefined) => void,
  ) {
    this.name = name;
    this.#folder = folder;
    this.#root = root;
    this.#context = build;
    this.#replace = replaceFile;
  }

  /**
   * @param parent a folder outside of the repository, in which the bundle gets a folder
   * @param root the root of the repository
   */
  static async create(stage: TestStage, parent: string, root: string): Promise<StageRunner> {
    const folder = mkdtempSync(join(parent, 'stage-'));
    let replaced: ReplacedFile | undefined;
    const build = await context({
      stdin: {
        contents: stage.files
          .map((file) => `import ${JSON.stringify(resolve(root, file))};`)
          .join('\n'),
        resolveDir: root,
      },
      outfile: join(folder, 'bundle.mjs'),
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
      plugins: [sourcesWith((path, text) => (path === replaced?.path ? replaced.text : text))],
    });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'stage.test.mjs'), "import './bundle.mjs';\n");
    writeFileSync(join(folder, 'vitest.config.mjs'), CONFIG);
    return new StageRunner(stage, folder, root, build, (file) => {
      replaced = file;
    });
  }

  /**
   * Reports whether all tests pass with a file replaced. They do not pass if the code does not build, hangs or crashes.
   */
  async passes(file: ReplacedFile | undefined): Promise<boolean> {
    this.#replace(file);
    try {
      await this.#context.rebuild();
    } catch {
      return false;
    }
    // The time is processor time, so that no test fails on a busy machine.
    const limits = `ulimit -t ${LONGEST}`;
    const vitest = join(this.#root, 'node_modules/vitest/vitest.mjs');
    const command = `${limits}; exec node ${vitest} run --root ${this.#folder} --config ${join(this.#folder, 'vitest.config.mjs')}`;
    const child = spawn('sh', ['-c', command], {
      cwd: this.#root,
      env: { ...process.env, CI: '1', NODE_OPTIONS: '--max-old-space-size=2000' },
      stdio: 'ignore',
    });
    return new Promise((done) => {
      child.on('exit', (code) => done(code === 0));
    });
  }

  async close(): Promise<void> {
    await this.#context.dispose();
  }
}
