import {
  embeddableFiles,
  embeddingReaders,
  type EmbeddableFile,
} from '../../../files/attachment/embeddable-files.ts'
import { embeddedIds } from '../../../files/attachment/embedded-files.ts'
import { namedIds } from '../../../platform/http/contents-links.ts'
import type { Actor } from '../../../platform/identity/actor.ts'
import { readPageContent } from '../content.ts'
import { pages, type StoredPage } from '../page.ts'
import type { PreparedDraft } from './draft.ts'

/** Returns the IDs of files named in the current text of a page; all of `ids` if that text no longer exists. */
const filesNamedInPage = async (page: StoredPage, ids: string[]): Promise<Set<string>> => {
  const content = await readPageContent(pages.keyOf(page).pk, page.text)
  return content === undefined ? new Set(ids) : namedIds(content)
}

/**
 * Adds the embedded files to a draft: files that the page already embeds, and new files that the author may read. A
 * file named in the previous text but not embedded was added by a person who could not read it, and stays unembedded.
 * Restoring a revision embeds the files of that revision again.
 */
export const withFiles = async (
  author: Actor,
  draft: PreparedDraft,
  page: StoredPage,
): Promise<PreparedDraft> => {
  const { text, content } = draft
  if (!text) return draft
  const shown = content === undefined ? text.file_ids : embeddedIds(content)
  const { file_ids: known, readers } = page.text
  const others = shown.filter((id) => !known.includes(id))
  const withThose = (added: EmbeddableFile[]) => {
    const ids = [...known, ...added.map(({ id }) => id)]
    const file_ids = shown.filter((id) => ids.includes(id))
    return { ...draft, text: { ...text, file_ids, readers: embeddingReaders(file_ids, readers, added) } }
  }
  if (others.length === 0) return withThose([])
  const [readable, before] = await Promise.all([
    embeddableFiles(author, others),
    content === undefined ? new Set<string>() : filesNamedInPage(page, others),
  ])
  return withThose(readable.filter(({ id }) => !before.has(id)))
}
