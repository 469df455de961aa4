import { linkTo, type Resource } from '../../platform/resource.ts'
import { documentTrigger, readableThings } from '../../platform/search/definition.ts'
import { readList } from '../../platform/table/list/list.ts'
import { spacePolicy } from '../space/access.ts'
import { findBreadcrumbs } from '../page/breadcrumbs.ts'
import { comments, commentType, type StoredComment } from './comment.ts'
import { readablePages } from '../page/access.ts'
import { trashedWith } from '../page/resource.ts'
import { pages, pageType, type StoredPage } from '../page/page.ts'
import { spaces, spaceType } from '../space/space.ts'

const searchScope = 'wiki.comment'

/** The one id of a comment among all things, in the order of time: what its key is made of. */
const refOf = ({ id, page_id }: Pick<StoredComment, 'id' | 'page_id'>) => `${id}#${page_id}`

const keyOf = (ref: string) => {
  const [id = '', page_id = ''] = ref.split('#')
  return { id, page_id }
}

const viewOf = (comment: StoredComment, page: StoredPage) => ({
  ...linkTo(pageType, page),
  type: commentType,
  id: comment.id,
  parent: { type: pageType.type, id: page.id },
  container_id: page.space_id,
  text: comment.text,
  updated_at: comment.updated_at,
  author_id: comment.author.id,
  breadcrumbs: async () => [
    ...(await findBreadcrumbs(page)),
    { type: pageType.type, id: page.id, title: page.title },
  ],
})

/** Anyone who may read the page. */
export const commentResource: Resource = {
  type: commentType,
  trash: 'A deleted comment is put back by undo.',
  undo: true,
  erasure: 'A comment stays with its page.',
  rights: 'A comment is seen by anyone who may see its page.',
  isPart: true,
  search: {
    scopesOf: () => [searchScope],
    containerType: spaceType.type,
    triggers: [
      documentTrigger(
        comments,
        ({ text }) => text,
        ({ before, after }) => [{ id: refOf((after ?? before) as StoredComment) }],
      ),
      documentTrigger(
        pages,
        ({ status, space_id }) => (status === 'draft' ? undefined : space_id),
        // a new page has none
        ({ before, after, isRestored }) =>
          before || isRestored ? [{ within: ((after ?? before) as StoredPage).id }] : [],
        (page) => [page.id, ...trashedWith(page)],
      ),
    ],
    document: async (ref) => {
      const { id, page_id } = keyOf(ref)
      const [comment, page] = await Promise.all([comments.find({ id, page_id }), pages.find({ id: page_id })])
      if (!comment || !page || page.status === 'draft') return undefined
      return { scopes: [searchScope], container: page.space_id, title: '', text: comment.text }
    },
    readable: readableThings(spaces, spacePolicy.authorize),
    idsWithin: async (page_id, page) => {
      const found = await readList(comments.in('ofPage', { page_id }), page)
      return { ...found, items: found.items.map(refOf) }
    },
  },
  load: async (reader, wanted) => {
    const keys = wanted.map(({ id }) => keyOf(id))
    const around = wanted.map(({ container }, index) => ({
      id: keys[index]?.page_id ?? '',
      ...(container !== undefined && { container }),
    }))
    const [found, loaded] = await Promise.all([comments.findMany(keys), readablePages(reader, around)])
    return found.map((comment, index) => {
      const page = loaded[index]
      return comment && page ? viewOf(comment, page) : undefined
    })
  },
}
