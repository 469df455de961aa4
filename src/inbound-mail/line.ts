import { directionControls } from '../language/direction.ts'

/**
 * The line that a text of a stranger makes, as `line()` of src/platform/schema/fields.ts takes it, cut where it is
 * longer, and not within a character; empty where there is nothing to see.
 */
export const lineOf = (text: string, maxCharacters: number): string => {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(directionControls, '')
    .trim()
    .slice(0, maxCharacters)
    .toWellFormed()
    // half of a character, where it was cut
    .replace(/[\s\uFFFD]+$/, '')
  return /^\p{Cf}+$/u.test(line) ? '' : line
}
