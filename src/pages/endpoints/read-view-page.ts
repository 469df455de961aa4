import { docs } from '#docs'
import { viewPath } from '../../platform/http/app-urls.ts'
import { problemPages } from '../../platform/http/answer/problem-page.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { pathUnknown } from '../../platform/http/not-found.ts'
import { pictureEnvironment } from '../../platform/runtime/environment.ts'
import * as z from '../../platform/schema/schema.ts'
import { page } from '../page.ts'
import { viewedTypes } from '../view.ts'

export const readViewPage = endpoint(`GET ${viewPath}`, {
  atRoot: true,
  access: 'public',
  profile: 'none',
  servedBy: 'pages-read-page',
  summary: 'Open the reading page of a resource',
  description:
    'The target of `url` in notifications, search results and events, unless `APP_URLS` is set. The page is ' +
    'the same for everyone: people sign in on it, and it displays what the API returns to them. A comment, ' +
    'message or lesson is shown on the page of its parent, with its ID in the fragment.',
  params: { type: z.string().meta(docs('Type of resource.', { examples: ['wiki_page'] })) },
  query: z.looseObject({}),
  produces: 'text/html; charset=utf-8',
  problemPages,
  problems: [pathUnknown],
  handle: async ({ params: { type }, header }) => {
    if (!viewedTypes.includes(type)) throw pathUnknown()
    return page('view-page.js', header('host'), { pictures: pictureEnvironment.origin })
  },
})
