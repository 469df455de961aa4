import type { KnowledgeRef } from '../assistants/assistant/knowledge-ref.ts'
import { referredTo } from '../language/follow-up.ts'
import type { Passage } from '../models/passage.ts'
import type { Actor } from '../platform/identity/actor.ts'
import type { Reader } from '../platform/resource.ts'
import { knowledgeTypes } from '#generated/resource-types.ts'
import { findPassages } from './retrieval.ts'

const maxPassages = 8

const distinct = (passages: Passage[]): Passage[] => [
  ...new Map(passages.map((passage) => [`${passage.type}#${passage.id}#${passage.text}`, passage])).values(),
]

/** How many of them are found with what was said before; the others by the message itself. */
const maxJoined = 4

const knowledgeOf = (passage: Passage | undefined): KnowledgeRef[] => {
  const type = knowledgeTypes.find((one) => one === passage?.type)
  return passage && type ? [{ type, id: passage.id }] : []
}

/**
 * What the asker may read now that has to do with the last of their messages, best first: at most eight passages. A
 * message that refers back is looked up with what it refers to, then by itself in the thing that is found so, and
 * behind that by itself everywhere: it may change the subject. What one of `others` may not read is left out.
 */
export const findPassagesFor = async (
  actor: Actor,
  messages: string[],
  within: KnowledgeRef[],
  others: Reader[] = [],
): Promise<Passage[]> => {
  const find = (text: string, places = within) => findPassages(actor, text, places, others)
  const last = messages.at(-1) ?? ''
  const earlier = referredTo(messages)
  if (earlier.length > 0) {
    const [joined, alone] = await Promise.all([find([...earlier, last].join(' ')), find(last)])
    const subject = knowledgeOf(joined[0])
    const inSubject = subject.length > 0 ? await find(last, subject) : []
    const first = [...joined.slice(0, maxJoined), ...inSubject]
    return distinct([...first, ...alone, ...joined]).slice(0, maxPassages)
  }
  const found = await find(last)
  if (found.length > 0 || messages.length < 2) return found
  return find(messages.slice(-2).join(' '))
}
