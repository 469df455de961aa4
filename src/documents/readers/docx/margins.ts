import type { Skip } from '../../markdown/block.ts'
import { findElements, readAllElements, textContent, type Element } from '../../xml.ts'
import type { DocxDocument } from './document.ts'

/** Returns a line without the results of fields, such as the page number. */
const textOutsideFields = (line: Element, skip: Skip): string => {
  let open = 0
  const words = findElements(line, 'fldChar', 't', 'tab', 'br', 'fldSimple', 'instrText').map((part) => {
    const step = part.attributes['w:fldCharType']
    if (step === 'begin') open += 1
    if (step === 'end') open -= 1
    if (part.name === 'instrText') skip('control', textContent(part))
    if (part.name !== 't') return ' '
    const text = textContent(part)
    if (open > 0) skip('margin', text)
    return open > 0 ? '' : text
  })
  return words.join('')
}

export const readMarginLines = async (document: DocxDocument): Promise<string[]> => {
  const { archive, relationships, skip, clean } = document
  const lines: string[] = []
  for (const { target, type } of relationships.values()) {
    if (type !== 'header' && type !== 'footer') continue
    const [margin] = await readAllElements(archive, target, ['hdr', 'ftr'], clean)
    lines.push(...findElements(margin, 'p').map((line) => textOutsideFields(line, skip)))
  }
  return lines
}
