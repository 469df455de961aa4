import { describe, expect, test } from 'vitest'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { call } from '../support/call.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject } from './given.ts'
import { seenBy } from './listed-projects.ts'

describe('A private project with more members than one transaction can write', () => {
  test('appears in the lists of all members after its consequences, and in none after its deletion', async () => {
    const [as, admin] = await Promise.all([signedIn(), signedIn({ role: 'admin' })])
    const people = await Promise.all(Array.from({ length: 95 }, () => signedIn()))
    const project = await givenProject(as, {
      visibility: 'private',
      members: people.map((person) => [person, 'member']),
    })
    await settle({ deliveries: 2 })
    // one after the other: all at once they would wait for each other longer than the time limit of a request
    const seen = await Array.fromAsync(people, (person) => seenBy(person, [project]))

    await call(deleteProject, { as: admin, params: { id: project.id } })
    await settle({ deliveries: 2 })

    expect(seen).toEqual(people.map(() => [0]))
    expect(await Array.fromAsync(people, (person) => seenBy(person, [project]))).toEqual(people.map(() => []))
  })
})
