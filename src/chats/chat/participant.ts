import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { answeredId, answeredName } from '../../platform/schema/fields.ts'

export const Participant = z
  .object({
    type: z.enum(['user', 'assistant']).meta(docs('A person or an assistant.')),
    id: answeredId.meta(docs('Id of the person or the assistant.')),
    name: answeredName.meta(docs('Name as of the last change of the chat.')),
  })
  .meta(docs('A participant of a chat.', { id: 'Participant' }))
export type Participant = z.output<typeof Participant>
