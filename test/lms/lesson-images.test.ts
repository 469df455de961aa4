import { expect, test } from 'vitest'
import { withImages } from '../../src/lms/lesson-images.ts'

const kept = [{ id: 'one' }, { id: 'two' }]

test('Images of a lesson get their addresses, and those that were not kept are their words', () => {
  const content = 'See ![a \\] door](image:1), ![a lock](image:2) and ![](image:0).'

  const made = withImages(content, kept)

  expect(made).toBe(
    'See ![a \\] door](/api/v1/files/two/contents), a lock and ![](/api/v1/files/one/contents).',
  )
})

test('A lesson that the addresses of its images would make too long keeps its words', () => {
  const content = `${'word '.repeat(18_000)}${'![dot](image:0) '.repeat(500)}`

  const made = withImages(content, kept)

  expect(made).toBe(`${'word '.repeat(18_000)}${'dot '.repeat(500)}`)
})
