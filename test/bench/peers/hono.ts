import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { handle } from 'hono/aws-lambda'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod'
import { authenticate, type User } from './accounts.ts'
import { Refusal } from './refusal.ts'
import { Id, NewSpaceBody, PageQuery } from './schemas.ts'
import { createSpace, listPages } from './wiki.ts'

const authenticating = createMiddleware<{ Variables: { user: User } }>(async (context, next) => {
  context.set('user', await authenticate(context.req.header('authorization')))
  await next()
})

const validated = <S extends z.ZodType, T extends 'param' | 'query' | 'json'>(target: T, schema: S) =>
  zValidator(target, schema, (result) => {
    if (!result.success) throw new Refusal(422, z.prettifyError(result.error))
  })

const app = new Hono()
  .basePath('/api/v1')
  .use(authenticating)
  .get('/auth/me', (context) => context.json(context.var.user))
  .get('/wiki/spaces/:id/pages', validated('param', Id), validated('query', PageQuery), async (context) => {
    const { id } = context.req.valid('param')
    return context.json(await listPages(context.var.user, id, context.req.valid('query')))
  })
  .post('/wiki/spaces', validated('json', NewSpaceBody), async (context) => {
    const space = await createSpace(context.var.user, context.req.valid('json'))
    return context.json(space, 201, { Location: `/api/v1/wiki/spaces/${space.id}` })
  })
  .onError((error, context) =>
    error instanceof Refusal
      ? context.json({ detail: error.message }, error.status as ContentfulStatusCode)
      : context.json({ detail: 'Something went wrong.' }, 500),
  )

export const handler = handle(app)
