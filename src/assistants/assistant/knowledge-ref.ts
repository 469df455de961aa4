import type { knowledgeTypes } from '#generated/resource-types.ts'

/** A source of knowledge: a space with its pages, a page with everything below it, a course, or a file. */
export interface KnowledgeRef {
  type: (typeof knowledgeTypes)[number]
  id: string
}
