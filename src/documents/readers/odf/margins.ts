import type { Skip } from '../../markdown/block.ts'
import { findElements, readAllElements, textContent, type Element } from '../../xml.ts'
import type { OdfDocument } from './document.ts'

const margins = ['header', 'header-left', 'header-first', 'footer', 'footer-left', 'footer-first']

/** What a program fills in on each page. */
const filledIn = new Set(['page-number', 'page-count', 'page-continuation', 'date', 'time'])

const textOutsideFields = ({ children }: Element, skip: Skip): string =>
  children
    .map((child) => {
      if (typeof child === 'string') return child
      if (!filledIn.has(child.name)) return textOutsideFields(child, skip) || ' '
      skip('margin', textContent(child))
      return ' '
    })
    .join('')

/** The lines of all headers and footers of a text. */
export const readMarginLines = async ({ archive, skip }: OdfDocument): Promise<string[]> =>
  (await readAllElements(archive, 'styles.xml', margins)).flatMap((margin) =>
    findElements(margin, 'p', 'h').map((line) => textOutsideFields(line, skip)),
  )
