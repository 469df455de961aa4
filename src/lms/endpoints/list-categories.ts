import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { readList } from '../../platform/table/list/list.ts'
import { categories, CategorySummary } from '../category/category.ts'

export const listCategories = endpoint('GET /lms/courses/categories', {
  summary: 'List course categories by position, then name',
  isFunction: true,
  description: 'All of them, at every level: `parent_id` says which is below which. Empty ones are included.',
  query: listQuery({}),
  response: listOf(CategorySummary),
  handle: ({ query }) => readList(categories.in('all', {}), query),
})
