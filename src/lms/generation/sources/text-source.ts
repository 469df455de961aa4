import { UnreadableFile } from '../../../documents/unreadable-file.ts'
import type { Reader } from '../../../platform/resource.ts'
import { ConflictError, retryOnConflict } from '../../../platform/table/conflict.ts'
import { findTicketArticle } from '../../../support/article/ticket-article.ts'
import { readPageContent } from '../../../wiki/page/content.ts'
import { readSubtree } from '../../../wiki/page/lists/tree-list.ts'
import { pages } from '../../../wiki/page/page.ts'
import type { StoredCourse } from '../../course/course.ts'
import { maxLessons } from '../../limits.ts'
import { sourceGone } from '../source-file.ts'
import type { SourcedChapter } from './course-text.ts'
import { toLessons, type MarkdownText } from './text-lessons.ts'

export type CourseResource = StoredCourse['source']['sources'][number]

const tooManyPages = () =>
  new UnreadableFile('too_much_text', `A wiki page and the pages below it are more than ${maxLessons} pages.`)

/**
 * Returns a page and its descendants as Markdown, each a text of its own; undefined if the reader may not read it.
 * Throws `UnreadableFile` if the tree of the page has more pages than a course has lessons.
 */
const readPageTexts = (reader: Reader, id: string): Promise<MarkdownText[] | undefined> =>
  retryOnConflict(async () => {
    const subtree = await readSubtree(reader, id, maxLessons)
    if (subtree?.isTruncated) throw tooManyPages()
    return (
      subtree &&
      Promise.all(
        subtree.items.map(async (page) => {
          const content = await readPageContent(pages.keyOf(page).pk, page.text)
          if (content === undefined) throw new ConflictError()
          const source = { type: 'wiki_page' as const, id: page.id, version: page.revision }
          return { title: page.title, content, source }
        }),
      )
    )
  })

const readTicketTexts = async (reader: Reader, id: string): Promise<MarkdownText[] | undefined> => {
  const article = await findTicketArticle(reader, id)
  return article && [{ ...article, source: { type: 'ticket', id, version: null } }]
}

/**
 * Returns the chapter of a page or ticket, none if it has no text; throws `UnreadableFile` if the reader may no longer
 * use it.
 */
export const readTextSource = async (
  reader: Reader,
  { type, id, title }: CourseResource,
): Promise<SourcedChapter[]> => {
  const texts = await (type === 'ticket' ? readTicketTexts : readPageTexts)(reader, id)
  if (!texts) throw sourceGone(title)
  const lessons = texts.flatMap(toLessons)
  return lessons.length === 0 ? [] : [{ title, summary: null, lessons }]
}
