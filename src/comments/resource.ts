import type { Resource, ResourceView } from '../platform/resource.ts'
import { documentTrigger, type SearchDefinition } from '../platform/search/definition.ts'
import { commentIds, type CommentIds, type CommentKind, type CommentOn } from './comment.ts'

interface Options<Thing> extends Pick<Resource, 'erasure'>, Pick<SearchDefinition, 'idsWithin'> {
  /** The commented resources; anyone who may read or find one may read or find its comments. */
  resource: Resource & { search: SearchDefinition }
  /** Returns the container that decides who may find the comments on a resource; undefined if nobody may. */
  containerOf: (thing: Thing) => string | undefined
  /** Other triggers that make documents outdated. */
  triggers?: SearchDefinition['triggers']
}

/** Returns the ID of a comment that is unique among all resources and sorts by time: the parts of its key. */
export const commentRef = <F extends string>(field: F, ids: CommentIds<F>): string =>
  `${ids.id}#${ids[field]}`

const toCommentView = (
  type: string,
  { id, text, author, created_at, updated_at = created_at }: CommentOn<'id'>,
  view: ResourceView,
): ResourceView => {
  const { content: _, file_ids: __, revision: ___, ...thing } = view
  const parent = { type: thing.type, id: thing.id }
  const breadcrumbs = async () => [
    ...((await thing.breadcrumbs?.()) ?? []),
    { ...parent, title: thing.title },
  ]
  return { ...thing, type, id, parent, text, updated_at, author_id: author.id, breadcrumbs }
}

const parseCommentRef = <F extends string>(field: F, ref: string) => {
  const [id = '', thing_id = ''] = ref.split('#')
  return commentIds(field, thing_id, id)
}

const defineCommentSearch = <F extends string, C extends CommentOn<F>, Thing>(
  { comments, field, things }: CommentKind<F, C, Thing>,
  { resource, containerOf, triggers = [], ...lists }: Omit<Options<Thing>, 'erasure'>,
): SearchDefinition => {
  const { containerType, readable } = resource.search
  const scopes = [comments.name]
  const trigger = documentTrigger(
    comments,
    ({ text }) => text,
    ({ record }) => [{ id: commentRef(field, record) }],
  )
  return {
    scopesOf: () => scopes,
    containerType,
    triggers: [trigger, ...triggers],
    document: async (ref) => {
      const ids = parseCommentRef(field, ref)
      const [comment, thing] = await Promise.all([comments.find(ids), things.find({ id: ids[field] })])
      const container = thing && containerOf(thing)
      if (!comment || container === undefined) return undefined
      return { scopes, container, title: '', text: comment.text }
    },
    ...(readable && { readable }),
    ...lists,
  }
}

export const defineCommentResource = <F extends string, C extends CommentOn<F>, Thing>(
  kind: CommentKind<F, C, Thing>,
  { erasure, ...options }: Options<Thing>,
): Resource => {
  const { type, comments, field } = kind
  return {
    type,
    trash: 'A deleted comment is restored by undoing the deletion.',
    undo: true,
    erasure,
    isPart: true,
    rights: 'Anyone who may read a resource may read its comments.',
    search: defineCommentSearch(kind, options),
    load: async (reader, wanted) => {
      const keys = wanted.map(({ id }) => parseCommentRef(field, id))
      const around = wanted.map((one, index) => ({ ...one, id: keys[index]?.[field] ?? '' }))
      const [found, loaded] = await Promise.all([
        comments.findMany(keys),
        options.resource.load(reader, around),
      ])
      return found.map(
        (comment, index) => comment && loaded[index] && toCommentView(type, comment, loaded[index]),
      )
    },
  }
}
