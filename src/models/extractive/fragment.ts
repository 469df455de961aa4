import type { Unit } from './units.ts'
import { maxFragmentWords } from './weights.ts'

/** Returns true if a unit is a few words without sentence or value, such as a caption. */
export const isFragment = ({ kind, plain }: Pick<Unit, 'kind' | 'plain'>): boolean =>
  kind === 'sentence' &&
  !/[\p{N}:.!?…。：！？]/u.test(plain) &&
  (plain.match(/[\p{L}\p{M}]+/gu) ?? []).length <= maxFragmentWords
