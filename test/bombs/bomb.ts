/** A file that is made to harm its reader. */
export type Bomb = {
  /** How it is made, for test/README.md. */
  how: string
  /** The sentence it ends with, or that it becomes a course, as it is harmless by now. */
  ends: RegExp | 'a course'
  make: () => Uint8Array
}

/** Bombs by the names of their files. */
export type Bombs = Record<string, Bomb>
