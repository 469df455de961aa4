import type { Block } from '../block.ts'
import { OpenBlock } from '../open-block.ts'
import { readElements } from '../xml.ts'
import { readBlocks } from './odf-blocks.ts'
import { contentPart, type OdfDocument } from './odf-document.ts'

const blockElements = ['h', 'p', 'list', 'table', 'section', 'frame']

async function* readAllBlocks(document: OdfDocument): AsyncGenerator<Block> {
  for await (const element of readElements(document.archive, contentPart, blockElements))
    yield* readBlocks(element, document, null)
}

/** The blocks of a text, with paragraphs of code that follow one another as one block. */
export async function* readText(document: OdfDocument): AsyncGenerator<Block> {
  const openCode = new OpenBlock()
  for await (const block of readAllBlocks(document)) {
    if (block.node.type === 'code') yield* openCode.addCode(block.node.value, null)
    else {
      yield* openCode.close()
      yield block
    }
  }
  yield* openCode.close()
}
