import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { AssistantTrust } from '../assistant/trust.ts'
import { trustAssistant } from '../assistant/trust-changes.ts'

export const createTrust = endpoint('POST /assistants/{id}/trust', {
  summary: 'Let an assistant call functions without asking',
  success: 'The functions that the assistant may call without asking.',
  description:
    'An assistant that others can change asks the caller before it writes. This permits it to call the named ' +
    'functions, which have the effect `write`, without asking, in addition to those trusted before, until the ' +
    'assistant changes. It still asks before it shares or deletes something, and before it writes after ' +
    'reading texts by others.',
  requiresSession: true,
  body: z.strictObject({
    functions: z
      .array(z.string().max(128))
      .max(64)
      .meta(
        docs('Names of functions of the assistant with the effect `write`, at most 64.', {
          examples: [['wiki_create_page']],
        }),
      ),
  }),
  response: AssistantTrust,
  takesIfMatch: true,
  handle: ({ actor, params, body, ifMatch }) => trustAssistant(actor, params.id, body.functions, ifMatch),
})
