import * as z from '../../platform/schema.ts'
import { Reply } from '../../platform/answer.ts'
import { endpoint } from '../../platform/endpoint.ts'
import { conflict } from '../../platform/problem.ts'
import { findEditLink, useEditLink } from '../edit-link.ts'
import { editorAddress } from '../editor-address.ts'
import { hostPage, hostPageHeaders } from '../host-page.ts'
import { openFile } from '../open-file.ts'
import { newWopiToken } from '../token.ts'

export const handler = endpoint(
  {
    method: 'GET',
    path: '/files/{id}/editor',
    summary: 'Show a file in the editor',
    description: 'The page behind the link of `POST /files/{id}/edit-link`, for a browser.',
    access: 'public',
    profile: 'wopi',
    query: z.looseObject({
      code: z.string().max(100).default('').meta({ description: 'Of the link; good once.' }),
    }),
    produces: 'text/html; charset=utf-8',
    problems: {
      401: 'Whoever asked for the link may not open the file any more.',
      404: 'The link is wrong, was used already or is over.',
      409: 'No editor opens files of this kind.',
    },
  },
  async ({ params, query }) => {
    const link = await findEditLink(query.code, params.id)
    const { file, canWrite, locale } = await openFile({ ...link, permission: 'write' })
    const permission = canWrite ? 'write' : 'read'
    const editorUrl = await editorAddress(file, permission, { language: locale, more: query })
    if (!editorUrl) throw conflict('wopi.kind_unknown', `No editor opens files such as "${file.name}".`)
    const token = await newWopiToken({ ...link, permission })
    // last, so that the link is good still when something behind was not
    await useEditLink(link)
    const page = hostPage({ title: file.name, editorUrl, ...token })
    return new Reply(page, { headers: hostPageHeaders(editorUrl) })
  },
)
