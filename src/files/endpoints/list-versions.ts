import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { toListPage } from '../../platform/table/list/loaded-list.ts'
import { readableFile } from '../file/access.ts'
import { FileVersion, retainedVersions, presentVersion } from '../version/file-version.ts'
import { uploadProblems } from '../problems.ts'
import { requireUploaded } from '../file/upload.ts'

/** Returns a sort key that lists versions newest first, because pages are in ascending order. */
const descending = ({ number }: { number: number }) => String(1e10 - number)

export const listVersions = endpoint('GET /files/{id}/versions', {
  summary: 'List the versions of a file, newest first',
  description:
    'The current version, and the newest 100 of those replaced in the last 30 days. The upload, each save from ' +
    'an editor, and each restore create a version.',
  profile: 'files',
  query: listQuery({}),
  response: listOf(FileVersion),
  problems: uploadProblems,
  handle: async ({ actor, params, query }) => {
    const [{ file }, kept] = await Promise.all([readableFile(actor, params.id), retainedVersions(params.id)])
    const present = { ...presentVersion(await requireUploaded(file)), is_current: true }
    const replaced = kept.map((version) => ({ ...version, is_current: false }))
    return toListPage([present, ...replaced], descending, query)
  },
})
