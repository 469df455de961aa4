import { onChange } from '../platform/events/dispatcher.ts'
import { indexDocument } from '../platform/search/index.ts'
import { completeRevision } from './contention.ts'
import { membershipRows } from './membership.ts'
import { pages, pageSearchScope, type StoredPage } from './page.ts'
import { revisionNews, sweeps } from './queues.ts'
import { revisions } from './revision.ts'
import { spaces, spaceSearchScope } from './space.ts'
import { trees } from './tree.ts'

export const changeHandlers = [
  onChange(spaces, async ({ before, after }) => {
    if (before?.version === after?.version) return []
    const { id } = (after ?? before) as { id: string }
    const key = { scope: spaceSearchScope, id }
    await indexDocument(
      key,
      after && { ...key, container: id, title: after.name, text: after.description ?? '' },
    )
    await membershipRows.sync(before, after, () => spaces.find({ id }))
    return after ? [] : [sweeps.message({ what: 'space', space_id: id })]
  }),

  onChange(pages, async ({ before, after }) => {
    if (before?.version === after?.version) return []
    const { id, space_id } = (after ?? before) as StoredPage
    const key = { scope: pageSearchScope, id }
    const text = (page: StoredPage) => [...page.tags, page.text.excerpt].join(' ')
    await indexDocument(key, after && { ...key, container: space_id, title: after.title, text: text(after) })
    if (!after) return [sweeps.message({ what: 'page', page_id: id })]
    if (after.revision !== before?.revision) await completeRevision(after)
    return []
  }),

  onChange(revisions, ({ before, after }) => {
    // before the second nobody can have subscribed
    if (before || !after || after.is_minor || after.number === 1) return []
    return [revisionNews.message({ page_id: after.page_id, number: after.number })]
  }),

  onChange(trees, ({ before, after }) => {
    const known = new Set(before?.sweeps.map(({ page_id }) => page_id))
    const begun = after?.sweeps.filter(({ page_id }) => !known.has(page_id)) ?? []
    const { space_id } = (after ?? before) as { space_id: string }
    return begun.map(({ page_id }) => sweeps.message({ what: 'below_page', space_id, page_id }))
  }),
]
