import type { Actor } from '../platform/actor.ts'
import { invalid } from '../platform/problem.ts'
import { transact } from '../platform/table.ts'
import type { IfMatch } from '../platform/writes.ts'
import { users } from '../users/user.ts'
import { files, type FilePermission, type StoredFile } from './file.ts'
import { managedFile } from './sight.ts'

type Listed = { user_id: string; permission: FilePermission }[]

/** The grants with their people; throws 422 for one who is nobody. */
const withPeople = (listed: Listed, people: ({ name: string } | undefined)[]): StoredFile['grants'] =>
  listed.map(({ user_id, permission }, index) => {
    const name = people[index]?.name
    if (name === undefined) throw invalid(`grants[${index}].user_id`, 'is no user')
    return { user_id, user: { id: user_id, name }, permission }
  })

interface FileChanges {
  name: string | undefined
  grants: Listed | undefined
}

/** Renames a file or shares it anew; throws 403 for others than its owner and administrators, 412. */
export const changeFile = async (
  actor: Actor,
  id: string,
  { name, grants: listed }: FileChanges,
  ifMatch: IfMatch,
): Promise<StoredFile> => {
  const ids = (listed ?? []).map(({ user_id }) => ({ id: user_id }))
  const [file, people] = await Promise.all([managedFile(actor, id), users.findMany(ids)])
  const grants = listed && withPeople(listed, people)
  return files.update(file, { name, grants }, ifMatch)
}

/** Removes a file: nobody can open it from then on, nor by a token of the editor; its bytes are swept behind it. */
export const removeFile = async (actor: Actor, id: string, ifMatch: IfMatch): Promise<void> => {
  await files.latest(await managedFile(actor, id), (current) =>
    transact([files.toRemoveRead(current, [], ifMatch)]),
  )
}
