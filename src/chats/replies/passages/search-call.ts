import type { Passage } from '../../../models/passage.ts'
import type { RunState } from '../run-state.ts'
import { distinctRefs } from '../../../platform/resource-ref.ts'
import type { FoundPassages } from './step-passages.ts'
import { replySteps, type ReplyStep, type StepCall } from '../step.ts'

/** Name of the call that adds sources to a reply that only the asker may read; no endpoint has this name. */
const searchFunction = 'search_read'

/** Data of a search step beside the passages. */
interface Search {
  /** Indexes of the passages that wait for the asker's approval. */
  withheld: number[]
  /** IDs of the people to whom the asker would show the passages. */
  listeners: string[]
}

/** Creates the step that asks the asker to approve passages; its call names the sources and the readers. */
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

/** Returns the passages and the listeners of a search step. */
export const readSearchStep = ({ passages: json, search = '{}' }: ReplyStep) => {
  const passages = JSON.parse(json) as Passage[]
  const { withheld, listeners } = JSON.parse(search) as Search
  return { passages, withheld: withheld.flatMap((place) => passages[place] ?? []), listeners }
}
