import type * as z from '../../platform/schema/schema.ts'
import { HttpReply } from '../../platform/http/http-reply.ts'
import { isNoneMatch } from '../../platform/http/entity-tag.ts'
import { readObject, signedDownload } from '../../platform/aws/s3.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import { streaming } from '../../platform/http/streaming.ts'
import { files } from '../../files/file.ts'
import { objectKey } from '../../files/object.ts'
import { contentsHeaders } from '../file-info.ts'
import { maxStreamedBytes } from '../limits.ts'
import { openFile } from '../open-file.ts'
import { wopiEndpoint } from '../wopi-endpoint.ts'

/** How long a link to contents that are too large to be streamed is good, in seconds. */
const contentsLinkSeconds = 300

/** One part; any other `Range` may be ignored (RFC 9110 section 14.2), and S3 is not asked what it makes of it. */
const onePart = /^bytes=(\d{1,15}-\d{0,15}|-\d{1,15})$/

export const readContents = wopiEndpoint<z.ZodUnknown>(
  {
    method: 'GET',
    path: '/wopi/files/{id}/contents',
    summary: 'GetFile',
    description:
      'Streams the bytes with the content type of the file; `Range` selects a part. For files larger than ' +
      '200 MiB, it redirects to the object store.',
    profile: 'files',
    headers: {
      Range: 'The requested bytes (RFC 9110 section 14.2).',
      'If-Range': 'The `ETag` that the `Range` refers to.',
      'X-WOPI-MaxExpectedSize': 'Maximum number of bytes that the editor accepts.',
    },
    stream: streaming,
    produces: 'application/octet-stream',
    alsoProduces: ['*/*'],
    cacheable: true,
    status: [200, 206, 307],
    problems: {
      412: 'The file is larger than `X-WOPI-MaxExpectedSize`.',
      416: 'The file has no bytes in the `Range`.',
    },
  },
  async ({ claims, header }) => {
    const { file } = await openFile(claims)
    const most = header('x-wopi-maxexpectedsize')
    if (most && file.size > Number(most))
      throw new Problem(
        412,
        'wopi.too_large',
        `The file has ${file.size} bytes, more than X-WOPI-MaxExpectedSize.`,
      )
    const headers = contentsHeaders(file)
    if (isNoneMatch(header('if-none-match'), headers['ETag'])) return new HttpReply(undefined, { headers })
    const key = objectKey(file.id, file.object_id)
    if (file.size > maxStreamedBytes) {
      const { url } = await signedDownload(key, { ...file, seconds: contentsLinkSeconds })
      return new HttpReply(undefined, { status: 307, headers: { Location: url } })
    }

    const isSame = [undefined, headers['ETag']].includes(header('if-range'))
    const part = onePart.exec(header('range')?.trim() ?? '')?.[0]
    const object = await readObject(key, isSame ? part : undefined)
    if (object === undefined) throw files.absent()
    if (object === 'unsatisfiable')
      throw new Problem(
        416,
        'wopi.range_unsatisfiable',
        `The file has ${file.size} bytes, none of them in the Range.`,
        {
          headers: { 'Content-Range': `bytes */${file.size}` },
        },
      )
    const { body, length, range } = object
    return new HttpReply(body, {
      status: range ? 206 : 200,
      headers: {
        ...headers,
        'Content-Type': file.content_type,
        // a page that somebody has uploaded is not to run at our own address
        'Content-Disposition': 'attachment',
        'Content-Length': String(length),
        'Accept-Ranges': 'bytes',
        ...(range && { 'Content-Range': range }),
      },
    })
  },
)
