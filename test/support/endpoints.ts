import { loadEndpoints } from '../../infra/endpoints.ts'

/** Every endpoint of the service with its handler, for tests that hold for all of them. */
export const endpoints = (await loadEndpoints()).map(({ file, name, area, spec, handler }) => ({
  file,
  name,
  area,
  spec,
  handler,
  title: `${spec.method} ${spec.path}`,
}))
