import { fileType } from '../../../files/file/file.ts'
import { extractTerms, makeTermCounter } from '../../../language/terms.ts'
import { asksAboutFile } from '../../../models/extractive/file-question.ts'
import type { AttachedFile } from '../../../models/attached-file.ts'
import type { Passage } from '../../../models/passage.ts'
import { forPeople, linkTo } from '../../../platform/resource.ts'
import { splitChunks, type Chunk } from '../../../language/chunks.ts'
import { rankChunks } from '../../../search/ranked-chunks.ts'

/**
 * Maximum number of passages of attached files for a question, and of passages per file that it asks about as a whole.
 */
const maxPassages = 6
const maxBeginnings = 3

/** Maximum number of characters that are split and ranked, newest files first, to bound the time. */
const maxCharacters = 2_000_000

interface Source {
  source: AttachedFile
  title: string
  chunks: Chunk[]
}

const toSources = (opened: AttachedFile[]): Source[] => {
  let room = maxCharacters
  return opened.flatMap((file) => {
    const text = file.text?.slice(0, room) ?? ''
    room -= text.length
    return text === '' ? [] : [{ source: file, title: file.name, chunks: splitChunks(text) }]
  })
}

const toPassage = ({ source, chunk }: { source: AttachedFile; chunk: Chunk }): Passage => ({
  ...forPeople(linkTo(fileType, { id: source.id, title: source.name })),
  ...(source.version !== undefined && { revision: source.version }),
  ...chunk,
  text: chunk.text.toWellFormed(),
})

/**
 * Returns the passages of attached files that answer a question best; for a question about files as a whole, their
 * beginnings.
 */
export const findAttachedPassages = (question: string, opened: AttachedFile[]): Passage[] => {
  const sources = toSources(opened)
  if (asksAboutFile(question)) {
    const beginnings = sources.flatMap(({ source, chunks }) =>
      chunks.slice(0, maxBeginnings).map((chunk) => ({ source, chunk })),
    )
    return beginnings.slice(0, maxPassages).map(toPassage)
  }
  const terms = extractTerms(question)
  const ranked = rankChunks(
    makeTermCounter(terms),
    terms.map(() => 1),
    sources,
  )
  return ranked.slice(0, maxPassages).map(toPassage)
}
