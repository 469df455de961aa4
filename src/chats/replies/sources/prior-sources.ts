import { findReadableByAll } from '../../../platform/common-rights.ts'
import type { Actor } from '../../../platform/identity/actor.ts'
import type { StoredMessage } from '../../message/message.ts'
import { replyOrigins, withoutHidden, type Origin } from '../../message/origin.ts'
import { distinctRefs, refKey } from '../../../platform/resource-ref.ts'
import type { QuotedRange } from '../../message/visible-text.ts'
import type { Audience } from './audience.ts'
import type { CitedSource } from './cited-source.ts'

/** Maximum number of origins of earlier replies that are looked up, newest first; others count as unreadable. */
const maxThings = 40

/** Returns the texts of a reply that come from one of its origins. */
const citedTexts = ({ text, sources, quoted = '[]' }: StoredMessage, origin: Origin, place: number) => [
  ...(JSON.parse(quoted) as QuotedRange[])
    .filter(([, , ...places]) => places.includes(place))
    .map(([from, to]) => text.slice(from, to)),
  ...sources.filter((source) => refKey(source) === refKey(origin)).map(({ quote }) => quote),
]

/**
 * Returns the earlier messages as far as everyone present may read them now, and their origins. Removes the parts that
 * come from resources that anyone present may not read, unless the asker approved them for the same people.
 */
export const loadPriorSources = async (
  asker: Actor,
  { people, owners }: Audience,
  previous: StoredMessage[],
): Promise<{ previous: StoredMessage[]; earlier: CitedSource[] }> => {
  const newest = previous.toReversed().flatMap(replyOrigins)
  const things = distinctRefs(newest).slice(0, maxThings)
  if (things.length === 0) return { previous, earlier: [] }
  const listeners = [...people, ...owners]
  const [areOwn, areShared] = await Promise.all([
    findReadableByAll([asker], things),
    findReadableByAll(listeners, things),
  ])
  const own = new Set(things.filter((_, index) => areOwn[index]).map(refKey))
  const shared = new Set(things.filter((_, index) => areShared[index]).map(refKey))
  const earlier: CitedSource[] = []
  const visible = previous.map((message) => {
    const { audience } = message
    const hasHeard = audience === undefined || [asker, ...listeners].every(({ id }) => audience.includes(id))
    const isOwnYes = audience !== undefined && hasHeard && message.asker?.id === asker.id
    const isShown = (origin: Origin) =>
      own.has(refKey(origin)) && (shared.has(refKey(origin)) || (origin.is_let_in && isOwnYes))
    const shown = withoutHidden(message, isShown, hasHeard)
    for (const [place, origin] of replyOrigins(message).entries())
      if (isShown(origin))
        earlier.push({
          ...origin,
          is_let_in: origin.is_let_in && isOwnYes,
          numbers: [],
          texts: citedTexts(message, origin, place),
        })
    return shown
  })
  return { previous: visible, earlier }
}
