import { docs } from '#docs'
import { sortableName } from '../../language/fold.ts'
import { answeredId, line, Person, versioned } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { TicketInput } from '../ticket/ticket-input.ts'

export const macroType = { type: 'macro', path: '/support/macros/{id}' } as const

export const maxTextCharacters = 50_000

/** Changes that a macro makes to a ticket; an absent field stays unchanged. */
export const MacroChanges = updateOf(TicketInput.omit({ subject: true, rating: true }), z.object({})).meta(
  docs('Changes of a ticket, as in its update.', { id: 'MacroChanges', examples: [{ status: 'pending' }] }),
)

/** Fields that agents write. */
const fields = {
  name: line(100).meta(docs('Name.', { examples: ['Ask for a photo'] })),
  text: z
    .string()
    .max(maxTextCharacters)
    .default('')
    .meta(
      docs(
        'Text of a message. `{{requester.name}}`, `{{ticket.number}}`, `{{ticket.subject}}` and `{{agent.name}}` ' +
          'stand for values of the ticket and for the name of the agent who uses the macro.',
        { examples: ['Dear {{requester.name}}, please send us a photo of the device.'] },
      ),
    ),
  changes: MacroChanges.default({}),
}

export const Macro = z.described(docs('A prepared answer to tickets.', { id: 'Macro' }), {
  id: answeredId.meta(docs('ID of the macro.')),
  ...fields,
  created_by: Person.meta(docs('The agent who created it.')),
  ...versioned,
})

export const MacroSummary = Macro.omit({ text: true }).meta(
  docs('A macro, as shown in lists.', { id: 'MacroSummary' }),
)

export const MacroInput = z.strictObject(fields)

/** Macros of all agents, in order of name. */
export const macros = entity({
  name: 'support.macro',
  schema: Macro,
  key: ({ id }: { id: string }) => ({ pk: `macro#${id}`, sk: 'macro' }),
  lists: {
    all: {
      index: 'gsi1',
      partition: () => 'macros',
      shared: true,
      sort: ({ name, id }) => sortableName(name, id),
    },
  },
  detail: ['text'],
})

export type StoredMacro = ThingOf<typeof macros>
