import { distinctRefs, refKey } from '../resource-ref.ts'
import { loadResources } from '../resource-registry.ts'
import type { Reader } from '../resource.ts'
import type { Role } from '../identity/actor.ts'
import { inRequest, requestContext, type ItemImages, type WriteObserver } from '../runtime/request-context.ts'
import type { Item } from '../table/operation.ts'
import type { HistoryAudience, HistoryDefinition, HistorySubject } from './definition.ts'
import type { ThingChange } from './thing-change.ts'
import { loadHistory } from './history-registry.ts'
import { maxChanges } from './thing-change.ts'

const isFor = (role: Role, audience: HistoryAudience): boolean =>
  audience === null || role === 'admin' || (audience === 'agent' && role === 'support_agent')

/** Replaces IDs that a dry run has assigned to records it does not create with null, at any depth. */
const withoutIds = (value: unknown, ids: Set<string>): unknown => {
  if (typeof value === 'string') return ids.has(value) ? null : value
  if (Array.isArray(value)) return value.map((one) => withoutIds(one, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutIds(one, ids)]))
}

/** A change as a response shows it; its `id` is null if a dry run does not create the record. */
export type ObservedChange = Omit<ThingChange, 'id'> & { id: string | null }

interface Found {
  change: ThingChange
  subject: HistorySubject
  /**
   * True if only readers of the subject see the change. Otherwise the change concerns the caller or only
   * administrators, or its subject cannot be read before and after it.
   */
  isByReading: boolean
  /** True if these writes create the record, with an ID of its own rather than that of a person. */
  isNew: boolean
}

/**
 * Returns the change between two images for a caller who may read its subject; undefined if there is nothing to show.
 */
const readableChange = (
  definitions: Map<string, HistoryDefinition>,
  images: ItemImages,
  { id, role }: Reader,
): Found | undefined => {
  const [before, after] = [images.before as Item | undefined, images.after as Item | undefined]
  const item = after ?? before
  const definition = definitions.get(item?.['entityType'] as string)
  if (!item || !definition) return undefined
  const [audience, isOwn] = [definition.audienceOf(item), definition.personOf(item) === id]
  if (!isOwn && !isFor(role, audience)) return undefined
  const change = definition.changeOf(before, after)
  if (!change || change.action === 'read') return undefined
  const isNew = change.action === 'created' && definition.hasActivity
  // a created record has no place yet in which it could be read, nor does one that is purged from the trash
  const isByReading = !isOwn && audience !== 'admin' && !['created', 'purged'].includes(change.action)
  return { change, subject: definition.subjectOf(before ?? item), isByReading, isNew }
}

/** Runs work on the state before or after the observed writes. */
export const asOf = <T>(
  side: keyof ItemImages,
  observer: WriteObserver,
  work: () => Promise<T>,
): Promise<T> => {
  const seen = new Map([...observer.images].map(([name, pair]) => [name, { ...pair, after: pair[side] }]))
  const seeing = { ...observer, isDryRun: true, images: seen, newIds: new Set<string>() }
  return inRequest({ ...requestContext(), observer: seeing }, work)
}

/** Returns the keys of subjects that the reader may read in the state before or after the observed writes. */
const readableAt = async (
  side: keyof ItemImages,
  observer: WriteObserver,
  reader: Reader,
  found: Found[],
): Promise<Set<string>> => {
  const refs = distinctRefs(found.map(({ subject }) => subject))
  if (refs.length === 0) return new Set()
  const views = await asOf(side, observer, () => loadResources(reader, refs))
  return new Set(refs.filter((_, index) => views[index] !== undefined).map(refKey))
}

/**
 * Returns the changes that the writes of a request make, in order, as history will show them to the caller. Changes of
 * existing records are left out unless the caller may read them (decision 0018). Returns at most {@link maxChanges}.
 */
export const observedChanges = async (observer: WriteObserver, reader: Reader): Promise<ObservedChange[]> => {
  if (observer.images.size === 0) return []
  const definitions = await loadHistory()
  const found = [...observer.images.values()].flatMap(
    (images) => readableChange(definitions, images, reader) ?? [],
  )
  const byReading = found.filter(({ isByReading }) => isByReading)
  const { restored = [], others = [] } = Object.groupBy(byReading, ({ change }) =>
    change.action === 'restored' ? 'restored' : 'others',
  )
  const [before, after] = await Promise.all([
    readableAt('before', observer, reader, others),
    readableAt('after', observer, reader, restored),
  ])
  const isShown = ({ change, subject, isByReading }: Found) =>
    !isByReading || (change.action === 'restored' ? after : before).has(refKey(subject))
  const shown = found.filter(isShown).slice(0, maxChanges)
  const changes = shown.map(({ change }) => change)
  if (!observer.isDryRun) return changes
  const made = found.flatMap(({ change, isNew }) => (isNew ? [change.id] : []))
  return withoutIds(changes, new Set([...observer.newIds, ...made])) as ObservedChange[]
}
