import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { call } from '../support/call.ts'
import { heldCalls } from '../support/dynamo-proxy.ts'
import { made } from '../support/given.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenTableProxy, type GivenTableProxy } from '../support/given-proxy.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const load = () => import('../../src/mcp/endpoints/handle-message.ts')

let as: SignedIn
let given: GivenTableProxy<Awaited<ReturnType<typeof load>>>

beforeAll(async () => {
  as = await signedIn()
  given = await givenTableProxy(load)
})

afterAll(() => given.end())

test('A client that reads a course while it changes gets its new text', async () => {
  const course = await givenCourse(as, { chapters: [chapterOf('Old text.')] })
  const uri = `${process.env['PUBLIC_URL']}/view/course/${course.id}`
  const held = heldCalls(given.proxy, 'Query')

  const reading = call(given.loaded.handleMessage, {
    as,
    headers: { Accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } } as never,
  })
  await held.came
  await made(updateCourse, { as, params: course, body: { chapters: [chapterOf('New text.')] } })
  await settle()
  held.pass()
  const { text } = await reading

  expect(JSON.parse(text)).toMatchObject({
    result: { contents: [{ text: expect.stringContaining('New text.') as string }] },
  })
})
