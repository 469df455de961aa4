import { problemDocs } from '#docs'
import { problem } from '../runtime/problem.ts'

export const pathUnknown = problem('request.path_unknown', 404, 'This path does not exist.')

export const methodNotAllowed = problem('request.method_not_allowed', 405, {
  wording: (allowed: string, method: string) => ({
    detail: `This path allows ${allowed}, not ${method}.`,
    headers: { Allow: allowed },
  }),
  docs: problemDocs({
    meaning: 'The path does not support this method; `Allow` lists the methods it supports.',
    example: ['GET, HEAD, OPTIONS', 'PATCH'],
  }),
})
