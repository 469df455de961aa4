import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { answeredText, id } from '../../../platform/schema/fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { agentsOnly } from '../../ticket/access.ts'
import { MacroChanges, maxTextCharacters } from '../macro.ts'
import { fillMacro } from '../preview.ts'

export const previewMacro = endpoint('POST /support/macros/{id}/preview', {
  summary: 'Preview a macro for a ticket',
  isFunction: true,
  description:
    'Returns the text with the values of its placeholders, for a message, and the changes, for an update of the ' +
    'ticket; changes nothing. Placeholders within values, such as a subject, stay as they are.',
  effect: 'read',
  profile: 'reader',
  access: 'agent',
  body: z
    .strictObject({ ticket_id: id.meta(docs('ID of a ticket of another person.')) })
    .meta({ id: 'MacroPreviewRequest' }),
  response: z.described(docs('A macro, filled in for a ticket.', { id: 'MacroPreview' }), {
    text: answeredText(maxTextCharacters).meta(docs('The text for this ticket.')),
    changes: MacroChanges,
  }),
  problems: [
    agentsOnly.as({
      when: 'The caller is the requester of the ticket.',
      example: ['use macros, and only on tickets of other people'],
    }),
  ],
  handle: ({ actor, params, body }) => fillMacro(actor, params.id, body.ticket_id),
})
