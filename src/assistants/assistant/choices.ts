import { functions } from '../../functions/function.ts'
import { defaultModel, findConfiguredModel, findModel } from '../../models/configured-models.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { loadResources } from '../../platform/resource-registry.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { refKey } from '../../platform/resource-ref.ts'
import type { StoredAssistant } from './assistant.ts'
import type { KnowledgeRef } from './knowledge-ref.ts'

type Chooser = Pick<Actor, 'role' | 'groups'>

type Choices = Pick<StoredAssistant, 'model_id' | 'model_parameters' | 'functions' | 'knowledge'>

const requireModel = async (actor: Chooser, wanted: Choices, before: Choices | undefined) => {
  const { model_id, model_parameters } = wanted
  const isOther = model_id !== before?.model_id
  const model = await (isOther ? findModel(actor, model_id) : findConfiguredModel(model_id))
  if (!model && isOther) throw invalid('model_id', 'must be the ID of an existing model')
  const tokens = model_parameters.max_output_tokens
  if (!isOther && tokens === before.model_parameters.max_output_tokens) return
  // the default model replaces a model that is no longer configured
  const most = (model ?? (await defaultModel())).max_output_tokens
  if (tokens !== null && tokens > most)
    throw invalid('model_parameters.max_output_tokens', `must be at most ${most}, the limit of the model`)
}

const requireFunctions = ({ role }: Chooser, wanted: Choices, before: Choices | undefined) => {
  const callable = functions.filter(({ roles }) => roles.includes(role)).map(({ name }) => name)
  const allowed = new Set([...callable, ...(before?.functions ?? [])])
  for (const [index, name] of wanted.functions.entries())
    if (!allowed.has(name))
      throw invalid(`functions[${index}]`, 'must be the name of a function that the caller may call')
}

/** Returns the keys of the resources that the actor may read now, in at most two round trips. */
export const filterReadable = async (actor: Actor, refs: KnowledgeRef[] = []): Promise<Set<string>> => {
  const views = await loadResources(actor, refs)
  return new Set(refs.filter((_, index) => views[index]).map(refKey))
}

/**
 * Throws 422 that names a field of an assistant that the actor may not choose: an unavailable model or function, more
 * tokens than the model allows, or knowledge that is not `readable`. Values of `before` may stay, no matter who sends
 * them.
 */
export const requireChoices = async (
  actor: Chooser,
  wanted: Choices,
  readable: Set<string>,
  before?: Choices,
): Promise<void> => {
  await requireModel(actor, wanted, before)
  requireFunctions(actor, wanted, before)
  const known = new Set(before?.knowledge.map(refKey))
  for (const [index, ref] of wanted.knowledge.entries())
    if (!known.has(refKey(ref)) && !readable.has(refKey(ref)))
      throw invalid(`knowledge[${index}]`, 'must name a resource that the caller may read')
}
