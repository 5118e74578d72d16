/** The files that configurations and project files are in: those of a disk, or texts that a host has. */
export interface Files {
  /** Undefined if there is nothing, or it cannot be accessed. */
  kindOf(path: string): 'file' | 'folder' | 'other' | undefined;
  /** The names of the files in a folder, in any order. None if the folder cannot be read. */
  filesIn(path: string): readonly string[];
  /** The names of the folders in a folder, in any order. None if it cannot be read. */
  foldersIn(path: string): readonly string[];
  /**
   * The whole text of a file.
   *
   * @param path absolute
   * @throws Error for what is not a file, cannot be read, or is larger than so many bytes
   */
  read(path: string, maxBytes: number): string;
}

/** Files in which some texts count instead of those of the files, by absolute path. */
export function withTexts(files: Files, texts: ReadonlyMap<string, string>): Files {
  return {
    kindOf: (path) => (texts.has(path) ? 'file' : files.kindOf(path)),
    filesIn: (path) => files.filesIn(path),
    foldersIn: (path) => files.foldersIn(path),
    read: (path, maxBytes) => texts.get(path) ?? files.read(path, maxBytes),
  };
}
