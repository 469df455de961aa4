import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import serverless from 'serverless-http'
import * as z from 'zod'
import { authenticate, type User } from './accounts.ts'
import { Refusal } from './refusal.ts'
import { Id, NewSpaceBody, PageQuery } from './schemas.ts'
import { createSpace, listPages } from './wiki.ts'

const authenticating: RequestHandler = async (request, response, next) => {
  response.locals['user'] = await authenticate(request.get('authorization'))
  next()
}

const rendering: ErrorRequestHandler = (error, _request, response, _next) => {
  if (error instanceof Refusal) response.status(error.status).json({ detail: error.message })
  else if (error instanceof z.ZodError) response.status(422).json({ detail: z.prettifyError(error) })
  else response.status(500).json({ detail: 'Something went wrong.' })
}

const userOf = ({ locals }: { locals: Record<string, unknown> }) => locals['user'] as User

const router = express.Router()
router.use(authenticating)
router.get('/auth/me', (_request, response) => {
  response.json(userOf(response))
})
router.get('/wiki/spaces/:id/pages', async (request, response) => {
  const { id } = Id.parse(request.params)
  response.json(await listPages(userOf(response), id, PageQuery.parse(request.query)))
})
router.post('/wiki/spaces', async (request, response) => {
  const space = await createSpace(userOf(response), NewSpaceBody.parse(request.body))
  response.status(201).location(`/api/v1/wiki/spaces/${space.id}`).json(space)
})

const app = express()
app.disable('x-powered-by')
app.use(express.json())
app.use('/api/v1', router)
app.use(rendering)

export const handler = serverless(app)
