/**
 * The path from a variable to a value: the name of the variable, then names of fields, `@items`, `@keys`, `@values`
 * and `@indices`.
 *
 * As slices in Go, paths can share memory: a name that is appended to one path overwrites the name that was appended
 * to another path with the same memory. In `self.a.b.c.d.all(x, x.name == x.kind)`, the paths of both operands of
 * `==` share their last name. Therefore cel-go until 0.22 uses the size of `kind` for both. The costs must equal
 * those of the server, so this is reproduced.
 */
export interface Path {
  /** Names after the first `length` ones are not part of the path. */
  readonly memory: string[];
  readonly length: number;
  readonly capacity: number;
}

export function startPath(name: string): Path {
  return { memory: [name], length: 1, capacity: 1 };
}

/** Appends a name as `append` of Go does: full memory is copied into memory of twice the size. */
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

/** Copies a path, and appends a name. */
export function copyPath(path: Path, name: string): Path {
  const memory = path.memory.slice(0, path.length);
  memory.push(name);
  return { memory, length: path.length + 1, capacity: path.length + 1 };
}
