import { spawnSync } from 'node:child_process';

/** A command line. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** The cost of a run of a process: seconds of all its threads, seconds on the clock, and the most memory in MiB. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
  readonly memory: number;
}

/** Node would read the certificates of the machine at each start, and options would change the measured process. */
const ENVIRONMENT = { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: undefined };

/**
 * Runs programs in turn, so that their ratios hold while the machine's speed drifts. The first round is not counted.
 *
 * @returns the medians for each program
 */
export function costsOf(programs: readonly Program[], rounds: number): readonly Cost[] {
  const costs = programs.map((): Cost[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, program] of programs.entries()) {
      const cost = costOf(program);
      if (round > 0) costs[index]?.push(cost);
    }
  }
  return costs.map((runs) => ({
    cpu: median(runs.map(({ cpu }) => cpu)),
    wall: median(runs.map(({ wall }) => wall)),
    memory: median(runs.map(({ memory }) => memory)),
  }));
}

/** Uses the shell's `time`, which counts milliseconds, and GNU time, which knows the memory. */
function costOf({ name, command, args }: Program): Cost {
  const script = 'TIMEFORMAT="%3U %3S %3R"; time /usr/bin/time -q -f %M -- "$@" 2>&1 >/dev/null';
  const { stdout, stderr, error } = spawnSync('bash', ['-c', script, 'bash', command, ...args], {
    env: ENVIRONMENT,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const memory = Number(stdout.trim().split('\n').at(-1)) / 1024;
  const [user, system, wall] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  if (error !== undefined || user === undefined || system === undefined || wall === undefined) {
    throw error ?? new Error(`${name} cannot be measured: ${stderr}`);
  }
  return { cpu: user + system, wall, memory };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}
