import { endpoint } from '../../platform/http/endpoint.ts'
import { acceptedLanguages } from '../../platform/http/request/accepted-language.ts'
import { pageLanguage } from '../../platform/http/request/page-language.ts'
import { problemPages } from '../../platform/http/answer/problem-page.ts'
import { editLinkQuery, editorPath, findEditLink, linkInvalid } from '../editor/edit-link.ts'
import { linkPage } from '../editor/link-page.ts'

export const readEditLink = endpoint(`GET ${editorPath}`, {
  summary: 'Follow a link that opens a file in the editor',
  success: 'A page that opens the editor.',
  description:
    'The page behind the link from `POST /files/{id}/edit-link`. In a browser it posts to its own URL. ' +
    'Fetching it does not use up the link.',
  access: 'public',
  profile: 'reader',
  query: editLinkQuery,
  produces: 'text/html; charset=utf-8',
  problemPages,
  problems: [linkInvalid],
  handle: async ({ params, query, header }) => {
    await findEditLink(query.code, params.id)
    return linkPage(pageLanguage(acceptedLanguages(header('accept-language'))))
  },
})
