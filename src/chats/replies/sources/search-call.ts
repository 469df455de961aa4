import type { Passage } from '../../../models/passage.ts'
import type { RunState } from '../run-state.ts'
import { distinctRefs } from '../../../platform/resource-ref.ts'
import type { FoundPassages } from './step-passages.ts'
import { replySteps, type ReplyStep, type StepCall } from '../step.ts'

/** What the call is named that lets into a reply what the asker alone may read; no endpoint has this name. */
const searchFunction = 'search_read'

/** What a search step keeps of what was found beside the passages themselves. */
interface Search {
  /** Places of the passages that wait for the asker. */
  withheld: number[]
  /** Ids of those to whom the asker is asked to show them. */
  listeners: string[]
}

/** The step in which the asker is asked to let passages in; its call says which things and to whom. */
export const makeSearchStep = (
  { draft, context, steps }: RunState,
  { passages, withheld }: FoundPassages,
): ReplyStep => {
  const number = steps.length
  const { people, owners } = context.listeners
  const readers = [...people, ...owners].map(({ id, name }) => ({ id, name }))
  const sources = distinctRefs(withheld).map(({ type, id, title, url, api_url }) => ({
    type,
    id,
    title,
    url,
    api_url,
  }))
  const call: StepCall = {
    id: `${number}.0`,
    call: { id: searchFunction, name: searchFunction, arguments: { sources, readers } },
    effect: 'sharing',
    outcome: null,
  }
  const search: Search = {
    withheld: withheld.map((passage) => passages.indexOf(passage)),
    listeners: readers.map(({ id }) => id),
  }
  return replySteps.make({
    reply_id: draft.message.id,
    number,
    text: '',
    calls: JSON.stringify([call]),
    passages: JSON.stringify(passages),
    search: JSON.stringify(search),
    input_tokens: 0,
    output_tokens: 0,
  })
}

/** What a search step has found, and who was there. */
export const readSearchStep = ({ passages: json, search = '{}' }: ReplyStep) => {
  const passages = JSON.parse(json) as Passage[]
  const { withheld, listeners } = JSON.parse(search) as Search
  return { passages, withheld: withheld.flatMap((place) => passages[place] ?? []), listeners }
}
