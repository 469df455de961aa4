import { docs } from '#docs'
import { viewPath } from '../../platform/http/app-urls.ts'
import { problemPages } from '../../platform/http/answer/problem-page.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { pathUnknown } from '../../platform/http/unrouted.ts'
import { pictureEnvironment } from '../../platform/runtime/environment.ts'
import * as z from '../../platform/schema/schema.ts'
import { page } from '../page.ts'
import { viewedTypes } from '../view.ts'

export const readViewPage = endpoint(`GET ${viewPath}`, {
  atRoot: true,
  access: 'public',
  profile: 'none',
  servedBy: 'pages-read-page',
  summary: 'A page on which a person reads a thing',
  description:
    'Where `url` of notifications, search hits and events leads without `APP_URLS`. The page is the same for ' +
    'everybody: a person signs in on it, and it shows what the API answers them. A comment, a message or a lesson ' +
    'is read on the page of what it belongs to, at its own id behind `#`.',
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
