import { loadResources } from '../../platform/resource-registry.ts'
import type { Reader, ResourceView } from '../../platform/resource.ts'
import { findPrincipals } from '../../platform/identity/principals.ts'
import type { Citation } from './citation.ts'
import type { StoredMessage } from './message.ts'
import { replyOrigins, withoutHidden, type Origin } from './origin.ts'
import { distinctRefs, refKey, type ResourceRef } from '../../platform/resource-ref.ts'

type Views = ReadonlyMap<string, ResourceView>

/** Loads each distinct resource once, as the reader may see it now, by reference key. */
const loadViews = async (reader: Reader, refs: ResourceRef[]): Promise<Views> => {
  const distinct = distinctRefs(refs)
  const views = await loadResources(reader, distinct)
  return new Map(distinct.flatMap((ref, index) => (views[index] ? [[refKey(ref), views[index]]] : [])))
}

/** Returns the origins of a reply that this reader sees by the asker's approval. */
const approvedOrigins = (reader: Reader, message: StoredMessage): Origin[] =>
  message.asker?.id !== reader.id && message.audience?.includes(reader.id)
    ? replyOrigins(message).filter((origin) => origin.is_let_in)
    : []

/** Loads what the askers of these replies may still read of the origins they have approved, by asker ID. */
const loadAskersViews = async (messages: StoredMessage[], reader: Reader, own: Views) => {
  const letIn = messages.flatMap((message) =>
    approvedOrigins(reader, message)
      .filter((origin) => !own.has(refKey(origin)))
      .map((origin) => ({ asker_id: message.asker?.id as string, origin })),
  )
  const byAsker = [...Map.groupBy(letIn, ({ asker_id }) => asker_id)]
  const askers = await findPrincipals(byAsker.map(([id]) => id))
  const views = await Promise.all(
    byAsker.map(async ([id, all], index) => {
      const asker = askers[index]
      const refs = all.map(({ origin }) => origin)
      return [id, asker ? await loadViews(asker, refs) : new Map()] as [string, Views]
    }),
  )
  return new Map(views)
}

/** Adds to a citation whether the cited revision is current; null if unknown. */
const withCurrency = (source: Citation, views: Views): Citation => {
  const present = views.get(refKey(source))?.revision
  const isKnown = source.revision !== null && present !== undefined
  return { ...source, is_current: isKnown ? source.revision === present : null }
}

/**
 * Returns messages as the reader may see them now: only with the sources that the reader may read or that the asker has
 * approved for them, and only with the parts of the text that come from such sources. One or two round trips, none
 * without sources; two more for approved sources (decision 0034).
 */
export const withVisibleSources = async <M extends StoredMessage>(
  reader: Reader,
  messages: M[],
): Promise<M[]> => {
  const refs = messages.flatMap((message) => [...replyOrigins(message), ...message.sources])
  if (refs.length === 0) return messages
  const own = await loadViews(reader, refs)
  const askers = await loadAskersViews(messages, reader, own)
  return messages.map((message) => {
    const letIn = new Set(approvedOrigins(reader, message).map(refKey))
    const isLetIn = (key: string) => letIn.has(key) && askers.get(message.asker?.id ?? '')?.has(key) === true
    const isShown = (origin: Origin) => own.has(refKey(origin)) || isLetIn(refKey(origin))
    const hasHeard = message.audience?.includes(reader.id) ?? true
    const visible = withoutHidden(message, isShown, hasHeard)
    return { ...visible, sources: visible.sources.map((source) => withCurrency(source, own)) }
  })
}

/** Returns one message like {@link withVisibleSources}. */
export const toVisible = async <M extends StoredMessage>(reader: Reader, message: M): Promise<M> =>
  (await withVisibleSources(reader, [message]))[0] ?? message
