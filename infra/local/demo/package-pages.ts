import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NewPage } from '../../../src/wiki/page/page.ts'
import { addPage } from '../../../src/wiki/page/creation.ts'
import { NewSpace } from '../../../src/wiki/space/space.ts'
import { addSpace } from '../../../src/wiki/space/changes.ts'
import type { Once } from './journal.ts'
import type { People } from './people.ts'

const root = join(import.meta.dirname, '../../..')
const modules = join(root, 'node_modules')

interface PackageFile {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** The id of the space of the packages' documents. */
export const loadPackagesSpace = ({ user }: People, once: Once): Promise<string> => {
  const description = 'The documents of the packages that the service is built with.'
  const fields = NewSpace.parse({ name: 'Packages', slug: 'packages', description })
  return once('space/packages', () => addSpace(user, fields), 20)
}

/** Longer ones are reference books: their words would take most of the time in which the demo is made. */
const maxCharacters = 20_000

/** A page for the README of each package that package.json names: those of all would outweigh the handbook. */
export const loadPackagePages = async ({ user }: People, space_id: string, once: Once): Promise<void> => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as PackageFile
  for (const title of Object.keys({ ...dependencies, ...devDependencies }).sort()) {
    const [file] = globSync('{README,readme}.md', { cwd: join(modules, title) })
    if (file === undefined) continue
    const content = readFileSync(join(modules, title, file), 'utf8')
    if (content.length > maxCharacters) continue
    const page = NewPage.parse({ space_id, title, content })
    await once(`page/${title}`, () => addPage(user, page))
  }
}
