import { describe, expect, test } from 'vitest'
import { createFile } from '../../src/files/endpoints/create-file.ts'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const sentence =
  'must not have characters that change the text direction (U+202A to U+202E, U+2066 to U+2069).'

/** Displayed as `invoice-exe.pdf`. */
const turned = 'invoice-\u202Efdp.exe'

describe('Names with direction controls', () => {
  test.each<[what: string, field: string, save: (as: SignedIn) => Promise<{ status: number; body: object }>]>(
    [
      ['of a file', 'name', (as) => call(createFile, { as, body: { name: turned, size: 1 } })],
      [
        'of a person',
        'name',
        (as) => call(updateUser, { as, params: { id: as.id }, body: { name: 'Bob \u2066nimda' } }),
      ],
      [
        'of a page',
        'title',
        async (as) =>
          call(createPage, { as, body: { space_id: (await givenSpace(as)).id, title: 'See \u202A this' } }),
      ],
    ],
  )('cause a 422 as the name %s', async (_, field, save) => {
    const { status, body } = await save(await signedIn())

    expect([status, body]).toEqual([422, { detail: `"${field}" ${sentence}` }])
  })

  test('may be written from right to left', async () => {
    const name = '\u200Fדוח שנתי\u200E 2026.pdf'

    const { status, body } = await call(createFile, { as: await signedIn(), body: { name, size: 1 } })

    expect([status, body.file?.name]).toEqual([201, name])
  })
})

test('removes direction controls from the title and the headings of a document', async () => {
  const author = await signedIn()
  const bytes = '# Safety \u202Eytefas\n\n## First \u2067steps\u2069\n\nWalk.\n'
  const file = await givenFile(author, { name: 'safety.md', bytes })

  const { id } = await made(createCourseFromFile, { as: author, body: { file_id: file.id } })
  await settle()

  const course = await made(readCourse, { as: author, params: { id } })
  expect(course).toMatchObject({ status: 'draft', title: 'Safety ytefas' })
  expect(JSON.stringify(course)).not.toMatch(/"title":"[^"]*[\u202A-\u202E\u2066-\u2069]/)
})
