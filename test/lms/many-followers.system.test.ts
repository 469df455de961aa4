import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { categorySubscriptions } from '../../src/lms/category/category.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { newsCounts } from '../support/news-counts.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenCategory, givenCourse } from '../support/given-course.ts'

test(
  'the publication of a course reaches 1,000 subscribers once each when every message is delivered twice',
  { timeout: 60_000 },
  async () => {
    const author = await signedIn()
    const { id: category_id } = await givenCategory()
    const ids = Array.from({ length: 1_000 }, () => randomUUID())
    const followed = ids.map((user_id) => categorySubscriptions.make({ category_id, user_id }))
    await writeBatch(followed.map(categorySubscriptions.itemOf), [])

    await givenCourse(author, { category_id })
    await settle({ deliveries: 2 })

    expect(await newsCounts(ids)).toEqual(ids.map(() => 1))
  },
)
