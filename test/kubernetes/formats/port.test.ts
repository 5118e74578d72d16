import { expect, it } from 'vitest';
import { isPortNumber, portNameProblems } from '../../../src/server/kubernetes/formats/port.ts';

it.each([
  [0, false],
  [1, true],
  [65535, true],
  [65536, false],
  [-1, false],
])('port %d: %s', (port, expected) => {
  expect(isPortNumber(port)).toBe(expected);
});

it.each([
  ['http', 0],
  ['8080-tcp', 0],
  ['abcdefghijklmno', 0],
  ['abcdefghijklmnop', 1],
  ['80', 1],
  ['', 2],
  ['HTTP', 2],
  ['a--b', 1],
  ['-a', 1],
  ['-', 2],
  ['http\n', 1],
])('the server gives for the name %j %d errors', (name, count) => {
  expect(portNameProblems(name)).toHaveLength(count);
});
