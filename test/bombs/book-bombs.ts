import { strToU8, zipSync } from 'fflate'
import type { Bombs } from './bomb.ts'

type Page = { name: string; content: string }

/** Returns a book of these pages; the spine lists each of them `times` times. */
const book = (pages: Page[], times = 1) => {
  const items = pages.map(
    ({ name }) => `<item id="${name}" href="${name}" media-type="application/xhtml+xml"/>`,
  )
  const references = pages.map(({ name }) => `<itemref idref="${name}"/>`.repeat(times))
  const files = pages.map(({ name, content }): [string, Uint8Array] => [name, strToU8(content)])
  return zipSync(
    {
      'META-INF/container.xml': strToU8(
        '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
      ),
      'a.opf': strToU8(
        `<package><manifest>${items.join('')}</manifest><spine>${references.join('')}</spine></package>`,
      ),
      ...Object.fromEntries(files),
    },
    { level: 6 },
  )
}

const page = (content: string): Page => ({ name: 'a.xhtml', content: `<html><body>${content}</body></html>` })

export const bookBombs: Bombs = {
  'wide-cell.epub': {
    how: 'a page with a cell that says that it spans two thousand million columns and rows',
    ends: /table that is too large/,
    make: () =>
      book([page('<table><tr><td colspan="2000000000" rowspan="2000000000">words</td></tr></table>')]),
  },
  'same-page.epub': {
    how: 'a book whose order of reading names one page of 1 000 paragraphs 400 000 times',
    ends: 'a course',
    make: () => book([page('<p>A word.</p>'.repeat(1_000))], 400_000),
  },
  'many-pages.epub': {
    how: 'a book of 15 000 pages',
    ends: /too many chapters/,
    make: () =>
      book(Array.from({ length: 15_000 }, (_, n) => ({ ...page('<p>A word.</p>'), name: `${n}.xhtml` }))),
  },
  'open-tags.epub': {
    how: 'a page of 20 000 elements of formatting that are never closed',
    ends: /nested too deeply/,
    make: () => book([page('<b class="x">A '.repeat(20_000))]),
  },
  'long-tag.epub': {
    how: 'a page that ends within an element whose name has two million letters',
    ends: 'a course',
    make: () => book([page(`<p>A word.</p><${'a'.repeat(2_000_000)}`)]),
  },
  'deep-contents.epub': {
    how: 'a table of contents of entries in one another 100 000 deep',
    ends: /nested too deeply/,
    make: () => {
      const container = '<container><rootfile full-path="a.opf"/></container>'
      const items =
        '<item id="n" href="a.ncx" media-type="application/x-dtbncx+xml"/>' +
        '<item id="p" href="a.html" media-type="text/html"/>'
      return zipSync({
        'META-INF/container.xml': strToU8(container),
        'a.opf': strToU8(
          `<package><manifest>${items}</manifest><spine><itemref idref="p"/></spine></package>`,
        ),
        'a.ncx': strToU8('<navPoint>'.repeat(100_000) + '</navPoint>'.repeat(100_000)),
        'a.html': strToU8('<p>A word.</p>'),
      })
    },
  },
}
