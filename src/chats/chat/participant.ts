import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { answeredId, answeredName } from '../../platform/schema/fields.ts'

/** Maximum number of participants without the owner; `maxParticipants` includes the owner. */
export const maxOtherParticipants = 50
export const maxParticipants = maxOtherParticipants + 1

export const Participant = z.described(docs('A participant of a chat.', { id: 'Participant' }), {
  type: z.enum(['user', 'assistant']).meta(docs('A person or an assistant.')),
  id: answeredId.meta(docs('ID of the person or the assistant.')),
  name: answeredName.meta(docs('Name as of the last change of the chat.')),
})
export type Participant = z.output<typeof Participant>
