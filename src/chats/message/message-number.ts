import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'

export const messageNumbers = entity({
  name: 'chats.message_number',
  isInternal: true,
  schema: z.object({ chat_id: z.string(), id: z.string(), number: z.int() }),
  key: ({ chat_id, id }: { chat_id: string; id: string }) => ({ pk: `chat#${chat_id}`, sk: `number#${id}` }),
})
