import { endpoint } from '../../platform/http/endpoint.ts'
import { FileVersion, versionNumber } from '../file-version.ts'
import { uploadProblems } from '../problems.ts'
import { restoreVersion as restore } from '../version-changes.ts'

export const restoreVersion = endpoint(
  {
    method: 'POST',
    path: '/files/{id}/versions/{number}/restore',
    entity: 'files.file',
    params: { number: versionNumber },
    summary: 'Restore a version of a file',
    description: 'Creates a new version with the bytes of this one; the name of the file stays.',
    profile: 'files',
    status: 201,
    response: FileVersion,
    problems: {
      ...uploadProblems,
      403: { 'files.write_required': 'The caller may read the file, but not write it.' },
      404: { 'files.version_not_found': 'The file has no such version, or has it no longer.' },
      409: { ...uploadProblems[409], 'files.locked': 'An editor has locked the file.' },
    },
  },
  async ({ actor, params: { id, number } }) => ({ ...(await restore(actor, id, number)), is_current: true }),
)
