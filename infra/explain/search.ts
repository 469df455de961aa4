import { isIndexed } from '../../src/platform/search/index/index.ts'
import { findIndexed } from '../../src/platform/search/index/stored-document.ts'
import { loadDocument } from '../../src/search/document-index.ts'
import { searchedTypes } from '#generated/resource-types.ts'
import { findObject, type Question } from './subject.ts'

export const explainSearch = async (question: Question): Promise<string[]> => {
  const ref = await findObject(question)
  const { type, id, deleted_at } = ref
  if (!(searchedTypes as readonly string[]).includes(type)) return [`A ${type} is not searched.`]
  const [[stored], document] = await Promise.all([findIndexed([ref]), loadDocument({ type, id })])
  const { state, version } = stored ?? {}
  const isCurrent = stored && document && (await isIndexed(stored, document))
  return [
    state
      ? `This ${type} is in the index: revision ${version}, ${state.passages.length} passages.`
      : `This ${type} is not in the index.`,
    ...(deleted_at ? [`It is in the trash since ${deleted_at}.`] : []),
    ...(document ? [] : ['There is nothing to index: it is deleted, a draft, or not ready.']),
    ...(document && state ? [isCurrent ? 'The index is up to date.' : 'The index is out of date.'] : []),
  ]
}
