/** Returns the results of `make` for 0 up to `count - 1`. */
export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))
