import { environment } from '../runtime/environment.ts'
import * as z from '../schema/schema.ts'
import { entity } from '../table/entity.ts'

const daySeconds = 86_400

/**
 * That a write of a reply came to the recorder which changes nothing that history shows: so it is known whether all of
 * its writes have come. Under the keys of history, which nobody but the recorder writes.
 */
export const receipts = entity({
  name: 'history.receipt',
  isInternal: true,
  schema: z.object({
    message_id: z.string(),
    id: z.string(),
    call_id: z.string(),
    item: z.string(),
    at: z.int(),
  }),
  key: ({ message_id, id }: { message_id: string; id: string }) => ({
    pk: `history#reply#${message_id}`,
    sk: id,
  }),
  lists: {
    ofReply: { partition: ({ message_id }: { message_id: string }) => `history#reply#${message_id}` },
  },
  expires: ({ at }) => Math.floor(at / 1000) + environment.historyDays * daySeconds,
})
