/** Something that is to be known: a space with its pages, a page with all below it, a course, a file. */
export interface KnowledgeRef {
  type: 'wiki_space' | 'wiki_page' | 'course' | 'file'
  id: string
}
