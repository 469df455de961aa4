import { expect, test } from 'vitest'
import { cancelJob } from '../../src/jobs/endpoints/cancel-job.ts'
import { erasePerson } from '../../src/personal-data/workers/erase-person.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { listComments } from '../../src/wiki/endpoints/list-comments.ts'
import { call } from '../support/call.ts'
import { deliver, finishErasure, startErasure } from '../jobs/given.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { itemsWith } from './given.ts'

test('another erasure completes one that was canceled halfway', async () => {
  const [admin, writer] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
  const person = await signedIn({ name: 'Wilhelmina Drosselbart' })
  const page = await givenPage(person, await givenSpace(writer))
  const body = { text: 'Ask @Wilhelmina Drosselbart!', mentions: [person.id] }
  await made(createComment, { as: writer, params: { id: page.id }, body })
  await settle()
  const texts = async () =>
    (await made(listComments, { as: writer, params: { id: page.id } })).items.map(
      ({ text }: { text: string }) => text,
    )

  const { body: first } = await startErasure(admin, person)
  await deliver(erasePerson, first.id)
  const cancelled = await call(cancelJob, { as: admin, params: { id: first.id } })
  await settle()
  const account = await made(readUser, { as: admin, params: { id: person.id } })
  const revived = await call(updateUser, { as: admin, params: { id: person.id }, body: { is_active: true } })
  const left = await texts()
  await finishErasure((await startErasure(admin, person)).body)
  await settle()

  expect(cancelled.status).toBe(202)
  expect(account).toMatchObject({ name: 'Former colleague', is_active: false })
  expect([revived.status, revived.headers['x-error-code']]).toEqual([409, 'users.erased'])
  expect([left, await texts()]).toEqual([[body.text], ['Ask @Former colleague!']])
  expect(await itemsWith(['wilhelmina', 'drosselbart'])).toEqual([])
})

test('an erasure canceled before it began leaves a person who can be reactivated', async () => {
  const admin = await signedIn({ role: 'admin' })
  const person = await signedIn({ name: 'Ottoline Vex' })

  const { body: job } = await startErasure(admin, person)
  await call(cancelJob, { as: admin, params: { id: job.id } })
  await settle()
  const revived = await made(updateUser, { as: admin, params: { id: person.id }, body: { is_active: true } })

  expect(revived).toMatchObject({ name: 'Ottoline Vex', email: person.email, is_active: true })
})
