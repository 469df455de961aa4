import type * as z from '../platform/schema/schema.ts'
import type { StoredHistoryEntry } from '../platform/history/entry.ts'
import { csvTable, exportReply } from '../platform/http/answer/csv.ts'
import { endpointUrl } from '../platform/http/link.ts'
import { queryAudit, type AuditFilters } from './audit.ts'
import { AuditEntry, presentEntries } from './presented-entry.ts'

type Entry = z.output<typeof AuditEntry>

/** Maximum number of entries in one export; its link leads to the rest. */
const exportedEntries = 10_000

/** Number of entries read at a time. */
const atOnce = 1_000

const columns: Record<string, (entry: Entry) => unknown> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  actor_id: ({ actor }) => actor?.id ?? null,
  actor_name: ({ actor }) => actor?.name ?? null,
  via: ({ via }) => via,
  action: ({ action }) => action,
  object_type: ({ object }) => object.type,
  object_id: ({ object }) => object.id,
  resource_type: ({ resource }) => resource.type,
  resource_id: ({ resource }) => resource.id,
  changes: ({ changes }) => changes,
  request_id: ({ request_id }) => request_id,
  address: ({ address }) => address,
}

/** Export formats besides JSON: comma-separated values (RFC 4180), and one line of JSON per entry. */
const formats = {
  'text/csv': csvTable(columns),
  'application/jsonl': { head: '', line: (entry: Entry) => `${JSON.stringify(AuditEntry.parse(entry))}\n` },
}

export type ExportType = keyof typeof formats
export const exportTypes = Object.keys(formats) as ExportType[]

/**
 * Returns up to `maxEntries` entries, and the time before which the next export starts (RFC 3339), null if there are no
 * more. The export has all entries of a millisecond or none of them, so that the next one neither skips nor repeats
 * any.
 */
const collectEntries = async (filters: AuditFilters, cursor: string | undefined, maxEntries: number) => {
  const entries: StoredHistoryEntry[] = []
  let from = cursor
  do {
    const page = await queryAudit(filters, { limit: atOnce, cursor: from })
    entries.push(...page.items)
    from = page.next_cursor ?? undefined
  } while (from !== undefined && entries.length <= maxEntries)
  const beyond = entries[maxEntries]
  if (!beyond) return { entries, until: null }
  const until = new Date(Date.parse(beyond.at) + 1).toISOString()
  return { entries: entries.filter(({ at }) => at > beyond.at), until }
}

async function* exportLines(type: ExportType, entries: StoredHistoryEntry[]) {
  const { head, line } = formats[type]
  yield head
  for (let start = 0; start < entries.length; start += atOnce)
    yield (await presentEntries(entries.slice(start, start + atOnce))).map(line).join('')
}

/** Exports all entries that match the filters; of more than 10,000 entries the newest, with a link to the next ones. */
export const exportAudit = async (
  type: ExportType,
  filters: AuditFilters,
  cursor: string | undefined,
  maxEntries = exportedEntries,
) => {
  const { entries, until } = await collectEntries(filters, cursor, maxEntries)
  const given = Object.entries({ ...filters, until }).flatMap(([name, value]): [string, string][] =>
    value ? [[name, String(value)]] : [],
  )
  const link = `<${endpointUrl('/audit', {})}?${new URLSearchParams(given).toString()}>; rel="next"`
  const headers = until === null ? {} : { Link: link }
  return exportReply({ items: [], next_cursor: null }, exportLines(type, entries), type, headers)
}
