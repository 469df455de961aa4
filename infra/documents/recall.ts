import { findFileKind, type FileKind } from '../../src/documents/file-kind.ts'
import type { SkipReason } from '../../src/documents/markdown/block.ts'
import { convertDocument } from '../../src/documents/markdown-document.ts'
import { UnreadableFile } from '../../src/documents/unreadable-file.ts'
import { findLost } from './lost-words.ts'
import { sourceText } from './own-words.ts'

const maxBytes = 2 ** 28

export interface Recall {
  kind: FileKind
  /** Number of words in the file; undefined if only our readers can find them. */
  count: number | undefined
  /** Words that are neither in the text nor in `skipped`. */
  lost: string[]
  skipped: Map<SkipReason, string[]>
  /** Reason why the file was not read. */
  refusal: string | undefined
}

/**
 * Reads a document, and compares its text with the words of the file itself. Returns undefined for an unknown file
 * type.
 */
export const measureRecall = async (path: string, name: string): Promise<Recall | undefined> => {
  const kind = findFileKind(name)
  if (!kind) return undefined
  const skipped = new Map<SkipReason, string[]>()
  const onSkip = (reason: SkipReason, words: string) => {
    if (words.trim()) skipped.set(reason, [...(skipped.get(reason) ?? []), words.trim()])
  }
  try {
    const { markdown } = await convertDocument({ path, name }, { maxBytes, onSkip })
    const expected = await sourceText(path, kind)
    const { lost, count } = findLost(expected ?? '', [markdown, ...[...skipped.values()].flat()].join(' '))
    return { kind, count: expected === undefined ? undefined : count, lost, skipped, refusal: undefined }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { kind, count: undefined, lost: [], skipped, refusal: error.message }
  }
}
