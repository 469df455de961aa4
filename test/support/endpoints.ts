import { loadEndpoints } from '../../infra/generation/endpoints.ts'

/** All endpoints with their handlers, for tests of every endpoint. */
export const endpoints = (await loadEndpoints()).map(({ file, name, area, spec, handler }) => ({
  file,
  name,
  area,
  spec,
  handler,
  title: `${spec.method} ${spec.path}`,
}))
