import type { Nodes } from 'mdast'
import { isCostly, parseGfm } from '../../language/markdown-tree.ts'
import { type AllowedAddresses, findBareAddresses } from './sources/addresses.ts'

interface Edit {
  start: number
  end: number
  text: string
}

/** Formats an address as inline code, which no client turns into a link. */
const toInlineCode = (address: string) => {
  const shown = address.replace(/[`|\s\p{C}]/gu, encodeURIComponent)
  return shown === '' ? '' : `\`${shown}\``
}

const describeLink = (label: string, address: string) =>
  [label, label === '' ? toInlineCode(address) : `(${toInlineCode(address)})`].join(label === '' ? '' : ' ')

/** Removes everything that a client could interpret as a link, picture or HTML. */
const stripMarkdown = (text: string) =>
  text
    .replace(/[[\]<>`\\&]|^\/+/g, '')
    .replaceAll(':', ': ')
    .replaceAll('//', '/ /')
    .replaceAll('@', ' at ')
    .replace(/www\./gi, 'www ')

const stripPunctuation = (text: string) => text.replace(/[^\p{L}\p{N}\s]/gu, ' ')

const nodeRange = ({ position }: Nodes) =>
  position && { start: position.start.offset as number, end: position.end.offset as number }

/** Returns the source of a link's text; an empty string for an autolink. */
const linkLabel = (node: Extract<Nodes, { type: 'link' }>, source: string) => {
  const [first, last] = [node.children[0], node.children.at(-1)].map((child) => child && nodeRange(child))
  if (!first || !last) return ''
  const label = source.slice(first.start, last.end)
  return [label, `http://${label}`, `mailto:${label}`].includes(node.url) ? '' : label
}

const nodeReplacement = (node: Nodes, source: string, addresses: AllowedAddresses): string | undefined => {
  const range = nodeRange(node)
  const text = range ? source.slice(range.start, range.end) : ''
  switch (node.type) {
    case 'image':
      return addresses.isPicture(node.url) ? undefined : describeLink(node.alt ?? '', node.url)
    case 'link':
      return addresses.isLink(node.url) ? undefined : describeLink(linkLabel(node, source), node.url)
    case 'definition':
      return toInlineCode(`[${node.label ?? ''}]:`) + ` ${toInlineCode(node.url)}`
    case 'html':
      return text.replaceAll('<', '&lt;')
    default:
      return undefined
  }
}

/**
 * Returns edits that make code of addresses in plain text. If the source encodes the text differently, one edit strips
 * all of its markup.
 */
const textEdits = (
  node: Extract<Nodes, { type: 'text' }>,
  source: string,
  { isLink }: AllowedAddresses,
): Edit[] => {
  const found = findBareAddresses(node.value).filter(
    ({ start, end }) => !isLink(node.value.slice(start, end)),
  )
  const range = nodeRange(node)
  if (!range || found.length === 0) return []
  const text = source.slice(range.start, range.end)
  if (text !== node.value) return [{ ...range, text: stripMarkdown(text) }]
  return found.map(({ start, end }) => ({
    start: range.start + start,
    end: range.start + end,
    text: toInlineCode(text.slice(start, end)),
  }))
}

/** Returns true if a node must be replaced but has no position; the parser creates some of these. */
const isUnplaced = (node: Nodes, source: string, addresses: AllowedAddresses): boolean => {
  if (node.position) return false
  if (node.type === 'text') return findBareAddresses(node.value).length > 0
  return nodeReplacement(node, source, addresses) !== undefined
}

const findEdits = (node: Nodes, source: string, addresses: AllowedAddresses): Edit[] => {
  const text = nodeReplacement(node, source, addresses)
  const range = nodeRange(node)
  if (text !== undefined && range) return [{ ...range, text }]
  if (node.type === 'text') return textEdits(node, source, addresses)
  if (!('children' in node)) return []
  // the parser finds some addresses after it has recorded positions: strip the enclosing node
  const hasUnplaced =
    node.type !== 'link' && node.children.some((child) => isUnplaced(child, source, addresses))
  if (hasUnplaced && range) return [{ ...range, text: stripMarkdown(source.slice(range.start, range.end)) }]
  // the text of a link leads to the target of the link
  const children = node.children.filter(({ type }) => node.type !== 'link' || type !== 'text')
  return children.flatMap((child) => findEdits(child, source, addresses))
}

/** Maximum number of passes: a replacement may uncover further markup. */
const maxRounds = 8

/**
 * Replaces every link, picture and definition that is not allowed with its text and its address as inline code, and
 * HTML with text. The first `settled` characters are known to be safe and stay unchanged; if an edit would change them,
 * the text after them loses all of its markup.
 */
export const toSafeMarkdown = (markdown: string, addresses: AllowedAddresses, settled = 0): string => {
  const [head, tail] = [markdown.slice(0, settled), markdown.slice(settled)]
  if (isCostly(markdown)) return head + stripMarkdown(tail)
  const isSafe = (text: string) => findEdits(parseGfm(text), text, addresses).length === 0
  const stripped = () =>
    isSafe(head + stripMarkdown(tail)) ? head + stripMarkdown(tail) : head + stripPunctuation(tail)
  let text = markdown
  for (let round = 0; round < maxRounds; round += 1) {
    const edits = findEdits(parseGfm(text), text, addresses)
    if (edits.length === 0) return text
    if (edits.some(({ start }) => start < settled)) return stripped()
    for (const edit of edits.toSorted((one, other) => other.start - one.start))
      text = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  }
  return stripped()
}
