import { invokeFunction } from '../functions/invocation.ts'
import { log } from '../platform/log.ts'
import { Problem } from '../platform/problem.ts'
import type { StoredMessage } from './message.ts'
import type { Scene } from './scene.ts'
import type { StepCall } from './step.ts'

/** What a model is given of a result, and what is kept of it, in characters of JSON. */
const mostCharacters = 32_000

const cut = (result: unknown): unknown => {
  const text = JSON.stringify(result) ?? 'null'
  return text.length <= mostCharacters ? result : `${text.slice(0, mostCharacters).toWellFormed()}…`
}

const failed = (error: string): NonNullable<StepCall['outcome']> => ({ result: null, error })

/** What comes of a call that the asker has refused. */
export const refused = failed('The person who asked has refused this call.')

/**
 * Makes a call with the rights of who asked, as their own request: the same checks and errors. Only what was offered to
 * the model can be called. The key of the call makes that it is done once, should the reply be gone on with by another.
 */
export const perform = async (
  { id, call }: StepCall,
  reply: StoredMessage,
  { asker, offered }: Scene,
): Promise<NonNullable<StepCall['outcome']>> => {
  if (!offered.some(({ name }) => name === call.name))
    return failed(`There is no function "${call.name.slice(0, 128)}" for this assistant.`)
  try {
    const headers = { 'idempotency-key': `reply#${reply.id}#${id}` }
    const caller = { headers, address: '', actor: asker }
    return { result: cut(await invokeFunction(call.name, call.arguments, caller)), error: null }
  } catch (error) {
    if (error instanceof Problem) return failed(error.message)
    log.error('a function failed', error, { function: call.name })
    return failed('Something went wrong on our side.')
  }
}
