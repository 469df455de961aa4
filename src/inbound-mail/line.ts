import { directionControls } from '../language/fold.ts'

/**
 * Returns the text of a stranger as one line that `line()` of src/platform/schema/fields.ts accepts, truncated at a
 * whole character; empty if nothing is visible.
 */
export const toSingleLine = (text: string, maxCharacters: number): string => {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(directionControls, '')
    .trim()
    .slice(0, maxCharacters)
    .toWellFormed()
    // removes half a character at the cut
    .replace(/[\s\uFFFD]+$/, '')
  return /^\p{Cf}+$/u.test(line) ? '' : line
}
