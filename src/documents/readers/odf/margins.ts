import type { Archive } from '../../archive.ts'
import { findElements, readAllElements, type Element } from '../../xml.ts'

const margins = ['header', 'header-left', 'header-first', 'footer', 'footer-left', 'footer-first']

/** What a program fills in on each page. */
const filledIn = new Set(['page-number', 'page-count', 'page-continuation', 'date', 'time'])

const textOutsideFields = ({ children }: Element): string =>
  children
    .map((child) => {
      if (typeof child === 'string') return child
      return filledIn.has(child.name) ? ' ' : textOutsideFields(child) || ' '
    })
    .join('')

/** The lines of all headers and footers of a text. */
export const readMarginLines = async (archive: Archive): Promise<string[]> =>
  (await readAllElements(archive, 'styles.xml', margins)).flatMap((margin) =>
    findElements(margin, 'p').map(textOutsideFields),
  )
