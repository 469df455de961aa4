import type { RootContent } from 'mdast'
import { tooLarge } from '../../unreadable-file.ts'

const maxTargetCharacters = 10_000_000

const definitionLine = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S.*$/gm
const label = /\[((?:\\.|[^\\[\]])+)\]/g

/** As mdast identifies a label. */
const identify = (text: string) =>
  text
    .replace(/[\t\n ]+/g, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()

/** The definitions of links and images in a text, which its pieces refer to. */
export class Definitions {
  readonly #targets = new Map<string, string>()
  #free = maxTargetCharacters

  /** Of a text, whose lines of definitions `parse` reads. */
  constructor(text: string, parse: (lines: string) => RootContent[]) {
    for (const node of parse((text.match(definitionLine) ?? []).join('\n\n')))
      if (node.type === 'definition') this.#targets.set(node.identifier, node.url)
  }

  /** The target of a reference; throws `UnreadableFile` when all that were given are too much. */
  resolve(identifier: string): string {
    const url = this.#targets.get(identifier) ?? ''
    this.#free -= url.length
    if (this.#free < 0) throw tooLarge()
    return url
  }

  /** The lines of those definitions that a piece of the text may refer to. */
  linesFor(piece: string): string {
    const labels = new Set([...piece.matchAll(label)].map(([, text = '']) => identify(text)))
    return [...labels]
      .filter((name) => this.#targets.has(name))
      .map((name) => `[${name}]: <${this.#targets.get(name)}>`)
      .join('\n')
  }
}
