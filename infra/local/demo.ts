import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pMap from 'p-map'
import type { Actor } from '../../src/platform/identity/actor.ts'
import { readList } from '../../src/platform/table/list.ts'
import { credentials } from '../../src/users/credentials.ts'
import { registerUser } from '../../src/users/registration.ts'
import { users } from '../../src/platform/identity/user.ts'
import { addPage } from '../../src/wiki/page-creation.ts'
import { pages } from '../../src/wiki/page.ts'
import { slugs } from '../../src/wiki/slug.ts'
import { addSpace } from '../../src/wiki/space-changes.ts'

const modules = resolve(import.meta.dirname, '../../node_modules')
const password = 'local-password'

/** What a page may have at the most. */
const maxBytes = 1_048_576

const people = [
  { email: 'admin@example.com', name: 'Ada Admin', role: 'admin' },
  { email: 'agent@example.com', name: 'Amir Agent', role: 'support_agent' },
  { email: 'user@example.com', name: 'Uma User', role: 'user' },
  { email: 'other@example.com', name: 'Otto Other', role: 'user' },
] as const

const givenPerson = async (person: (typeof people)[number]): Promise<Actor> => {
  const known = await credentials.find(person)
  return known ? users.get({ id: known.user_id }) : registerUser(person, password)
}

/** One of the people of this machine. */
export const personOf = async (email: string): Promise<Actor> =>
  users.get({ id: (await credentials.get({ email })).user_id })

/** Makes the people that everybody can sign in as on this machine; gives the one who writes the demo's content. */
export const loadPeople = async (): Promise<Actor> => {
  const [, , user] = await Promise.all(people.map(givenPerson))
  return user as Actor
}

/** The documents of a package: its README is its page, the others stand below. */
const documentsOf = (file: string) => {
  const folder = dirname(join(modules, file))
  return globSync('{*,docs/**/*}.md', { cwd: folder })
    .filter((name) => !/^readme\.md$/i.test(name) && statSync(join(folder, name)).size < maxBytes)
    .sort()
    .map((name) => ({ title: name.replace(/\.md$/i, ''), content: readFileSync(join(folder, name), 'utf8') }))
}

const titlesIn = async (space_id: string, cursor?: string): Promise<string[]> => {
  const { items, next_cursor } = await readList(pages.in('children', { space_id, parent_id: null }), {
    limit: 100,
    cursor,
  })
  const titles = items.map(({ title }) => title)
  return next_cursor === null ? titles : [...titles, ...(await titlesIn(space_id, next_cursor))]
}

/** The id of the space of the demo's wiki, which is made when there is none. */
export const packagesSpace = async (author: Actor): Promise<string> => {
  const slug = 'packages'
  const known = await slugs.find({ slug })
  const description = 'The documents of the packages that the service is built with.'
  return (
    known?.space_id ??
    (await addSpace(author, { name: 'Packages', slug, description, visibility: 'internal', members: [] })).id
  )
}

/**
 * A wiki made of the documents in `node_modules`: a page for each package that has a README, several hundred in all. It
 * goes on where it was cut off. Each page waits for its turn, so that what follows from the writes of others meanwhile
 * is not behind hundreds of pages.
 */
export const loadWiki = async (author: Actor, turn: () => Promise<void>): Promise<void> => {
  const space_id = await packagesSpace(author)
  const known = new Set(await titlesIn(space_id))
  const page = { space_id, tags: [], position: 0 }
  const readmes = globSync(['*/{README,readme}.md', '@*/*/{README,readme}.md'], { cwd: modules }).sort()
  const load = async (file: string) => {
    const title = dirname(file)
    if (known.has(title)) return
    const content = readFileSync(join(modules, file), 'utf8')
    await turn()
    const { id } = await addPage(author, { ...page, parent_id: null, title, content })
    for (const document of documentsOf(file)) {
      await turn()
      await addPage(author, { ...page, parent_id: id, ...document })
    }
  }
  await pMap(readmes, load, { concurrency: 2 })
}
