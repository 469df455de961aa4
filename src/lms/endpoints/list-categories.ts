import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { readList } from '../../platform/table/list/list.ts'
import { categories, CategorySummary } from '../category/category.ts'

export const listCategories = endpoint('GET /lms/courses/categories', {
  summary: 'List course categories by position, then name',
  isFunction: true,
  description: 'All categories at every level, including empty ones; `parent_id` is the parent of each.',
  query: listQuery({}),
  response: listOf(CategorySummary),
  handle: ({ query }) => readList(categories.in('all', {}), query),
})
