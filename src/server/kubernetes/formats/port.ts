import { byteLength } from './dns.ts';

const MIN_PORT = 1;
const MAX_PORT = 65535;
const MAX_NAME_LENGTH = 15;

/** Reports whether a number is a valid port number. */
export function isPortNumber(port: number): boolean {
  return port >= MIN_PORT && port <= MAX_PORT;
}

/** The problem of the name of a port, as a clause of a message. A name can have several problems. */
type PortNameProblem =
  | 'it is longer than 15 characters'
  | "use only lowercase letters, digits and '-'"
  | 'it has no letter'
  | 'it has two consecutive hyphens'
  | 'it starts or ends with a hyphen';

/** The server's errors about the name of a port (`http-metrics`; RFC 6335, section 5.1); empty if it is valid. */
export function portNameProblems(name: string): readonly PortNameProblem[] {
  const problems: PortNameProblem[] = [];
  if (byteLength(name) > MAX_NAME_LENGTH) problems.push('it is longer than 15 characters');
  if (!/^[-a-z0-9]+$/.test(name)) problems.push("use only lowercase letters, digits and '-'");
  if (!/[a-z]/.test(name)) problems.push('it has no letter');
  if (name.includes('--')) problems.push('it has two consecutive hyphens');
  if (/^-|-$/.test(name)) problems.push('it starts or ends with a hyphen');
  return problems;
}
