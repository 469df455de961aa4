import type { Actor } from '../../platform/identity/actor.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { matchedVersion, type IfMatch } from '../../platform/table/changes.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { writeItem } from '../../platform/table/table.ts'
import { requireAssistant } from './access.ts'
import { assistants } from './assistant.ts'
import { isTrustable, presentTrust, toTrust, trusts } from './trust.ts'

/** Loads an assistant that the caller may use, and their trust in it. Throws 404. */
const loadTrusted = async (actor: Actor, id: string) => {
  const [found, trust] = await Promise.all([
    assistants.find({ id }),
    trusts.find({ user_id: actor.id, assistant_id: id }),
  ])
  return { assistant: requireAssistant(actor, found), trust }
}

/** Returns the functions that an assistant may call for the caller without confirmation. Throws 404. */
export const readTrusted = async (actor: Actor, id: string) => {
  const { assistant, trust } = await loadTrusted(actor, id)
  return presentTrust(trust, assistant)
}

/**
 * Trusts the current version of an assistant with further functions. Throws 404, 412, and 422 for a function that the
 * assistant does not have or whose effect is more than "write".
 */
export const trustAssistant = (actor: Actor, id: string, names: string[], ifMatch: IfMatch) =>
  retryOnConflict(async () => {
    const { assistant, trust } = await loadTrusted(actor, id)
    matchedVersion(assistants.name, assistant, ifMatch)
    const other = names.findIndex((name) => !isTrustable(assistant, name))
    if (other >= 0)
      throw invalid(`functions[${other}]`, 'must name a function of the assistant with the effect "write"')
    const { thing, ...operation } = toTrust(trust, actor.id, assistant, names)
    await writeItem(operation)
    return presentTrust(thing, assistant)
  })

/** Removes the caller's trust in an assistant. Throws 404. */
export const endTrust = async (actor: Actor, id: string): Promise<void> => {
  await loadTrusted(actor, id)
  await trusts.remove({ user_id: actor.id, assistant_id: id })
}
