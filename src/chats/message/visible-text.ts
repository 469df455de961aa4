/** A part of a text, and the indexes of the origins that it cites or repeats. */
export type QuotedRange = [from: number, to: number, ...origins: number[]]

/**
 * Placeholder of an omitted part; as a paragraph of its own, it does not change the meaning of the following Markdown.
 */
const omission = '[…]'

/**
 * Returns the parts of a text whose origins are all shown, and, if the reader `hasHeard` it, the parts without origins;
 * without `ranges`, nothing of the text.
 */
export const visibleText = (
  text: string,
  ranges: QuotedRange[] | undefined,
  isShown: (origin: number) => boolean,
  hasHeard: boolean,
): string => {
  if (text === '') return text
  const pieces: (string | null)[] = []
  let end = 0
  const addRest = (to: number) => {
    const rest = text.slice(end, to)
    if (rest !== '') pieces.push(hasHeard ? rest : null)
  }
  for (const [from, to, ...origins] of ranges ?? [[0, text.length, -1]]) {
    addRest(from)
    pieces.push(origins.every(isShown) ? text.slice(from, to) : null)
    end = to
  }
  addRest(text.length)
  return pieces
    .filter((piece, index) => piece !== null || pieces[index - 1] !== null)
    .map((piece) => piece ?? `${omission}\n\n`)
    .join('')
    .trimEnd()
}
