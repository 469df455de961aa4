import { endpoint } from '../../platform/http/endpoint.ts'
import { FileVersion, versionNumber, fileVersions } from '../version/file-version.ts'
import { uploadProblems } from '../problems.ts'
import { fileLocked, restoreFileVersion as restore, writeRequired } from '../version/changes.ts'

export const restoreVersion = endpoint('POST /files/{id}/versions/{number}/restore', {
  params: { number: versionNumber },
  summary: 'Restore a version of a file',
  description: 'Creates a new version with the bytes of this one. The file keeps its name.',
  profile: 'files',
  status: 201,
  response: FileVersion,
  problems: [...uploadProblems, writeRequired, fileVersions.absent, fileLocked],
  handle: async ({ actor, params: { id, number } }) => ({
    ...(await restore(actor, id, number)),
    is_current: true,
  }),
})
