import { loadResources } from '../platform/resource-registry.ts'
import type { Reader } from '../platform/resource.ts'
import type { Citation } from './citation.ts'

/** So many things that replies cite are looked up for one answer, those of the newest messages. */
const maxLookups = 200

const keyOf = ({ type, id }: Pick<Citation, 'type' | 'id'>) => `${type}#${id}`

interface Citing {
  sources?: Citation[] | undefined
}

/**
 * Messages, oldest first, whose sources say whether what they cite is as it was: null where the reader may not see it
 * any more, or where that is not known. One or two round trips, none without sources.
 */
export const withCurrentSources = async <M extends Citing>(reader: Reader, messages: M[]): Promise<M[]> => {
  const cited = messages.flatMap(({ sources = [] }) => sources).filter(({ revision }) => revision !== null)
  if (cited.length === 0) return messages
  const refs = [...new Map(cited.toReversed().map((source) => [keyOf(source), source])).values()]
  const looked = refs.slice(0, maxLookups).map(({ type, id }) => ({ type, id }))
  const views = await loadResources(reader, looked)
  const revisions = new Map(looked.map((ref, index) => [keyOf(ref), views[index]?.revision]))
  const isCurrent = (source: Citation) => {
    const present = revisions.get(keyOf(source))
    return source.revision === null || present === undefined ? null : source.revision === present
  }
  const mark = (source: Citation) => ({ ...source, is_current: isCurrent(source) })
  return messages.map((message) => ({ ...message, sources: message.sources?.map(mark) }))
}
