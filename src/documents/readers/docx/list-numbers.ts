import type { Archive } from '../../archive.ts'
import { childElements, findByPath, readAllElements, type Element } from '../../xml.ts'
import { getValue, type Numbering } from './styles.ts'

/** A list: the definition that counts its items, and its own start numbers by level. */
type List = { definition: string; starts: Map<number, number> }

/** A list level. In `text`, `%1` is the number of the first level; `restart` is the level that restarts this one. */
type Level = { start: number; format: string; text: string; isLegal: boolean; restart: number }

const numberingLevel = ({ attributes }: Element) => Number(attributes['w:ilvl'] ?? 0)

const readLevel = (level: Element): Level => ({
  start: Number(getValue(findByPath(level, 'start')) ?? 1),
  format: getValue(findByPath(level, 'numFmt')) ?? 'bullet',
  text: getValue(findByPath(level, 'lvlText')) ?? '',
  isLegal: findByPath(level, 'isLgl') !== undefined,
  restart: Number(getValue(findByPath(level, 'lvlRestart')) ?? numberingLevel(level)),
})

const readStarts = (num: Element) =>
  new Map(
    childElements(num, 'lvlOverride').flatMap((override) => {
      const start = getValue(findByPath(override, 'startOverride'))
      return start === undefined ? [] : [[numberingLevel(override), Number(start)] as const]
    }),
  )

const maxRoman = 3_999
const romanDigits = 'M CM D CD C XC L XL X IX V IV I'.split(' ')
const romanValues = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
const maxRepeated = 100

const toRoman = (number: number): string => {
  let left = Math.max(0, Math.min(maxRoman, number))
  let text = ''
  for (const [at, value] of romanValues.entries())
    for (; left >= value; left -= value) text += romanDigits[at]
  return text
}

/** Formats a number as A to Z, then AA to ZZ, and so on. */
const toLetters = (number: number): string => {
  const times = Math.max(0, Math.min(maxRepeated, Math.ceil(number / 26)))
  return String.fromCharCode(0x41 + ((number + 25) % 26)).repeat(times)
}

/** Formats a number as ECMA-376 part 1, section 17.18.59 defines; writes digits for unsupported formats. */
const formatListNumber = (number: number, format: string): string => {
  if (format === 'decimalZero') return String(number).padStart(2, '0')
  const write = format.endsWith('Letter') ? toLetters : toRoman
  const text = /(?:Letter|Roman)$/.test(format) ? write(number) : String(number)
  return format.startsWith('lower') ? text.toLowerCase() : text
}

/**
 * Numbers list items (ECMA-376 part 1, section 17.9). Lists of one definition continue one another unless they set a
 * start. An item restarts all deeper levels unless they name another level.
 */
export class ListNumbers {
  readonly #lists = new Map<string, List>()
  /** Levels by definition and number. */
  readonly #levels = new Map<string, Level>()
  /** Numbers of the last items, by definition and level. */
  readonly #counts = new Map<string, Map<number, number>>()
  readonly #begun = new Set<string>()

  static async read(archive: Archive): Promise<ListNumbers> {
    const numbers = new ListNumbers()
    for (const element of await readAllElements(archive, 'word/numbering.xml', ['abstractNum', 'num']))
      numbers.#add(element)
    return numbers
  }

  #add(element: Element) {
    const { 'w:numId': id = '', 'w:abstractNumId': definition = '' } = element.attributes
    if (element.name === 'num')
      this.#lists.set(id, {
        definition: getValue(findByPath(element, 'abstractNumId')) ?? '',
        starts: readStarts(element),
      })
    for (const level of childElements(element, 'lvl'))
      this.#levels.set(`${definition}:${numberingLevel(level)}`, readLevel(level))
  }

  /** Numbers the next item; returns its number and label, or undefined if it has a bullet or no number. */
  next({ id, level }: Numbering): { number: number; label: string } | undefined {
    const list = this.#lists.get(id)
    if (!list) return undefined
    const counts = this.#counts.get(list.definition) ?? new Map<number, number>()
    this.#counts.set(list.definition, counts)
    if (!this.#begun.has(id)) for (const at of list.starts.keys()) counts.delete(at)
    this.#begun.add(id)
    const levelAt = (at: number) => this.#levels.get(`${list.definition}:${at}`)
    for (const at of counts.keys()) if (at > level && level < (levelAt(at)?.restart ?? at)) counts.delete(at)
    const own = levelAt(level)
    const startAt = (at: number) => list.starts.get(at) ?? levelAt(at)?.start ?? 1
    const last = counts.get(level)
    const number = last === undefined ? startAt(level) : last + 1
    counts.set(level, number)
    if (!own || own.format === 'bullet' || own.format === 'none') return undefined
    const label = own.text.replaceAll(/%(\d)/g, (_, place: string) => {
      const at = Number(place) - 1
      const format = own.isLegal ? 'decimal' : (levelAt(at)?.format ?? 'decimal')
      return formatListNumber(counts.get(at) ?? startAt(at), format)
    })
    return { number, label: label.trim() }
  }
}
