import { existsSync } from 'node:fs'
import { loadEndpoints, loadWorkers } from './endpoints.ts'
import { routeOf } from '../src/platform/spec.ts'

/** Routes of serverless-offline alone: what is deployed gets them from infra/api.ts. */
const isLocal = process.argv.includes('offline')

const handlerOf = (file: string) => file.replace(/\.ts$/, '.handler')

/** The functions of serverless.yml, as the endpoints and workers describe them. */
export const functions = async () => {
  const endpoints = await loadEndpoints()
  const workers = await loadWorkers()
  const any = [...new Set(endpoints.map(({ spec }) => routeOf(spec))), '/', '/{proxy+}']
  return {
    ...Object.fromEntries(
      endpoints.map(({ name, file, spec }) => [
        name,
        {
          handler: handlerOf(file),
          ...(isLocal && { events: [{ http: { method: spec.method, path: routeOf(spec) } }] }),
        },
      ]),
    ),
    ...Object.fromEntries(workers.map(({ name, file }) => [name, { handler: handlerOf(file) }])),
    dispatcher: { handler: 'src/spine.handler' },
    ...(existsSync('src/unrouted.ts') && {
      unrouted: {
        handler: 'src/unrouted.handler',
        ...(isLocal && { events: any.map((path) => ({ http: { method: 'ANY', path } })) }),
      },
    }),
  }
}
