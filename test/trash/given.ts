import { deleteEntry } from '../../src/trash/endpoints/delete-entry.ts'
import { listEntries } from '../../src/trash/endpoints/list-entries.ts'
import { readEntry } from '../../src/trash/endpoints/read-entry.ts'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { queryItems } from '../../src/platform/table/query.ts'
import { call, type Answer, type AnswerOf, type BodyOf } from '../support/call.ts'
import type { SignedIn } from '../support/people.ts'

interface Thing {
  id: string
}

type Resource = AnswerOf<typeof restoreEntry>
type NameIn<One> = One extends One ? keyof One : never
type FieldIn<One, Name> = One extends One ? (Name extends keyof One ? One[Name] : undefined) : never

/** A restored resource of any type: a field that its type lacks is undefined. */
type Restored = { [Name in NameIn<Resource>]: FieldIn<Resource, Name> }

export const restore = (as: SignedIn, { id }: Thing, body: BodyOf<typeof restoreEntry> = {}) =>
  call(restoreEntry, { as, params: { id }, body }) as Promise<Answer<Restored>>

export const purge = (as: SignedIn, { id }: Thing) => call(deleteEntry, { as, params: { id } })

/** Deletes a resource through its own endpoint. */
export const deleted = (handler: EndpointHandler, as: SignedIn, { id }: Thing, query = {}) =>
  call(handler, { as, params: { id }, query })

/** Returns a resource as it is after its restoration. */
export const nextVersionOf = <T extends { version: number }>(thing: T): T => ({
  ...thing,
  version: thing.version + 1,
})

/** Returns the IDs of the resources that a person finds in the trash. */
export const trashOf = async (
  as: SignedIn,
  query: Record<string, string | boolean> = {},
): Promise<string[]> =>
  (await call(listEntries, { as, query })).body.items.map(({ resource_id }) => resource_id)

export const entryStatus = async (as: SignedIn, { id }: Thing) =>
  (await call(readEntry, { as, params: { id } })).status

/** Returns the remaining sort keys of a partition. */
export const leftIn = async (pk: string): Promise<string[]> => {
  const query = {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  }
  return (await queryItems(query)).items.map(({ sk }) => sk)
}
