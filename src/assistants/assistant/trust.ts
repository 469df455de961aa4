import { docs } from '#docs'
import { functions } from '../../functions/function.ts'
import * as z from '../../platform/schema/schema.ts'
import { answeredArray, answeredText, answeredId } from '../../platform/schema/fields.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { users } from '../../platform/identity/user.ts'
import type { StoredAssistant } from './assistant.ts'
import { maxFunctions } from './limits.ts'

/** Functions that one version of an assistant may call for one person without confirmation. */
export const AssistantTrust = z.described(
  docs('The functions that an assistant may call for the caller without asking.', { id: 'AssistantTrust' }),
  {
    assistant_id: answeredId.meta(docs('ID of the assistant.')),
    assistant_version: z.int().meta(
      docs('The trusted version of the assistant; any change of the assistant ends the trust.', {
        minimum: 1,
      }),
    ),
    functions: answeredArray(answeredText(100).meta(docs('Name of a function.')), maxFunctions).meta(
      docs('Names of the functions that it may call without asking.'),
    ),
  },
)

/** Trust in an assistant, stored under the person, who alone reads and writes it. */
export const trusts = entity({
  name: 'assistants.trust',
  isInternal: true,
  schema: AssistantTrust.extend({ user_id: z.string(), version: z.int() }),
  key: keyWithin('user_id', users, ({ assistant_id }: { assistant_id: string }) => `trust#${assistant_id}`),
})

export type StoredTrust = ThingOf<typeof trusts>

type Versioned = Pick<StoredAssistant, 'id' | 'version'>

/** Returns the functions trusted now; none if the assistant has changed since. */
export const trustedFunctions = (trust: StoredTrust | undefined, { version }: Versioned): string[] =>
  trust?.assistant_version === version ? trust.functions : []

export const presentTrust = (trust: StoredTrust | undefined, assistant: Versioned) => ({
  assistant_id: assistant.id,
  assistant_version: assistant.version,
  functions: trustedFunctions(trust, assistant),
})

/** Returns true if trust can cover a function: only writes; sharing and removal always need confirmation. */
export const isTrustable = (assistant: Pick<StoredAssistant, 'functions'>, name: string): boolean =>
  assistant.functions.includes(name) && functions.some((one) => one.name === name && one.effect === 'write')

/** Returns the write that trusts this version of an assistant with further functions. */
export const toTrust = (
  trust: StoredTrust | undefined,
  user_id: string,
  assistant: Versioned,
  names: string[],
): Operation & { thing: StoredTrust } => {
  const trusted = [...new Set([...trustedFunctions(trust, assistant), ...names])].sort()
  const fields = { assistant_version: assistant.version, functions: trusted }
  if (trust) return trusts.toUpdate(trust, fields)
  const thing = trusts.make({ user_id, assistant_id: assistant.id, ...fields })
  return { ...trusts.toCreate(thing), thing }
}
