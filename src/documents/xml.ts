import { SaxesParser } from 'saxes'
import type { Archive } from './archive.ts'
import { Prefixes } from './xml-prefixes.ts'
import { corrupt, nested, tooLarge, UnreadableFile } from './unreadable-file.ts'

/** An element. Its name has no prefix; its attributes have the customary prefixes, whichever the file declares. */
export type Element = {
  prefix: string
  name: string
  attributes: Record<string, string>
  children: (Element | string)[]
}

const maxDepth = 300
const maxElementsInOne = 1_500_000
const maxAttributes = 1_000
const maxCharactersInOne = 128_000_000

/** Refuses own entities. Standard document types are harmless: none is fetched, and no entity is expanded. */
const refuseOwnEntities = (doctype: string) => {
  if (doctype.includes('<!ENTITY'))
    throw new UnreadableFile('not_allowed', 'The file declares its own XML entities, which is not allowed.')
}

/** Returns the replacement of a complete element, or undefined to keep the element. */
export type Replace = (element: Element, parent: Element | undefined) => Element['children'] | undefined

const isXmlElement = (child: Element | string): child is Element => typeof child !== 'string'

/** Parses XML in chunks; keeps the outermost elements with the given names, or the root if there are no names. */
class OutermostElements {
  readonly #names: Set<string> | undefined
  readonly #replace: Replace | undefined
  readonly #parser = new SaxesParser()
  readonly #open: Element[] = []
  readonly #prefixes = new Prefixes()
  #complete: Element['children'] = []
  #depth = 0
  #size = 0
  #characters = 0
  #attributes = 0

  constructor(names?: string[], replace?: Replace) {
    this.#names = names && new Set(names)
    this.#replace = replace
    this.#parser.on('doctype', refuseOwnEntities)
    this.#parser.on('error', () => {
      throw corrupt()
    })
    this.#parser.on('opentag', ({ name, attributes }) => this.#openElement(name, attributes))
    this.#parser.on('text', (text) => this.#addText(text))
    this.#parser.on('cdata', (text) => this.#addText(text))
    this.#parser.on('attribute', (attribute) => this.#countAttribute(attribute))
    this.#parser.on('closetag', () => this.#closeElement())
  }

  /** Parses the next chunk; returns the elements that it completes. */
  write(text: string): Element[] {
    this.#parser.write(text)
    return this.#takeComplete()
  }

  close(): Element[] {
    this.#parser.close()
    return this.#takeComplete()
  }

  #openElement(qualifiedName: string, attributes: Record<string, string>) {
    const at = qualifiedName.indexOf(':')
    const name = qualifiedName.slice(at + 1)
    this.#prefixes.open()
    this.#depth += 1
    this.#attributes = 0
    if (this.#depth > maxDepth) throw nested()
    if (this.#open.length === 0 && this.#names?.has(name) === false) return
    this.#size += 1
    if (this.#size > maxElementsInOne) throw tooLarge()
    const prefix = this.#prefixes.resolve(qualifiedName.slice(0, Math.max(0, at)))
    this.#open.push({ prefix, name, attributes: this.#prefixes.rename(attributes), children: [] })
  }

  #countAttribute({ name, value }: { name: string; value: string }) {
    if (name.startsWith('xmlns')) this.#prefixes.declare(name.slice('xmlns:'.length), value)
    this.#attributes += 1
    if (this.#attributes > maxAttributes) throw tooLarge()
  }

  #addText(text: string) {
    const parent = this.#open.at(-1)
    if (!parent) return
    this.#characters += text.length
    if (this.#characters > maxCharactersInOne) throw tooLarge()
    parent.children.push(text)
  }

  #closeElement() {
    this.#prefixes.close()
    this.#depth -= 1
    const element = this.#open.pop()
    if (!element) return
    const parent = this.#open.at(-1)
    const siblings = parent?.children ?? this.#complete
    for (const child of this.#replace?.(element, parent) ?? [element]) siblings.push(child)
    if (parent) return
    this.#size = 0
    this.#characters = 0
  }

  #takeComplete(): Element[] {
    const complete = this.#complete.filter(isXmlElement)
    this.#complete = []
    return complete
  }
}

export const parseXml = (text: string): Element => {
  const elements = new OutermostElements()
  const [root] = [...elements.write(text), ...elements.close()]
  return root ?? { prefix: '', name: '', attributes: {}, children: [] }
}

/** Yields the outermost elements with the given names in a part; a long part is never in memory as a whole. */
export async function* readElements(
  archive: Archive,
  part: string,
  names: string[],
  replace?: Replace,
): AsyncGenerator<Element> {
  const elements = new OutermostElements(names, replace)
  const decoder = new TextDecoder()
  for await (const chunk of archive.readChunks(part)) {
    yield* elements.write(decoder.decode(chunk, { stream: true }))
  }
  yield* elements.write(decoder.decode())
  yield* elements.close()
}

/** Returns the outermost elements with the given names in a part, or none if the part is missing. */
export const readAllElements = async (
  archive: Archive,
  part: string | undefined,
  names: string[],
  replace?: Replace,
): Promise<Element[]> =>
  part && archive.has(part) ? Array.fromAsync(readElements(archive, part, names, replace)) : []

/** Returns the first outermost element with a name in a part, or undefined. */
export const readElement = async (
  archive: Archive,
  part: string | undefined,
  name: string,
  replace?: Replace,
): Promise<Element | undefined> => (await readAllElements(archive, part, [name], replace))[0]

export const childElements = (element: Element | undefined, name?: string): Element[] =>
  (element?.children ?? []).filter(isXmlElement).filter((child) => name === undefined || child.name === name)

/** Returns the element at the end of a path of names below `element`. */
export const findByPath = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => childElements(at, name)[0], element)

/** Returns all elements with the given names at any depth, but not those nested in another match. */
export const findElements = (element: Element | undefined, ...names: string[]): Element[] =>
  childElements(element).flatMap((child) =>
    names.includes(child.name) ? [child] : findElements(child, ...names),
  )

/** Returns values by the names of elements; unlike an object, a map has no inherited names. */
export const byName = <T>(values: Record<string, T>): Map<string, T> => new Map(Object.entries(values))

/** Elements of office formats that separate words. */
const separating = new Set(['p', 'h', 's', 'tab', 'ptab', 'br', 'cr', 'line-break', 'tc', 'table-cell'])

/** Returns the text of an element, with spaces around elements that separate words. */
export const textContent = (element: Element | undefined): string =>
  (element?.children ?? [])
    .map((child) => {
      if (!isXmlElement(child)) return child
      const text = textContent(child)
      return separating.has(child.name) ? ` ${text} ` : text
    })
    .join('')
