import { linkedIds } from '../platform/http/linked-ids.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import type { Document } from '../platform/search/index/document.ts'
import { pageType } from '../wiki/page/page.ts'

/** What a thing refers to: the pages that its text links to, and what it says by other means; never itself. */
export const referencesIn = ({ type, id, text, refers_to = [] }: Document): ResourceRef[] => {
  const linked = linkedIds(pageType, text).map((id) => ({ type: pageType.type, id }))
  return [...refers_to, ...linked].filter((ref) => ref.type !== type || ref.id !== id)
}
