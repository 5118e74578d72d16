/**
 * The way to a value from a variable: its name, then names of fields, `@items`, `@keys`, `@values` and
 * `@indices`.
 *
 * Paths are slices of memory that they may share, as in Go: what is appended to one overwrites what was
 * appended to another of the same memory. In `self.a.b.c.d.all(x, x.name == x.kind)` both operands of `==` end
 * in the same place, and until cel-go 0.22 both are measured with the length of `kind`. The server's numbers
 * are what they are, so this is no place to do better.
 */
export interface Path {
  /** Only the first `length` count. */
  readonly memory: string[];
  readonly length: number;
  readonly capacity: number;
}

export function startPath(name: string): Path {
  return { memory: [name], length: 1, capacity: 1 };
}

/** What `append` of Go does; memory that is full is copied into twice as much. */
export function extendPath(path: Path | undefined, name: string): Path {
  if (path === undefined) return startPath(name);
  const { length, capacity } = path;
  if (length < capacity) {
    path.memory[length] = name;
    return { memory: path.memory, length: length + 1, capacity };
  }
  const memory = path.memory.slice(0, length);
  memory.push(name);
  return { memory, length: length + 1, capacity: capacity * 2 };
}

/** A path of its own memory with one more name. */
export function copyPath(path: Path, name: string): Path {
  const memory = path.memory.slice(0, path.length);
  memory.push(name);
  return { memory, length: path.length + 1, capacity: path.length + 1 };
}
