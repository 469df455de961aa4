import { told } from '#docs'
import { problem } from '../runtime/problem.ts'

export const pathUnknown = problem('request.path_unknown', 404, 'There is nothing at this path.')

export const methodNotAllowed = problem('request.method_not_allowed', 405, {
  wording: (allowed: string, method: string) => ({
    detail: `This path allows ${allowed}, not ${method}.`,
    headers: { Allow: allowed },
  }),
  docs: told({
    meaning: 'The path has no such method; `Allow` lists those that it has.',
    example: ['GET, HEAD, OPTIONS', 'PATCH'],
  }),
})
