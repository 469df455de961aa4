import { findReadableByAll } from '../../../platform/common-rights.ts'
import type { Actor } from '../../../platform/identity/actor.ts'
import type { StoredMessage } from '../../message/message.ts'
import { originsOf, withoutHidden, type Origin } from '../../message/origin.ts'
import { distinctRefs, refKey } from '../../../platform/resource-ref.ts'
import type { QuotedRange } from '../../message/visible-text.ts'
import type { Listeners } from './listeners.ts'
import type { Material } from './material.ts'

/** How many things that earlier replies were made from are looked up, those of the newest; others are not read. */
const maxThings = 40

/** What a reply says of one of its origins. */
const textsOf = ({ text, sources, quoted = '[]' }: StoredMessage, origin: Origin, place: number) => [
  ...(JSON.parse(quoted) as QuotedRange[])
    .filter(([, , ...places]) => places.includes(place))
    .map(([from, to]) => text.slice(from, to)),
  ...sources.filter((source) => refKey(source) === refKey(origin)).map(({ quote }) => quote),
]

/**
 * What was said before a reply as far as everybody who is there may read it now, and what that was made from: without
 * what earlier replies have from things that somebody may not read, unless the asker let it in for the same people.
 */
export const loadEarlier = async (
  asker: Actor,
  { people, owners }: Listeners,
  said: StoredMessage[],
): Promise<{ said: StoredMessage[]; earlier: Material[] }> => {
  const newest = said.toReversed().flatMap(originsOf)
  const things = distinctRefs(newest).slice(0, maxThings)
  if (things.length === 0) return { said, earlier: [] }
  const listeners = [...people, ...owners]
  const [areOwn, areShared] = await Promise.all([
    findReadableByAll([asker], things),
    findReadableByAll(listeners, things),
  ])
  const own = new Set(things.filter((_, index) => areOwn[index]).map(refKey))
  const shared = new Set(things.filter((_, index) => areShared[index]).map(refKey))
  const earlier: Material[] = []
  const visible = said.map((message) => {
    const { audience } = message
    const hasHeard = audience === undefined || [asker, ...listeners].every(({ id }) => audience.includes(id))
    const isOwnYes = audience !== undefined && hasHeard && message.asker?.id === asker.id
    const isShown = (origin: Origin) =>
      own.has(refKey(origin)) && (shared.has(refKey(origin)) || (origin.is_let_in && isOwnYes))
    const shown = withoutHidden(message, isShown, hasHeard)
    for (const [place, origin] of originsOf(message).entries())
      if (isShown(origin))
        earlier.push({
          ...origin,
          is_let_in: origin.is_let_in && isOwnYes,
          numbers: [],
          texts: textsOf(message, origin, place),
        })
    return shown
  })
  return { said: visible, earlier }
}
