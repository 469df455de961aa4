import { childElements, textContent, type Element } from '../../xml.ts'

type OpenField = { instruction: string; start: number | undefined }

const hyperlink = /^\s*HYPERLINK\s+(\\l\s+)?"?([^"\s]+)"?/i
const crossReference = /^\s*(?:REF|PAGEREF|NOTEREF)\s+"?([^"\s]+)"?.*\\h/i

/** Maximum length of an instruction: Word accepts no longer URL, and parsing takes quadratic time. */
const maxInstructionCharacters = 2_100

/** Returns the target of a field by its instruction, a URL or a bookmark, or undefined if the field is no link. */
export const fieldTarget = (instruction: string): string | undefined => {
  if (instruction.length > maxInstructionCharacters) return undefined
  const [, isLocal, target] = hyperlink.exec(instruction) ?? []
  if (target) return isLocal ? `#${target}` : target
  const bookmark = crossReference.exec(instruction)?.[1]
  return bookmark && `#${bookmark}`
}

/** Tracks the fields of a paragraph. Each field has a begin, an instruction, a result and an end, in separate runs. */
export class FieldLinks {
  readonly #open: OpenField[] = []

  /** Returns the links that end with this child, and their starts; `length` is the number of nodes read so far. */
  next(child: Element, length: number): { url: string; start: number }[] {
    const links: { url: string; start: number }[] = []
    for (const part of child.name === 'r' ? childElements(child) : []) {
      const field = this.#open.at(-1)
      const step = part.name === 'fldChar' ? part.attributes['w:fldCharType'] : undefined
      if (part.name === 'instrText' && field) field.instruction += textContent(part)
      if (step === 'begin') this.#open.push({ instruction: '', start: undefined })
      if (step === 'separate' && field) field.start = length
      if (step !== 'end') continue
      this.#open.pop()
      const url = field && fieldTarget(field.instruction)
      if (url && field.start !== undefined) links.push({ url, start: field.start })
    }
    return links
  }
}
