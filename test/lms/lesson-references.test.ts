import { expect, test } from 'vitest'
import { placeReferences } from '../../src/lms/generation/lesson-references.ts'

const references = {
  course_id: 'course',
  images: [{ id: 'one' }, { id: 'two' }],
  lessons: [{ id: 'first' }, { id: 'second' }],
}

test('Images of a lesson get their addresses, and those that were not kept are their words', () => {
  const content = 'See ![a \\] door](image:1), ![a lock](image:2) and ![](image:0).'

  const made = placeReferences(content, references)

  expect(made).toBe(
    'See ![a \\] door](/api/v1/files/two/contents), a lock and ![](/api/v1/files/one/contents).',
  )
})

test('Links to lessons get the addresses of the lessons, with the heading in them', () => {
  const content =
    'See [**the** doors](lesson:1), [the yard](lesson:0#the-yard) and [the web](https://example.com/).'

  const made = placeReferences(content, references)

  expect(made).toBe(
    'See [**the** doors](/api/v1/lms/courses/course/lessons/second), ' +
      '[the yard](/api/v1/lms/courses/course/lessons/first#the-yard) and [the web](https://example.com/).',
  )
})

test('A lesson that the addresses of its images would make too long keeps its words', () => {
  const content = `${'word '.repeat(18_000)}${'![dot](image:0) '.repeat(500)}`

  const made = placeReferences(content, references)

  expect(made).toBe(`${'word '.repeat(18_000)}${'dot '.repeat(500)}`)
})

test('A lesson that the addresses of lessons would make too long keeps their words, and its images', () => {
  const content = `${'word '.repeat(18_000)}![dot](image:0) ${'[more](lesson:0) '.repeat(500)}`

  const made = placeReferences(content, references)

  expect(made).toBe(`${'word '.repeat(18_000)}![dot](/api/v1/files/one/contents) ${'more '.repeat(500)}`)
})
