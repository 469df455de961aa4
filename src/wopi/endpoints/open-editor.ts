import { endpoint } from '../../platform/http/endpoint.ts'
import { conflict } from '../../platform/runtime/problem.ts'
import { editLinkQuery, editorPath, findEditLink, useEditLink } from '../edit-link.ts'
import { editorAddress } from '../editor-address.ts'
import { hostPage } from '../host-page.ts'
import { readOnlyReason } from '../limits.ts'
import { openFile } from '../open-file.ts'
import { newWopiToken } from '../token.ts'

export const openEditor = endpoint(
  {
    method: 'POST',
    path: editorPath,
    summary: 'Show a file in the editor',
    description: 'Uses up the link from `POST /files/{id}/edit-link`; the page behind the link posts here.',
    access: 'public',
    profile: 'wopi',
    query: editLinkQuery,
    produces: 'text/html; charset=utf-8',
    problems: {
      401: 'The person who requested the link may no longer open the file.',
      404: 'The link is invalid, has already been used or has expired.',
      409: 'No editor opens files of this type.',
    },
  },
  async ({ params, query }) => {
    const link = await findEditLink(query.code, params.id)
    const { file, canWrite, canEdit, locale } = await openFile(link)
    const action = canEdit ? 'write' : 'read'
    const editorUrl = await editorAddress(file, action, { language: locale, more: query })
    if (!editorUrl) throw conflict('wopi.kind_unknown', `No editor opens files such as "${file.name}".`)
    const token = await newWopiToken({ ...link, permission: canWrite ? 'write' : 'read' })
    // last, so that the link is good still when something behind was not
    await useEditLink(link)
    const notice = canWrite && !canEdit ? readOnlyReason() : undefined
    return hostPage({ title: file.name, editorUrl, notice, ...token })
  },
)
