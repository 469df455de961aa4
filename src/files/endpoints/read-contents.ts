import { endpoint } from '../../platform/http/endpoint.ts'
import { Download, downloadQuery, downloadReply } from '../file/download.ts'
import { contentsPath } from '../../platform/http/contents-links.ts'
import { readableFile } from '../file/access.ts'
import { requireUploaded } from '../file/upload.ts'
import { uploadProblems } from '../problems.ts'

export const readContents = endpoint(`GET ${contentsPath}`, {
  summary: 'Download a file',
  success: {
    200: 'With `redirect=false`: a link to the bytes.',
    307: 'A redirect to the bytes, by `Location`.',
  },
  description:
    'Redirects to a link to the object store that is valid for five minutes. The download has the name of ' +
    'the file.',
  profile: 'files',
  query: downloadQuery,
  status: [307, 200],
  response: Download,
  problems: uploadProblems,
  handle: async ({ actor, params, query }) => {
    const file = await requireUploaded((await readableFile(actor, params.id)).file)
    return downloadReply(file, query)
  },
})
