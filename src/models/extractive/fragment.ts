import type { Unit } from './units.ts'

/** Maximum number of words of a fragment; a longer line is a statement whatever its punctuation. */
const maxWords = 5

/** Returns true if a unit is a few words without sentence or value, such as a caption. */
export const isFragment = ({ kind, plain }: Pick<Unit, 'kind' | 'plain'>): boolean =>
  kind === 'sentence' &&
  !/[\p{N}:.!?…。：！？]/u.test(plain) &&
  (plain.match(/[\p{L}\p{M}]+/gu) ?? []).length <= maxWords
