import { childElements, textContent, type Element } from '../../xml.ts'

/** A field that has ended: where it leads to, and where its result begins in the paragraph. */
type FieldLink = { url: string; start: number }

type OpenField = { instruction: string; start: number | undefined }

const hyperlink = /^\s*HYPERLINK\s+(\\l\s+)?"?([^"\s]+)"?/i
const crossReference = /^\s*(?:REF|PAGEREF|NOTEREF)\s+"?([^"\s]+)"?.*\\h/i

/** Word itself takes no longer address; finding out what a field is takes the square of its length. */
const maxInstructionCharacters = 2_100

/** Where a field leads to by its instruction: an address, or a bookmark; undefined for other fields. */
export const fieldTarget = (instruction: string): string | undefined => {
  if (instruction.length > maxInstructionCharacters) return undefined
  const [, isLocal, target] = hyperlink.exec(instruction) ?? []
  if (target) return isLocal ? `#${target}` : target
  const bookmark = crossReference.exec(instruction)?.[1]
  return bookmark && `#${bookmark}`
}

/** Follows the fields of a paragraph, which begin, have an instruction and a result, and end, each in a run. */
export class FieldLinks {
  readonly #open: OpenField[] = []

  /** The links that end with this child; `length` is how much of the paragraph has been read. */
  next(child: Element, length: number): FieldLink[] {
    const links: FieldLink[] = []
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
