import { givenFile } from '../support/given-file.ts'
import type { SignedIn } from '../support/people.ts'

/** Number of resources on a page, each with a file. */
export const thingsWithFiles = 10

/** Permitted round trips of a page with files. */
export const listedFiles = {
  of: 'with files',
  exception: {
    trips: 2,
    because: 'which files to look up, for their present names, is known when the page was read',
  },
}

/** Creates a page's number of resources, each with a file of its own. */
export const givenWithFiles = async (as: SignedIn, make: (file: { id: string }) => Promise<unknown>) => {
  for (let index = 0; index < thingsWithFiles; index += 1) await make(await givenFile(as))
}
