import compoundJoints from '#generated/words/compoundJoints.json' with { type: 'json' }
import { listItems } from '../../../language/word-lists.ts'
import type { PhrasingContent } from 'mdast'
import { textNode } from '../../markdown/block.ts'

export type TextLink = { start: number; end: number; url: string }

export type TextWithLinks = { text: string; links: TextLink[] }

/** Returns the letters and digits of a text, in lower case and without ligatures. */
export const normalizeLetters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

export const moveLink = ({ start, end, url }: TextLink, by: number): TextLink => ({
  start: Math.max(0, start + by),
  end: end + by,
  url,
})

const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u
const dividedWord = /(\p{L}+)[-\u00ad\u2010]$/u
const firstWord = /^\p{L}+/u
/** Ends of a URL that may continue on the next line. */
const dividedUrl = /:\/\/\S*[/._?=&#~-]$|(?:https?|ftp):$/
/** Words between two compounds that share an ending: "Vor- und Nachteile". */
const betweenCompounds = new Set(listItems(compoundJoints))
const maxWords = 200_000

/** Returns the complete words of lines: not the first or last word, which a hyphen may divide. */
export const collectWords = (texts: Iterable<string>): Set<string> => {
  const words = new Set<string>()
  for (const text of texts) {
    if (words.size > maxWords) break
    for (const [word] of text.matchAll(/\p{L}[\p{L}-]+(?=[\s.,;:!?)])/gu)) words.add(word.toLowerCase())
  }
  return words
}

/** Returns the text before the rest of a word that a hyphen divides between lines, or undefined if there is none. */
const joinDivided = (text: string, next: string, words: Set<string>): string | undefined => {
  const head = dividedWord.exec(text)?.[1]
  const tail = firstWord.exec(next)?.[0]
  if (head === undefined || tail === undefined || betweenCompounds.has(tail)) return undefined
  if (!/^\p{Ll}/u.test(tail)) return text
  const isCompound = words.has(`${head}-${tail}`.toLowerCase()) && !words.has((head + tail).toLowerCase())
  return isCompound ? text : text.slice(0, -1)
}

export const joinTextLines = (
  before: TextWithLinks,
  next: TextWithLinks,
  words: Set<string>,
): TextWithLinks => {
  const isWhole = withoutSpaces.test(before.text) || dividedUrl.test(before.text)
  const start = joinDivided(before.text, next.text, words) ?? before.text + (isWhole ? '' : ' ')
  const links = before.links.map((link) => ({ ...link, end: Math.min(link.end, start.length) }))
  const [last, open, first] = [links.at(-1), before.links.at(-1), next.links[0]]
  const goesOn = open && open.end >= before.text.length && first?.start === 0 && first.url === open.url
  if (goesOn && last) last.end = start.length + first.end
  const moved = next.links.slice(goesOn ? 1 : 0).map((link) => moveLink(link, start.length))
  return { text: start + next.text, links: [...links, ...moved] }
}

export const sliceText = ({ text, links }: TextWithLinks, from: number): TextWithLinks => ({
  text: text.slice(from),
  links: links.filter(({ end }) => end > from).map((link) => moveLink(link, -from)),
})

export const toInlineContent = ({ text, links }: TextWithLinks): PhrasingContent[] => {
  const nodes: PhrasingContent[] = []
  let at = 0
  for (const { start, end, url } of links) {
    const from = Math.max(at, start)
    const label = text.slice(from, end).trimEnd()
    if (!label) continue
    if (from > at) nodes.push(textNode(text.slice(at, from)))
    nodes.push({ type: 'link', url, children: [textNode(label)] })
    at = from + label.length
  }
  if (at < text.length) nodes.push(textNode(text.slice(at)))
  return nodes
}
