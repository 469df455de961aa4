import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { presignDownload, type PresignedRequest } from '../../platform/aws/presigned-request.ts'
import { answeredUrl, timestamp } from '../../platform/schema/fields.ts'
import { queryBoolean } from '../../platform/schema/list-fields.ts'
import type { StoredFile } from './file.ts'
import { objectKey } from './object.ts'

export const Download = z.described(
  { id: 'FileDownload' },
  {
    url: answeredUrl.meta(docs('URL of the bytes.')),
    expires_at: timestamp.meta(docs('The download must start before this time.')),
  },
)

/** Time in which a download must start, in seconds; it may last longer. */
const linkSeconds = 300

/** Returns a link to the bytes of a file under its name; the download must start within `seconds`. */
export const downloadLink = (file: StoredFile, seconds = linkSeconds): Promise<PresignedRequest> =>
  presignDownload(objectKey(file.id, file.object_id), { ...file, seconds })

export const downloadQuery = z.strictObject({
  redirect: queryBoolean.default(true).meta(docs('False to return the link instead of redirecting to it.')),
})

/** Returns the response of a download: a redirect to the bytes of a file, or the link itself. */
export const downloadReply = async (
  file: StoredFile,
  { redirect }: z.output<typeof downloadQuery>,
): Promise<HttpReply<PresignedRequest>> => {
  const link = await downloadLink(file)
  return redirect
    ? new HttpReply(link, { status: 307, headers: { Location: link.url } })
    : new HttpReply(link, { status: 200 })
}
