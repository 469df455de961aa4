import middy from '@middy/core'
import httpErrorHandler from '@middy/http-error-handler'
import httpJsonBodyParser from '@middy/http-json-body-parser'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { createLocalJWKSet, jwtVerify } from 'jose'
import * as z from '../../src/platform/schema/schema.ts'
import { handler as replay, type Plan } from './bare-handler.ts'

const Values = z.object({
  pathParameters: z.record(z.string().min(1).max(100), z.string()),
  body: z.looseObject({ version: z.int().optional() }).nullable(),
})

let keys: ReturnType<typeof createLocalJWKSet> | undefined

/** Verifies a token with the settings of src/platform/identity/jwt.ts. */
const verify = async (authorization: string) => {
  keys ??= createLocalJWKSet(JSON.parse(process.env['SESSION_PUBLIC_KEYS'] as string))
  await jwtVerify(authorization.replace('Bearer ', ''), keys, {
    algorithms: ['EdDSA'],
    typ: 'JWT',
    issuer: process.env['PUBLIC_URL'] as string,
    audience: 'api',
    requiredClaims: ['sub', 'jti', 'iat', 'exp'],
  })
}

/** Event of a request, with the calls to make for it. */
export type PlannedEvent = APIGatewayProxyEvent & { plan: Plan }

/** Returns a handler that makes calls in the chain of every request: it parses, checks, verifies and renders. */
export const inChain = (makeCalls: typeof replay) =>
  middy<PlannedEvent, APIGatewayProxyResult>()
    .use(httpErrorHandler({ logger: false }))
    .use({
      before: ({ event: { headers } }) =>
        headers['Authorization'] === undefined ? undefined : verify(headers['Authorization']),
    })
    .use({
      before: async (request) => {
        if (request.event.body !== null)
          await httpJsonBodyParser({ disableContentTypeCheck: true }).before?.(request)
      },
    })
    .handler(async (event) => {
      const { success } = Values.safeParse(event)
      if (!success)
        throw Object.assign(new Error('The request is not good.'), { statusCode: 422, expose: true })
      await makeCalls(event)
      return { statusCode: 200, body: JSON.stringify(event.pathParameters) }
    })

/**
 * Baseline for our handlers: the SDK and the card's packages (Middy with its two, jose, zod as src/platform loads it),
 * all of them in use, making the same calls.
 */
export const handler = inChain(replay)
