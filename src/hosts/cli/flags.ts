/** Reports whether one of the names of a flag is among the options. */
export function hasFlag(args: readonly string[], ...names: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).some((arg) => names.includes(arg));
}
