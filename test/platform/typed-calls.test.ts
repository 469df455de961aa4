import { describe, expectTypeOf, test } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import type { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import type { createPage } from '../../src/wiki/endpoints/create-page.ts'
import type { AnswerOf, BodyOf, call, QueryOf } from '../support/call.ts'

/** The helper `call` as a call of this endpoint sees it. */
type CallOf<Handler extends EndpointHandler> = typeof call<
  BodyOf<Handler>,
  NonNullable<Handler['types']>['query'],
  AnswerOf<Handler>
>

type Options<Handler extends EndpointHandler> = NonNullable<Parameters<CallOf<Handler>>[1]>
type Success<Handler extends EndpointHandler> = Awaited<ReturnType<CallOf<Handler>>>['body']

/** Type checks only: a wrong type fails `tsc`, and these tests pass whenever they run. */
describe('A call of an endpoint', () => {
  test('accepts its body and no other', () => {
    expectTypeOf<Options<typeof createPage>['body']>().toEqualTypeOf<BodyOf<typeof createPage> | undefined>()
    expectTypeOf<{ space_id: string; title: string }>().toExtend<BodyOf<typeof createPage>>()
    expectTypeOf<{ space_id: string; title: number }>().not.toExtend<BodyOf<typeof createPage>>()
    expectTypeOf<{ title: string }>().not.toExtend<BodyOf<typeof createPage>>()
  })

  test('accepts its query, typed or as text, and no other', () => {
    expectTypeOf<Options<typeof listTasks>['query']>().toEqualTypeOf<QueryOf<typeof listTasks> | undefined>()
    expectTypeOf<{ sort: '-created'; limit: 5 }>().toExtend<QueryOf<typeof listTasks>>()
    expectTypeOf<{ limit: '5' }>().toExtend<QueryOf<typeof listTasks>>()
    expectTypeOf<{ sort: 'color' }>().not.toExtend<QueryOf<typeof listTasks>>()
    expectTypeOf<{ color: string }>().not.toExtend<QueryOf<typeof listTasks>>()
  })

  test('returns its answer, without fields that no answer has', () => {
    expectTypeOf<Success<typeof createPage>>().toEqualTypeOf<AnswerOf<typeof createPage>>()
    expectTypeOf<AnswerOf<typeof createPage>>().toHaveProperty('title').toEqualTypeOf<string>()
    expectTypeOf<AnswerOf<typeof createPage>>().not.toHaveProperty('color')
  })
})
