import type { BlockContent } from 'mdast'
import type { Block } from '../../markdown/block.ts'
import { OpenBlock } from '../../markdown/open-block.ts'
import { readElements } from '../../xml.ts'
import { readBlocks } from './blocks.ts'
import { contentPart, type OdfDocument } from './document.ts'

/** Tables of contents and indexes lead to pages, of which a course has none. */
const indexElements = [
  'table-of-content',
  'alphabetical-index',
  'illustration-index',
  'table-index',
  'object-index',
]
const blockElements = ['h', 'p', 'list', 'table', 'section', 'frame', ...indexElements]

async function* readAllBlocks(document: OdfDocument): AsyncGenerator<Block> {
  for await (const element of readElements(document.archive, contentPart, blockElements))
    yield* readBlocks(element, document, null)
}

/** The blocks of a text; paragraphs of code or of a quotation that follow one another are one block. */
export async function* readOdfText(document: OdfDocument): AsyncGenerator<Block> {
  const open = new OpenBlock()
  for await (const block of readAllBlocks(document)) {
    const { node } = block
    if (node.type === 'code') yield* open.addCode(node.value, null)
    else if (node.type === 'blockquote') yield* open.addQuotes(node.children as BlockContent[], null)
    else {
      yield* open.close()
      yield block
    }
  }
  yield* open.close()
}
