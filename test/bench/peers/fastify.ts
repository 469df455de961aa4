import awsLambdaFastify from '@fastify/aws-lambda'
import fastify, { type FastifyRequest } from 'fastify'
import * as z from 'zod'
import { authenticate, type User } from './accounts.ts'
import { Refusal } from './refusal.ts'
import { Id, NewSpaceBody, PageQuery } from './schemas.ts'
import { createSpace, listPages } from './wiki.ts'

const users = new WeakMap<FastifyRequest, User>()
const userOf = (request: FastifyRequest) => users.get(request) as User

const app = fastify()
app.addHook('onRequest', async (request) => {
  users.set(request, await authenticate(request.headers.authorization))
})
app.setErrorHandler((error, _request, reply) => {
  if (error instanceof Refusal) return reply.code(error.status).send({ detail: error.message })
  if (error instanceof z.ZodError) return reply.code(422).send({ detail: z.prettifyError(error) })
  return reply.code(500).send({ detail: 'Something went wrong.' })
})

app.get('/api/v1/auth/me', async (request) => userOf(request))
app.get('/api/v1/wiki/spaces/:id/pages', async (request) => {
  const { id } = Id.parse(request.params)
  return listPages(userOf(request), id, PageQuery.parse(request.query))
})
app.post('/api/v1/wiki/spaces', async (request, reply) => {
  const space = await createSpace(userOf(request), NewSpaceBody.parse(request.body))
  return reply.code(201).header('Location', `/api/v1/wiki/spaces/${space.id}`).send(space)
})

export const handler = awsLambdaFastify(app)
