import * as z from '../../platform/schema/schema.ts'
import { HttpReply } from '../../platform/http/http-reply.ts'
import { signedDownload } from '../../platform/aws/s3.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { queryBoolean, timestamp } from '../../platform/schema/fields.ts'
import { contentsPath } from '../file.ts'
import { objectKey } from '../object.ts'
import { readableFile } from '../file-access.ts'
import { requireUploaded } from '../upload.ts'

/** How long the link may be used, in seconds: to begin with, however long the download takes. */
const downloadLinkSeconds = 300

export const readContents = endpoint(
  {
    method: 'GET',
    path: contentsPath,
    summary: 'Download a file',
    description:
      'Redirects to a link to the object store that is valid for five minutes. The download has the name of ' +
      'the file.',
    profile: 'files',
    query: z.strictObject({
      redirect: queryBoolean
        .default(true)
        .meta({ description: '`false` returns the link instead of redirecting to it.' }),
    }),
    status: [307, 200],
    response: z.object({
      url: z.url().meta({ description: 'URL of the bytes.' }),
      expires_at: timestamp.meta({ description: 'The download must start before this time.' }),
    }),
    problems: {
      409: 'The file has not been uploaded.',
      422: 'The size of the upload differs from the announced size.',
    },
  },
  async ({ actor, params, query }) => {
    const file = await requireUploaded((await readableFile(actor, params.id)).file)
    const key = objectKey(file.id, file.object_id)
    const link = await signedDownload(key, { ...file, seconds: downloadLinkSeconds })
    return query.redirect
      ? new HttpReply(link, { status: 307, headers: { Location: link.url } })
      : new HttpReply(link, { status: 200 })
  },
)
