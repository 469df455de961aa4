/** A file that is made to harm its reader. */
export type Bomb = {
  /** Description of the file and of its cost; test/README.md refers to it. */
  how: string
  /** Expected error sentence, or `a course` for a bomb that is harmless now. */
  ends: RegExp | 'a course'
  make: () => Uint8Array
}

/** Bombs by file name. */
export type Bombs = Record<string, Bomb>
