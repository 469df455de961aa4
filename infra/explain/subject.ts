import { findPrincipal } from '../../src/platform/identity/principals.ts'
import { isStored } from '../../src/platform/history/history-registry.ts'
import type { ResourceRef } from '../../src/platform/resource-ref.ts'
import { rightsTo } from '../../src/platform/resource-registry.ts'
import { findIndexed } from '../../src/platform/search/index/stored-document.ts'
import { trashEntries } from '../../src/platform/trash/entry.ts'
import { credentials } from '../../src/users/credentials.ts'
import { resourceTypes } from '#generated/resource-types.ts'

/** Object and person of a question: an ID and an email address. */
export type Question = { object?: string | undefined; person?: string | undefined }

export const findSubject = async ({ person: email = '' }: Question) => {
  const account = await credentials.find({ email: email.toLowerCase() })
  const person = account && (await findPrincipal(account.user_id))
  if (!person) throw new Error('--person must be the email address of a person.')
  return person
}

/** Returns the type and ID of an object, and the time of its deletion if it is in the trash. */
export const findObject = async ({
  object: id = '',
}: Question): Promise<ResourceRef & { deleted_at?: string }> => {
  const entry = await trashEntries.find({ id })
  if (entry) return { type: entry.type, id, deleted_at: entry.deleted_at }
  const refs = resourceTypes.map((type) => ({ type, id }))
  const indexed = await findIndexed(refs)
  const stored = await Promise.all(refs.map(async (ref) => (await isStored(ref)) || (await rightsTo(ref))))
  const found = refs.find((_, index) => indexed[index] ?? stored[index])
  if (!found) throw new Error('--object must be the ID of an object.')
  return found
}
