import { hasInnerLinks, isContentsList, resolveInnerLinks } from './markdown/anchors.ts'
import { noSkip, textNode, type Block, type Skip } from './markdown/block.ts'
import { Images } from './images.ts'
import { readDocument, type DocumentSource } from './reader.ts'
import { toWords } from './markdown/markdown.ts'
import { hasWords, promoteBoldLines, toTextBlock, type TextBlock } from './markdown/text-block.ts'
import { toUnreadable } from './unreadable-file.ts'

/** The Markdown of a whole document: empty if the document has no letter or number, and truncated to the limit. */
export type MarkdownDocument = { markdown: string; isTruncated: boolean }

export type MarkdownOptions = {
  /** Maximum length of the Markdown in bytes of UTF-8. */
  maxBytes: number
  /** Receives text that is left out, and the reason. */
  onSkip?: Skip
  signal?: AbortSignal
}

/** Skips all images: an unsafe URL makes the serializer write the alternative text instead. */
class UnreadImages extends Images {
  override add = () => Promise.resolve('unread')
  override addDataUrl = () => 'unread'
}

const toBlockMarkdown = ({ depth, markdown }: TextBlock) =>
  depth > 0 ? `${'#'.repeat(Math.min(6, depth))} ${markdown}` : markdown

const separator = '\n\n'

/** Puts the number of a heading in front of it; outlines leave the number out. */
const withLabel = (block: Block): Block => {
  const { node, label } = block
  if (!label || node.type !== 'heading') return block
  return { ...block, node: { ...node, children: [textNode(`${label} `), ...node.children] } }
}

const collectBlocks = async (
  blocks: AsyncIterable<Block>,
  { maxBytes, onSkip = noSkip, signal }: MarkdownOptions,
) => {
  const texts: TextBlock[] = []
  let bytes = 0
  for await (const block of blocks) {
    signal?.throwIfAborted()
    if (isContentsList(block.node)) {
      onSkip('contents', toWords(block.node))
      continue
    }
    const { node } = block
    // replace links within the document with their text, because their targets are missing outside of it
    const unlinked = hasInnerLinks(node) ? resolveInnerLinks(node, () => undefined) : node
    const text = toTextBlock(withLabel({ ...block, node: unlinked }))
    if (!text) continue
    texts.push(text)
    bytes += Buffer.byteLength(text.markdown) + separator.length
    if (bytes > maxBytes) break
  }
  return texts
}

/** Truncates a text to a number of UTF-8 bytes, at a character boundary. */
const cutBytes = (text: string, maxBytes: number): string => {
  const bytes = Buffer.from(text)
  let end = maxBytes
  // a byte 10xxxxxx continues a character
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}

/** Converts a document to Markdown; throws `UnreadableFile` if no retry can read it, or the reason of `signal`. */
export const convertDocument = async (
  source: DocumentSource,
  options: MarkdownOptions,
): Promise<MarkdownDocument> => {
  const { maxBytes, onSkip = noSkip, signal } = options
  signal?.throwIfAborted()
  const images = new UnreadImages()
  const reading = { images, buffers: images.buffers, progress: () => {}, skip: onSkip, signal }
  try {
    const blocks = await collectBlocks(readDocument(source, reading), options)
    if (!hasWords(blocks)) return { markdown: '', isTruncated: false }
    const markdown = promoteBoldLines(blocks).map(toBlockMarkdown).join(separator)
    const isTruncated = Buffer.byteLength(markdown) > maxBytes
    return { markdown: isTruncated ? cutBytes(markdown, maxBytes) : markdown, isTruncated }
  } catch (error) {
    throw toUnreadable(error)
  }
}
