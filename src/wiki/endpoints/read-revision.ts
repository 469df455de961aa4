import { endpoint } from '../../platform/http/endpoint.ts'
import { readContent } from '../content.ts'
import { diffLines } from '../diff.ts'
import { requirePage } from '../page-access.ts'
import { pages } from '../page.ts'
import { revisionNumber, revisions, RevisionWithContent } from '../revision.ts'

export const readRevision = endpoint(
  {
    method: 'GET',
    path: '/wiki/pages/{id}/revisions/{number}',
    params: { number: revisionNumber },
    summary: 'Read a revision with its content and its changes',
    response: RevisionWithContent,
  },
  async ({ actor, params: { id, number } }) => {
    const [page, revision, before] = await Promise.all([
      pages.get({ id }),
      revisions.find({ page_id: id, number }),
      number > 1 ? revisions.find({ page_id: id, number: number - 1 }) : undefined,
    ])
    const { pk } = pages.keyOf({ id })
    const [content, old] = await Promise.all([
      revision && readContent(pk, revision.text),
      before && readContent(pk, before.text),
      requirePage(actor, page, 'read'),
    ])
    if (!revision) throw revisions.absent()
    if (content === undefined) throw pages.absent()
    const diff = old === undefined ? null : diffLines(old, content)
    return { ...revision, content, diff: diff ?? null, diff_truncated: diff === undefined }
  },
)
