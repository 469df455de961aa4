import { SaxesParser } from 'saxes'
import type { Archive } from './archive.ts'
import { Prefixes } from './xml-prefixes.ts'
import { corrupt, nested, tooLarge, UnreadableFile } from './unreadable-file.ts'

/**
 * An element; its name has no prefix, the names of its attributes have one. Prefixes are the customary ones of their
 * namespaces, whichever the file uses.
 */
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

export const noElement: Element = { prefix: '', name: '', attributes: {}, children: [] }

/** Standard document types may stand: nothing of them is fetched, and no entity of theirs is expanded. */
const refuseOwnEntities = (doctype: string) => {
  if (doctype.includes('<!ENTITY'))
    throw new UnreadableFile(
      'not_allowed',
      'The file declares XML entities of its own, which is not allowed.',
    )
}

const refuseDamage = () => {
  throw corrupt()
}

/** Returns what stands in the place of an element that is complete; undefined where that is the element itself. */
export type Replace = (element: Element, parent: Element | undefined) => Element['children'] | undefined

const isElement = (child: Element | string): child is Element => typeof child !== 'string'

/** Parses XML piece by piece, and keeps only the outermost elements of these names, or the root without any. */
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
    this.#parser.on('error', refuseDamage)
    this.#parser.on('opentag', ({ name, attributes }) => this.#openElement(name, attributes))
    this.#parser.on('text', (text) => this.#addText(text))
    this.#parser.on('cdata', (text) => this.#addText(text))
    this.#parser.on('attribute', (attribute) => this.#countAttribute(attribute))
    this.#parser.on('closetag', () => this.#closeElement())
  }

  /** Parses more of the text; gives the elements that it completes. */
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
    const element = {
      prefix: this.#prefixes.resolve(qualifiedName.slice(0, Math.max(0, at))),
      name,
      attributes: this.#prefixes.rename(attributes),
      children: [],
    }
    this.#open.push(element)
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
    const complete = this.#complete.filter(isElement)
    this.#complete = []
    return complete
  }
}

/** The root of a document. Throws `UnreadableFile` as `readElements` does. */
export const parseXml = (text: string): Element => {
  const elements = new OutermostElements()
  const [root] = [...elements.write(text), ...elements.close()]
  return root ?? noElement
}

/**
 * The outermost elements of these names in a part of an archive, one after the other, so that a long part is never in
 * memory as a whole. Document types with entities of their own are refused.
 */
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

/** The outermost elements of these names in a part that may be absent. */
export const readAllElements = async (
  archive: Archive,
  part: string,
  names: string[],
  replace?: Replace,
): Promise<Element[]> =>
  archive.has(part) ? Array.fromAsync(readElements(archive, part, names, replace)) : []

export const childElements = (element: Element | undefined, name?: string): Element[] =>
  (element?.children ?? []).filter(isElement).filter((child) => name === undefined || child.name === name)

/** The element at the end of a path of names below this one. */
export const findByPath = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => childElements(at, name)[0], element)

/** All elements of these names within this one at any depth, but not within one another. */
export const findElements = (element: Element, ...names: string[]): Element[] =>
  childElements(element).flatMap((child) =>
    names.includes(child.name) ? [child] : findElements(child, ...names),
  )

/** Elements of office formats that stand between words. */
const separating = new Set(['p', 'h', 's', 'tab', 'ptab', 'br', 'cr', 'line-break', 'tc', 'table-cell'])

/** The text of an element, with a space where one in it separates words. */
export const textContent = (element: Element | undefined): string =>
  (element?.children ?? [])
    .map((child) => {
      if (!isElement(child)) return child
      const text = textContent(child)
      return separating.has(child.name) ? ` ${text} ` : text
    })
    .join('')
