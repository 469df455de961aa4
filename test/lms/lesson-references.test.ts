import { expect, test } from 'vitest'
import { placeReferences } from '../../src/lms/generation/lesson-references.ts'

const references = {
  course_id: 'course',
  images: [{ id: 'one' }, { id: 'two' }],
  lessons: [{ id: 'first' }, { id: 'second' }],
}

test('images of a lesson become URLs, and unstored images become their alternative text', () => {
  const content = 'See ![a \\] door](image:1), ![a lock](image:2) and ![](image:0).'

  const made = placeReferences(content, references)

  expect(made).toBe(
    'See ![a \\] door](/api/v1/files/two/contents), a lock and ![](/api/v1/files/one/contents).',
  )
})

test('links to lessons become URLs of the lessons, including the heading', () => {
  const content =
    'See [**the** doors](lesson:1), [the yard](lesson:0#the-yard) and [the web](https://example.com/).'

  const made = placeReferences(content, references)

  expect(made).toBe(
    'See [**the** doors](/api/v1/lms/courses/course/lessons/second), ' +
      '[the yard](/api/v1/lms/courses/course/lessons/first#the-yard) and [the web](https://example.com/).',
  )
})

test('a lesson that image URLs would make too long keeps their alternative texts', () => {
  const content = `${'word '.repeat(18_000)}${'![dot](image:0) '.repeat(500)}`

  const made = placeReferences(content, references)

  expect(made).toBe(`${'word '.repeat(18_000)}${'dot '.repeat(500)}`)
})

test('a lesson that lesson URLs would make too long keeps plain link texts, and its images', () => {
  const content = `${'word '.repeat(18_000)}![dot](image:0) ${'[more](lesson:0) '.repeat(500)}`

  const made = placeReferences(content, references)

  expect(made).toBe(`${'word '.repeat(18_000)}![dot](/api/v1/files/one/contents) ${'more '.repeat(500)}`)
})
