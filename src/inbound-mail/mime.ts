import { isUtf8 } from 'node:buffer'
import PostalMime, { decodeWords, type Email } from 'postal-mime'
import { decodeUtf7 } from '../language/utf7.ts'
import { detectCharset, isWeakLabel } from './charset.ts'

/** Limits of nesting, and of the length of all headers; a mail attached to a mail is a file. */
const limits = { maxNestingDepth: 50, maxHeadersSize: 262_144, maxRfc822NestingDepth: 0 }

/** Maximum number of parts of a mail, each of which takes a kilobyte of memory. */
const maxParts = 2_000

interface Parameters {
  value: string
  params: Record<string, string>
}

/** A node of postal-mime's tree. */
interface Node {
  state: 'header' | 'body' | 'finished'
  childNodes: Node[]
  contentType: { value: string; parsed: Parameters; multipart: string | false }
  contentDisposition: { parsed: Parameters }
  contentId?: string
  contentDescription?: string
  content: ArrayBuffer | null
  getTextContent: () => string
}

/** The parser's tree, which its types leave out: only the tree has the bytes and the charset of every part. */
interface ParserTree {
  root: Node
  currentNode: Node
  processLine: (line: Uint8Array, isLast: boolean) => Promise<void>
  collectNode: () => Promise<void>
}

/** Leaf part of a mail. */
export interface MailPart {
  /** Media type in lower case; undefined if it cannot be parsed (RFC 2045 section 5.2). */
  type: string | undefined
  name: string | undefined
  isAttachment: boolean
  /** Content-ID without its brackets. */
  contentId: string | undefined
  /** Method of a calendar object, in upper case. */
  method: string | undefined
  description: string | undefined
  /** True if the part is directly within `multipart/signed`. */
  isSigned: boolean
  /** The outermost alternative that the part belongs to. */
  alternative: object | undefined
  bytes: Uint8Array
  isHtml: boolean
  readText: () => string
}

/** Facts about the enclosing parts of a node. */
type Place = Pick<MailPart, 'alternative' | 'isSigned'>

const mediaType =
  /^(?:text|image|audio|video|application|message|multipart|model|font|chemical|x-[\w-]+)\/[\w.+-]{1,127}(?=[\s;]|$)/

/** Returns the first charset label in a mail, for headers with raw bytes. */
const firstCharsetLabel = (raw: Uint8Array): string => {
  const beginning = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, 65_536))
  const header = /^content-type:[^\n]*(?:\n[ \t][^\n]*)*?charset="?([\w.-]+)/im
  const label = header.exec(beginning.toString('latin1'))?.[1] ?? ''
  const isUsable = !isWeakLabel(label) && !/^utf/i.test(label)
  return isUsable ? label : 'windows-1252'
}

const encodedWords = /=\?([^?\s]+)(\?[qb]\?[^?\s]*\?=)/gi

/** Corrects the charset of encoded words whose weak label hides UTF-8. */
const withLabels = (line: string): string =>
  line.replace(encodedWords, (word, label: string, rest: string) => {
    const isUtf8Word = isWeakLabel(label) && !decodeWords(`=?utf-8${rest}`).includes('\uFFFD')
    return isUtf8Word ? `=?utf-8${rest}` : word
  })

/** Parses a mail, with raw bytes in its headers read as `label`. */
const parseTree = async (raw: Uint8Array, label: string): Promise<{ email: Email; root: Node }> => {
  const parser = new PostalMime(limits) as PostalMime & ParserTree
  const processLine = parser.processLine.bind(parser)
  const decoder = new TextDecoder(label)
  let [last, parts] = [parser.currentNode, 0]
  parser.processLine = (line, isLast) => {
    if (parser.currentNode !== last) [last, parts] = [parser.currentNode, parts + 1]
    if (parts > maxParts) throw new Error('The mail has too many parts.')
    if (parser.currentNode.state !== 'header') return processLine(line, isLast)
    const text = isUtf8(line) ? Buffer.from(line).toString() : decoder.decode(line)
    return processLine(new Uint8Array(Buffer.from(withLabels(text))), isLast)
  }
  // parts are read from the tree instead
  parser.collectNode = () => Promise.resolve()
  const email = await parser.parse(raw)
  return { email, root: parser.root }
}

const nodeBytes = ({ content }: Node): Uint8Array => new Uint8Array(content ?? new ArrayBuffer(0))

const decodeNode = (node: Node, bytes: Uint8Array, isHtml: boolean): string => {
  const { parsed, value } = node.contentType
  const label = parsed.params['charset'] ?? /charset=["']?([\w.:-]+)/i.exec(value)?.[1] ?? ''
  parsed.params['charset'] = detectCharset(bytes, label.trim(), isHtml)
  const text = node.getTextContent()
  return /^(unicode-1-1-)?utf-?7$/i.test(label) ? decodeUtf7(text) : text
}

const toPart = (node: Node, { alternative, isSigned }: Place): MailPart => {
  const { parsed, value, multipart } = node.contentType
  const type = multipart === false ? mediaType.exec(parsed.value)?.[0] : undefined
  const bytes = nodeBytes(node)
  const disposition = node.contentDisposition.parsed
  const name = disposition.params['filename'] || parsed.params['name']
  const start = () => Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  const isHtml =
    type === 'text/html' || (type === undefined && /^\s*<(!doctype html|html|body)\b/i.test(start()))
  let text: string | undefined
  return {
    type,
    name: name ? decodeWords(name) : undefined,
    description: node.contentDescription && decodeWords(node.contentDescription),
    isAttachment: disposition.value === 'attachment',
    contentId: node.contentId?.trim().replace(/^<|>$/g, ''),
    method: /method="?(\w+)/i.exec(value)?.[1]?.toUpperCase(),
    isSigned,
    alternative,
    bytes,
    isHtml,
    readText: () => (text ??= decodeNode(node, bytes, isHtml)),
  }
}

/** Parses a multipart without parts by the first boundary in its content. */
const parseByBoundary = async (node: Node): Promise<Node | undefined> => {
  const bytes = Buffer.from(nodeBytes(node))
  const boundary = /^--(\S[^\r\n"]{0,70})[ \t]*\r?$/m.exec(bytes.subarray(0, 65_536).toString('latin1'))?.[1]
  if (boundary === undefined) return undefined
  const header = `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`
  const { root } = await parseTree(Buffer.concat([Buffer.from(header, 'latin1'), bytes]), 'windows-1252')
  return root.childNodes.length > 0 ? root : undefined
}

const collectLeaves = async (node: Node, place: Place, isGuessed = false): Promise<MailPart[]> => {
  const { multipart, parsed } = node.contentType
  if (multipart === false) return [toPart(node, place)]
  if (node.childNodes.length === 0) {
    const guessed = isGuessed ? undefined : await parseByBoundary(node)
    return guessed ? collectLeaves(guessed, place, true) : [toPart(node, place)]
  }
  const within: Place = {
    alternative: place.alternative ?? (multipart === 'alternative' ? node : undefined),
    isSigned: parsed.value === 'multipart/signed',
  }
  const leaves: MailPart[] = []
  for (const child of node.childNodes) leaves.push(...(await collectLeaves(child, within, isGuessed)))
  return leaves
}

/** Parses a mail into its headers and the leaves of its tree (decision 0061). */
export const parseMail = async (raw: Uint8Array): Promise<{ email: Email; parts: MailPart[] }> => {
  const { email, root } = await parseTree(raw, firstCharsetLabel(raw))
  return { email, parts: await collectLeaves(root, { alternative: undefined, isSigned: false }) }
}
