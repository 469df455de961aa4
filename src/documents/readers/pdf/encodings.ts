import { UnreadableFile } from '../../unreadable-file.ts'
import { readOperators } from './drawings.ts'
import type { PdfPage } from './layout/page.ts'

/** Number of pages checked; a document uses the same fonts throughout. */
const maxPages = 5
const maxShareOfLost = 0.4
const minLost = 3

const unknownEncoding = () =>
  new UnreadableFile(
    'unknown_encoding',
    'The text of the file is in an encoding that cannot be read; upload the original document instead.',
  )

/** Counts texts in fonts with an unknown character map, which pdf.js drops silently. */
export class LostTexts {
  #texts = 0
  #lost = 0

  /** Throws `UnreadableFile` if most of the text would be lost silently. */
  async count(page: PdfPage) {
    if (page.pageNumber > maxPages) return
    let isLost = false
    for (const { name, args } of await readOperators(page)) {
      if (name === 'setFont') isLost = isUnknown(page, String(args[0]))
      if (name !== 'showText') continue
      this.#texts += 1
      this.#lost += isLost ? 1 : 0
    }
    if (this.#lost >= minLost && this.#lost > this.#texts * maxShareOfLost) throw unknownEncoding()
  }
}

/** Returns true if pdf.js could not load a font: it then stores an error message in its place. */
const isUnknown = ({ commonObjs }: PdfPage, font: string): boolean => {
  const loaded: unknown = commonObjs.has(font) ? commonObjs.get(font) : undefined
  return typeof loaded === 'string' && /cmap/i.test(loaded)
}
