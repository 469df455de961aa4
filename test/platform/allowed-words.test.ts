import { expect, test } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn } from '../support/people.ts'

test.each<[kind: string, handler: EndpointHandler, list: string, right: string, words: string]>([
  ['space', createSpace, 'members', 'permission', 'read, write, admin'],
  ['project', createProject, 'members', 'role', 'member, guest'],
  ['assistant', createAssistant, 'grants', 'permission', 'view, edit'],
  ['file', updateFile, 'grants', 'permission', 'read, write'],
])('names the allowed words in the 422 for a %s', async (_, handler, list, right, words) => {
  const as = await signedIn()
  const file = handler === updateFile ? await givenFile(as) : undefined
  const ask = (entry: object) =>
    call(handler, {
      as,
      ...(file && { params: { id: file.id } }),
      body: { name: 'Handbook', [list]: [{ user_id: as.id, ...entry }] },
    })

  const wrong = await ask({ [right]: 'owner' })
  const missing = await ask({ level: 'owner' })

  expect([wrong, missing].map(({ status }) => status)).toEqual([422, 422])
  expect(wrong.detail).toBe(`"${list}[0].${right}" must be one of ${words}.`)
  expect(missing.detail).toBe(`"${list}[0].${right}" is required and must be one of ${words}.`)
})
