import { docs } from '#docs'
import { prefersJson } from '../../platform/http/request/accepted-type.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { streaming } from '../../platform/http/exchange/response-stream.ts'
import { queryInteger } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { readableFile } from '../file/access.ts'
import { textProblems } from '../problems.ts'
import { TextPiece } from '../text/text-pieces.ts'
import { textPath, textReply, textType } from '../text/text-reply.ts'
import { requireUploaded } from '../file/upload.ts'

export const readText = endpoint(`GET ${textPath}`, {
  summary: 'Get the text of a file',
  success: 'The text, or a part of it.',
  isFunction: true,
  description:
    'Markdown of the whole document, at most 10 MiB; longer texts are truncated, with `X-Truncated: true`. It ' +
    'is extracted in the background, once for each version of the bytes. To read it in parts, follow `Link`, ' +
    'or `next_offset` in JSON, where a part has 8,000 characters by default.',
  profile: 'files',
  stream: streaming,
  headers: { Accept: 'With `application/json`, the response is a part of the text in JSON.' },
  query: z.strictObject({
    offset: queryInteger(0, 1e9).optional().meta(docs('Start of the part, in UTF-16 characters.')),
    max_characters: queryInteger(1, 1_000_000).optional().meta(docs('Maximum length of the part.')),
  }),
  response: TextPiece,
  alsoProduces: [textType],
  problems: textProblems,
  handle: async ({ actor, params, query, header }) => {
    const file = await requireUploaded((await readableFile(actor, params.id)).file)
    return textReply(file, query, prefersJson(header('accept'), textType))
  },
})
