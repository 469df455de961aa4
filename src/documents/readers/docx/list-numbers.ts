import type { Archive } from '../../archive.ts'
import { childElements, findByPath, readAllElements, type Element } from '../../xml.ts'
import { getValue, type Numbering } from './styles.ts'

/** A list: its definition, by whose numbers it counts, and numbers that levels start with for it alone. */
type List = { definition: string; starts: Map<number, number> }

const levelOf = ({ attributes }: Element) => Number(attributes['w:ilvl'] ?? 0)

const isNumbered = (level: Element): boolean =>
  !['bullet', 'none'].includes(getValue(findByPath(level, 'numFmt')) ?? 'bullet')

const readStarts = (num: Element) =>
  new Map(
    childElements(num, 'lvlOverride').flatMap((override) => {
      const start = getValue(findByPath(override, 'startOverride'))
      return start === undefined ? [] : [[levelOf(override), Number(start)] as const]
    }),
  )

/**
 * Counts the items of lists (ECMA-376 part 1, section 17.9). Lists of one definition continue one another, unless they
 * say where they start; an item restarts the levels below its own.
 */
export class ListNumbers {
  readonly #lists = new Map<string, List>()
  /** Starts of numbered levels, by definition and level; other levels have bullets. */
  readonly #starts = new Map<string, number>()
  /** Numbers of the last items, by definition and level. */
  readonly #counts = new Map<string, Map<number, number>>()
  readonly #begun = new Set<string>()

  static async read(archive: Archive): Promise<ListNumbers> {
    const numbers = new ListNumbers()
    for (const element of await readAllElements(archive, 'word/numbering.xml', ['abstractNum', 'num']))
      if (element.name === 'num') numbers.#addList(element)
      else numbers.#addDefinition(element)
    return numbers
  }

  /** Returns the number of the next item; undefined for one with a bullet. */
  next({ id, level }: Numbering): number | undefined {
    const list = this.#lists.get(id)
    if (!list) return undefined
    const counts = this.#counts.get(list.definition) ?? new Map<number, number>()
    this.#counts.set(list.definition, counts)
    if (!this.#begun.has(id)) for (const at of list.starts.keys()) counts.delete(at)
    this.#begun.add(id)
    for (const at of counts.keys()) if (at > level) counts.delete(at)
    const first = this.#starts.get(`${list.definition}:${level}`)
    const last = counts.get(level)
    const number = last === undefined ? (list.starts.get(level) ?? first ?? 1) : last + 1
    counts.set(level, number)
    return first === undefined ? undefined : number
  }

  #addList(num: Element) {
    const definition = getValue(findByPath(num, 'abstractNumId')) ?? ''
    this.#lists.set(num.attributes['w:numId'] ?? '', { definition, starts: readStarts(num) })
  }

  #addDefinition(definition: Element) {
    const id = definition.attributes['w:abstractNumId'] ?? ''
    for (const level of childElements(definition, 'lvl')) {
      if (!isNumbered(level)) continue
      this.#starts.set(`${id}:${levelOf(level)}`, Number(getValue(findByPath(level, 'start')) ?? 1))
    }
  }
}
