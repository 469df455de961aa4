import { commentRef, defineCommentResource } from '../../comments/resource.ts'
import { documentTrigger } from '../../platform/search/definition.ts'
import { readList } from '../../platform/table/list/list.ts'
import { commentKind, comments } from './comment.ts'
import { pageResource, trashedWith } from '../page/resource.ts'
import { pages, type StoredPage } from '../page/page.ts'

/** Returns the space of a page; undefined for a draft, so that search does not find comments on drafts. */
const commentContainer = ({ status, space_id }: StoredPage) => (status === 'draft' ? undefined : space_id)

/** The resource definition of page comments; anyone who may read the page may read its comments. */
export const commentResource = defineCommentResource(commentKind, {
  resource: pageResource,
  containerOf: commentContainer,
  erasure: 'A comment is kept with its page.',
  triggers: [
    documentTrigger(
      pages,
      commentContainer,
      // a new page has no comments
      ({ before, record, isRestored }) => (before || isRestored ? [{ within: record.id }] : []),
      (page) => [page.id, ...trashedWith(page)],
    ),
  ],
  idsWithin: async (page_id, page) => {
    const { items, next_cursor } = await readList(comments.in('all', { page_id }), page)
    return { items: items.map((comment) => commentRef('page_id', comment)), next_cursor }
  },
})
