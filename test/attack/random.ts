/** A reproducible random number generator. */
export interface Random {
  /** Returns a number of at least 0 and below 1. */
  next: () => number
  /** Returns an integer of at least 0 and below `end`. */
  below: (end: number) => number
  pick: <T>(from: readonly T[]) => T
  chance: (probability: number) => boolean
  /** Returns an unused UUID of version 7. */
  uuid: () => string
  /** Returns this many characters of `a-z0-9`. */
  word: (length: number) => string
}

/** Returns the generator mulberry32: 32 bits of state, and the same sequence for the same seed everywhere. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  const of = (characters: string, length: number) =>
    Array.from({ length }, () => characters[below(characters.length)]).join('')
  return {
    next,
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    chance: (probability) => next() < probability,
    uuid: () => {
      const hex = '0123456789abcdef'
      return `0199${of(hex, 4)}-${of(hex, 4)}-7${of(hex, 3)}-8${of(hex, 3)}-${of(hex, 12)}`
    },
    word: (length) => of('abcdefghijklmnopqrstuvwxyz0123456789', length),
  }
}
