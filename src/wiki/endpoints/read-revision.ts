import { endpoint } from '../../platform/http/endpoint.ts'
import { readPageContent } from '../page/content.ts'
import { diffTexts } from '../page/revision/diff.ts'
import { requirePage } from '../page/access.ts'
import { pages } from '../page/page.ts'
import { revisionNumber, revisions, RevisionWithContent } from '../page/revision/revision.ts'

/** Diff of the first revision, which has no predecessor. */
const noDiff = { diff: null, changes: null }

export const readRevision = endpoint('GET /wiki/pages/{id}/revisions/{number}', {
  params: { number: revisionNumber },
  summary: 'Get a revision with its content and its changes',
  isFunction: true,
  description:
    '`diff` compares the revision line by line with the previous revision, `changes` word by word. They ' +
    'are null for the first revision, and for texts that are too different to compare.',
  response: RevisionWithContent,
  problems: [revisions.absent],
  handle: async ({ actor, params: { id, number } }) => {
    const [page, revision, before] = await Promise.all([
      pages.get({ id }),
      revisions.find({ page_id: id, number }),
      number > 1 ? revisions.find({ page_id: id, number: number - 1 }) : undefined,
    ])
    const { pk } = pages.keyOf({ id })
    const [content, old] = await Promise.all([
      revision && readPageContent(pk, revision.text),
      before && readPageContent(pk, before.text),
      requirePage(actor, page),
    ])
    if (!revision) throw revisions.absent()
    if (content === undefined) throw pages.absent()
    const compared = old === undefined ? noDiff : diffTexts(old, content)
    const { diff = null, changes = null } = compared ?? {}
    return { ...revision, content, diff, changes, diff_truncated: compared === undefined }
  },
})
