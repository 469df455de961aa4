import { NewSpace } from '../../../src/wiki/space/space.ts'
import { NewPage } from '../../../src/wiki/page/page.ts'
import { addPage } from '../../../src/wiki/page/creation.ts'
import { addSpace } from '../../../src/wiki/space/changes.ts'
import { readDemoContent } from './content.ts'
import type { Once } from './journal.ts'
import type { People } from './people.ts'

interface Handbook {
  space: object
  pages: { title: string; tags: string[]; content: string }[]
}

/** Creates the wiki of a company that builds weather stations. Returns the ID of its space. */
export const loadHandbook = async ({ user }: People, once: Once): Promise<string> => {
  const { space, pages } = readDemoContent<Handbook>('handbook.yml')
  const space_id = await once('space/handbook', () => addSpace(user, NewSpace.parse(space)), 20)
  for (const [position, { title, tags, content }] of pages.entries())
    await once(
      `page/handbook/${title}`,
      () => addPage(user, NewPage.parse({ space_id, position, title, tags, content })),
      19 - position,
    )
  return space_id
}
