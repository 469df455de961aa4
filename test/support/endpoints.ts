import { loadEndpoints } from '../../infra/endpoints.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'

const root = new URL('../..', import.meta.url)

/** Every endpoint of the service with its handler, for tests that hold for all of them. */
export const endpoints = await Promise.all(
  (await loadEndpoints()).map(async ({ file, name, area, spec }) => {
    const { handler } = (await import(new URL(file, root).href)) as { handler: EndpointHandler }
    return { name, area, spec, handler, title: `${spec.method} ${spec.path}` }
  }),
)
