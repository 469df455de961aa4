import { endpoint } from '../../platform/http/endpoint.ts'
import { acceptedLanguages } from '../../platform/http/request/accepted-language.ts'
import { editLinkQuery, editorPath, findEditLink, useEditLink } from '../editor/edit-link.ts'
import { editorPage } from '../editor/editor-page.ts'
import { files } from '../../files/file/file.ts'
import { openFile } from '../open-file.ts'
import { openEditorProblems } from '../problems.ts'

export const openEditor = endpoint(`POST ${editorPath}`, {
  summary: 'Open the editor for a file',
  success: 'A page with the editor in it.',
  description: 'Uses up the link from `POST /files/{id}/edit-link`; the page behind the link posts here.',
  access: 'public',
  profile: 'wopi',
  query: editLinkQuery,
  produces: 'text/html; charset=utf-8',
  problems: [...openEditorProblems, files.absent],
  handle: async ({ params, query, header }) => {
    const link = await findEditLink(query.code, params.id)
    const page = await editorPage(
      link,
      await openFile(link),
      acceptedLanguages(header('accept-language')),
      query,
    )
    // last, so that a failure of the page does not use up the link
    await useEditLink(link)
    return page
  },
})
