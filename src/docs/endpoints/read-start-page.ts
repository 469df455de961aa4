import { endpoint } from '../../platform/http/endpoint.ts'
import { problemPages } from '../../platform/http/answer/problem-page.ts'
import * as z from '../../platform/schema/schema.ts'
import { startPage } from '../start-page.ts'

export const readStartPage = endpoint('GET /', {
  atRoot: true,
  access: 'public',
  profile: 'none',
  summary: 'Open the start page',
  query: z.looseObject({}),
  produces: 'text/html; charset=utf-8',
  problemPages,
  handle: async ({ header }) => startPage(header('host')),
})
