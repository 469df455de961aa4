import { describe, expect, test } from 'vitest'
import { loadEndpoints, queueFunctionName } from '../../infra/generation/endpoints.ts'
import { findRouteConflicts } from '../../infra/gateway/routes.ts'
import { queueNames } from '../../src/platform/events/queues.ts'

const endpoints = await loadEndpoints()

const route = (name: string, method: 'GET' | 'PUT', path: string) => ({ name, spec: { method, path } })

describe('the routes of all endpoints', () => {
  test('contain nothing that API Gateway refuses', () => {
    expect(endpoints.length).toBeGreaterThan(0)
    expect(findRouteConflicts(endpoints)).toEqual([])
  })

  test("fit Lambda's limit of 64 characters for names of functions, in production too", () => {
    const names = [...endpoints.map(({ name }) => name), ...queueNames.map(queueFunctionName)]
    const joint = endpoints.flatMap(({ spec }) => spec.servedBy ?? [])

    expect(new Set([...names, ...joint]).size).toBe(names.length + new Set(joint).size)
    names.push(...joint)
    for (const name of names) {
      expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/)
      expect(`enterprise-platform-production-${name}`.length, name).toBeLessThanOrEqual(64)
    }
  })
})

describe('route conflicts', () => {
  test('include two names of the path parameter on one level, regardless of the rest of the path', () => {
    const routes = [
      route('a', 'GET', '/wiki/pages/{id}'),
      route('b', 'GET', '/wiki/pages/{page_id}/revisions'),
    ]

    expect(findRouteConflicts(routes)).toEqual([
      'GET /api/v1/wiki/pages/{page_id}/revisions calls {page_id} what others below /api/v1/wiki/pages call {id}.',
    ])
  })

  test('exclude a parameter beside a word, and different names on different levels', () => {
    const routes = [
      route('a', 'GET', '/users/{id}'),
      route('b', 'GET', '/users/me'),
      route('c', 'GET', '/courses/{id}/lessons/{lesson_id}'),
      route('d', 'PUT', '/courses/{id}/lessons/{lesson_id}'),
    ]

    expect(findRouteConflicts(routes)).toEqual([])
  })

  test('include two endpoints on one route', () => {
    const routes = [route('a', 'GET', '/users'), route('b', 'GET', '/users')]

    expect(findRouteConflicts(routes)).toEqual(['GET /api/v1/users is served by a and by b.'])
  })

  test.each(['/users/', '/users//x', '/users/{id}.json', '/users/{Id}', '/users/{id+}'])(
    'include the path %s',
    (path) => {
      expect(findRouteConflicts([route('a', 'GET', path)])).not.toEqual([])
    },
  )
})
