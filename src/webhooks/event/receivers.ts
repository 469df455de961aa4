import { environment } from '../../platform/runtime/environment.ts'
import { readAll } from '../../platform/table/list/list.ts'
import type { SummaryOf } from '../../platform/table/entity.ts'
import { webhooks, type StoredWebhook } from '../webhook/webhook.ts'

type Receiver = SummaryOf<StoredWebhook>

let known: { table: string; readAt: number; all: Promise<Receiver[]> } | undefined

/**
 * Returns all webhooks as they were at a time in milliseconds since 1970, or later: a list that was read after the time
 * is used again, so that a batch of changes reads it once.
 */
export const receiversSince = (time: number): Promise<Receiver[]> => {
  const table = environment.tableName
  const isUsable = ({ readAt }: { readAt: number }) => readAt >= time && readAt <= Date.now()
  if (known && known.table === table && isUsable(known)) return known.all
  const reading = { table, readAt: Date.now(), all: readAll(webhooks.in('all', {})) }
  known = reading
  reading.all.catch(() => {
    if (known === reading) known = undefined
  })
  return reading.all
}
