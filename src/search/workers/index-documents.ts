import { worker } from '../../platform/events/worker.ts'
import { searchDefinitionOf } from '../../platform/resource-registry.ts'
import type { Document } from '../../platform/search/document.ts'
import { indexDocument } from '../../platform/search/index.ts'
import { syncReferences } from '../../platform/search/reference-sync.ts'
import { referencesIn } from '../document-references.ts'
import { loadDocument } from '../document-loading.ts'
import { indexing } from '../queues.ts'

/** How many documents of a container one message leads to. */
const documentsAtOnce = 200

/** A message for each document within a container, and one for those behind them. */
const messagesWithin = async (type: string, within: string, cursor: string | null) => {
  const { idsWithin } = await searchDefinitionOf(type)
  if (!idsWithin) throw new Error(`Documents of "${type}" cannot be listed.`)
  const page = { limit: documentsAtOnce, cursor: cursor ?? undefined }
  const { items, next_cursor } = await idsWithin(within, page)
  return [
    ...items.map((id) => indexing.message({ type, id })),
    ...(next_cursor === null ? [] : [indexing.message({ type, within, cursor: next_cursor })]),
  ]
}

/** Brings the index in line with what has changed. Large documents take long: they are read and written whole. */
export const indexDocuments = worker(
  indexing,
  { recursive: true, profile: 'fileworker', timeoutSeconds: 300, memoryMegabytes: 2_048, batchSize: 5 },
  async (message) => {
    if ('id' in message) {
      const { type, id } = message
      let document: Document | undefined
      await syncReferences({ type, id }, async (attempt, known) => {
        const load = async () => {
          await known
          return (document = await loadDocument({ type, id }))
        }
        // what was read before the rows of the words were written is what their rows follow from too
        await (attempt === 0 ? indexDocument({ type, id }, load) : load())
        return document ? referencesIn(document) : []
      })
      return undefined
    }
    return messagesWithin(message.type, message.within, message.cursor)
  },
)
