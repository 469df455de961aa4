import { docs } from '#docs'
import { problemPages } from '../../platform/http/answer/problem-page.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { pathUnknown } from '../../platform/http/not-found.ts'
import * as z from '../../platform/schema/schema.ts'
import { page } from '../page.ts'

const scripts = {
  'sign-in': 'sign-in-page.js',
  'signed-in': 'signed-in-page.js',
  reset: 'reset-page.js',
  invitation: 'reset-page.js',
  email: 'email-page.js',
  sessions: 'sessions-page.js',
  tokens: 'tokens-page.js',
  tickets: 'tickets-page.js',
} as const

const isAccountPage = (name: string): name is keyof typeof scripts => Object.hasOwn(scripts, name)

export const readAccountPage = endpoint('GET /account/{page}', {
  atRoot: true,
  access: 'public',
  profile: 'none',
  servedBy: 'pages-read-page',
  summary: 'Open a page for sign-in, a new password, sessions or a contact’s ticket',
  params: { page: z.string().meta(docs('Name of the page.')) },
  query: z.looseObject({}),
  produces: 'text/html; charset=utf-8',
  problemPages,
  problems: [pathUnknown],
  handle: async ({ params, header }) => {
    if (!isAccountPage(params.page)) throw pathUnknown()
    return page(scripts[params.page], header('host'))
  },
})
