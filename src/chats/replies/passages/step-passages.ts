import { predictCitations } from '../../../models/citation-prediction.ts'
import type { Passage } from '../../../models/passage.ts'
import { findReadableByAll } from '../../../platform/common-rights.ts'
import { distinctRefs, refKey } from '../../../platform/resource-ref.ts'
import { findPassagesFor } from '../../../search/conversation.ts'
import { findAttachedPassages } from './attached-passages.ts'
import type { ReplyContext } from '../context.ts'
import type { AudienceMember } from '../sources/audience.ts'
import { toRequest } from '../request.ts'
import type { RunState } from '../run-state.ts'
import { maxSources } from '../../message/citation.ts'

/** Finds passages for the question that the asker and all of these others may read. */
const findQuestionPassages = (context: ReplyContext, others: AudienceMember[]): Promise<Passage[]> => {
  const { asker, assistant, question, askerTexts, model } = context
  const texts = askerTexts.slice(0, askerTexts.lastIndexOf(question) + 1)
  const countTokens = (count: number) => {
    context.embeddingTokens = (context.embeddingTokens ?? 0) + count
  }
  // the embedded model selects quotations by words, not by embeddings
  const counter = model.provider === 'embedded' ? undefined : countTokens
  return findPassagesFor(asker, texts, assistant.knowledge, others, counter)
}

/**
 * Finds passages for the question, including attached files for the embedded model, which sees files only as passages.
 */
const findAll = async (context: ReplyContext, others: AudienceMember[]): Promise<Passage[]> => {
  const { model, question, opened, askedFileIds } = context
  if (model.provider !== 'embedded') return findQuestionPassages(context, others)
  const own = opened.filter(({ id }) => askedFileIds.includes(id))
  // a question with files is about these files
  if (own.length > 0) return findAttachedPassages(question, own)
  const [attached, found] = [
    findAttachedPassages(question, opened),
    await findQuestionPassages(context, others),
  ]
  return [...attached, ...found].slice(0, maxSources)
}

/** Returns everyone except the asker whose permissions count. */
const audienceMembers = ({ listeners: { people, owners } }: ReplyContext): AudienceMember[] => [
  ...people,
  ...owners,
]

/** Returns the passages that some listener may not read; files attached in the chat were shown to everyone. */
const findWithheld = async (context: ReplyContext, passages: Passage[]): Promise<Passage[]> => {
  const others = audienceMembers(context)
  if (others.length === 0) return []
  const attached = new Set(context.opened.flatMap(({ id, text }) => (text === undefined ? [] : [id])))
  const things = distinctRefs(passages).filter(({ type, id }) => type !== 'file' || !attached.has(id))
  const areShared = await findReadableByAll(others, things)
  const withheld = new Set(things.filter((_, index) => !areShared[index]).map(refKey))
  return passages.filter((passage) => withheld.has(refKey(passage)))
}

export interface FoundPassages {
  passages: Passage[]
  /** Passages that some listener may not read: the asker must approve them before use. */
  withheld: Passage[]
}

/**
 * Finds the passages for a reply. Passages that only the asker may read are kept only if the answer may cite them; if
 * there are none, searches only what everyone may read.
 */
export const findStepPassages = async (state: RunState): Promise<FoundPassages> => {
  const { context } = state
  const found = await findAll(context, [])
  if (found.length === 0)
    await (await import('../../../search/gap/notes.ts')).noteGap(context.asker, context.question)
  const withheld = await findWithheld(context, found)
  if (withheld.length === 0) return { passages: found, withheld }
  const cited = await predictCitations(toRequest(state, found), context.question)
  const wanted = withheld.filter((passage) => cited.has(found.indexOf(passage) + 1))
  if (wanted.length === 0) return { passages: await findAll(context, audienceMembers(context)), withheld: [] }
  return {
    passages: found.filter((one) => !withheld.includes(one) || wanted.includes(one)),
    withheld: wanted,
  }
}

/**
 * Returns the passages for a reply after the asker's decision: after an approval, the passages of `found` that the
 * asker may still read and that either every listener may read or the asker has approved; after a refusal, those of a
 * new search in what everyone may read.
 */
export const decidedPassages = async (
  { context }: RunState,
  found: FoundPassages,
  isLetIn: boolean,
): Promise<Passage[]> => {
  if (!isLetIn) return findAll(context, audienceMembers(context))
  const { passages } = found
  const things = distinctRefs(passages)
  const [areOwn, withheld] = await Promise.all([
    findReadableByAll([context.asker], things),
    findWithheld(context, passages),
  ])
  const own = new Set(things.filter((_, index) => areOwn[index]).map(refKey))
  const letIn = new Set(found.withheld.map(refKey))
  return passages.filter(
    (passage) => own.has(refKey(passage)) && (letIn.has(refKey(passage)) || !withheld.includes(passage)),
  )
}
