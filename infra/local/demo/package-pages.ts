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

/** Creates the space of the packages' documents unless it exists, and returns its ID. */
export const loadPackagesSpace = ({ user }: People, once: Once): Promise<string> => {
  const description = 'The documents of the packages that the service is built with.'
  const fields = NewSpace.parse({ name: 'Packages', slug: 'packages', description })
  return once('space/packages', () => addSpace(user, fields), 20)
}

/**
 * Maximum length of a README: longer ones are reference books, and indexing them would take most of the demo's time.
 */
const maxCharacters = 20_000

/**
 * Creates a page from the README of each package in package.json; pages for all installed packages would outweigh the
 * handbook.
 */
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
