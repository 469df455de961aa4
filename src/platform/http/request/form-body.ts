import { requestHeader } from '../exchange/http-reply.ts'
import { invalid, problem } from '../../runtime/problem.ts'
import type { BodyFormat } from '../exchange/body-format.ts'
import { bodyEncoding } from './body-limit.ts'

const mediaType = 'application/x-www-form-urlencoded'

const notForm = problem(
  'request.not_form',
  415,
  `The body must be a form with the content type ${mediaType}.`,
)

/**
 * Parses a form body of a foreign protocol, in which each field occurs once. Only endpoints that use it have it in
 * their bundle.
 */
export const formBody: BodyFormat = {
  mediaType,
  problems: [notForm],
  before: ({ event, internal }) => {
    const [type] = (requestHeader(event, 'content-type') ?? '').split(';')
    if (type?.trim().toLowerCase() !== mediaType) throw notForm()
    const fields = new URLSearchParams(Buffer.from(event.body ?? '', bodyEncoding(event)).toString())
    for (const name of fields.keys())
      if (fields.getAll(name).length > 1) throw invalid(name, 'must be given only once')
    internal.json = Object.fromEntries(fields)
  },
}
