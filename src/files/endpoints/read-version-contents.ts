import { endpoint } from '../../platform/http/endpoint.ts'
import { Download, downloadQuery, downloadReply } from '../file/download.ts'
import { versionNumber, fileVersions } from '../version/file-version.ts'
import { uploadProblems } from '../problems.ts'
import { readableVersion } from '../version/changes.ts'

export const readVersionContents = endpoint('GET /files/{id}/versions/{number}/contents', {
  params: { number: versionNumber },
  summary: 'Download a version of a file',
  success: {
    200: 'With `redirect=false`: a link to the bytes.',
    307: 'A redirect to the bytes, by `Location`.',
  },
  description: 'Like `GET /files/{id}/contents`, with the bytes of this version.',
  profile: 'files',
  query: downloadQuery,
  status: [307, 200],
  response: Download,
  problems: [...uploadProblems, fileVersions.absent],
  handle: async ({ actor, params: { id, number }, query }) =>
    downloadReply(await readableVersion(actor, id, number), query),
})
