import { findFileKind, type FileKind } from '../../src/documents/file-kind.ts'
import type { SkipReason } from '../../src/documents/markdown/block.ts'
import { convertDocument } from '../../src/documents/markdown/markdown-document.ts'
import { UnreadableFile } from '../../src/documents/unreadable-file.ts'
import { findLost } from './lost-words.ts'
import { ownText } from './own-words.ts'

const maxBytes = 2 ** 28

export interface Recall {
  kind: FileKind
  /** Number of words of the file; undefined where they cannot be found without our readers. */
  count: number | undefined
  /** Words that stand neither in the text nor among those skipped. */
  lost: string[]
  /** Words that were left out, by reason. */
  skipped: Map<SkipReason, string[]>
  /** Why the file was not read. */
  refusal: string | undefined
}

/** Reads a document, and compares the text with the words of the file itself. Returns undefined for another file. */
export const recallOf = async (path: string, name: string): Promise<Recall | undefined> => {
  const kind = findFileKind(name)
  if (!kind) return undefined
  const skipped = new Map<SkipReason, string[]>()
  const onSkip = (reason: SkipReason, words: string) => {
    if (words.trim()) skipped.set(reason, [...(skipped.get(reason) ?? []), words.trim()])
  }
  try {
    const { markdown } = await convertDocument({ path, name }, { maxBytes, onSkip })
    const expected = await ownText(path, kind)
    const { lost, count } = findLost(expected ?? '', [markdown, ...[...skipped.values()].flat()].join(' '))
    return { kind, count: expected === undefined ? undefined : count, lost, skipped, refusal: undefined }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { kind, count: undefined, lost: [], skipped, refusal: error.message }
  }
}
