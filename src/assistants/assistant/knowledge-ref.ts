import type { knowledgeTypes } from '#generated/resource-types.ts'

/** Something that is to be known: a space with its pages, a page with all below it, a course, a file. */
export interface KnowledgeRef {
  type: (typeof knowledgeTypes)[number]
  id: string
}
