import type { Unit } from './units.ts'

/** With more words a line says something, however it ends. */
const maxWords = 5

/** Whether a unit is a few words that are no sentence and give no value, such as a caption. */
export const isFragment = ({ kind, plain }: Pick<Unit, 'kind' | 'plain'>): boolean =>
  kind === 'sentence' &&
  !/[\p{N}:.!?…。：！？]/u.test(plain) &&
  (plain.match(/[\p{L}\p{M}]+/gu) ?? []).length <= maxWords
