import { findElements, readAllElements, textContent } from '../../xml.ts'
import { cleaner } from '../cleaner.ts'
import type { OdfDocument } from './document.ts'

const margins = ['header', 'header-left', 'header-first', 'footer', 'footer-left', 'footer-first']

/** Fields that a program fills in on each page. */
const filledIn = new Set(['page-number', 'page-count', 'page-continuation', 'date', 'time'])

/** Returns the lines of all headers and footers of a text. */
export const readMarginLines = async ({ archive, skip }: OdfDocument): Promise<string[]> => {
  const clean = cleaner(({ name }) => (filledIn.has(name) ? 'margin' : undefined), skip)
  return (await readAllElements(archive, 'styles.xml', margins, clean)).flatMap((margin) =>
    findElements(margin, 'p', 'h').map(textContent),
  )
}
