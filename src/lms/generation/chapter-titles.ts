import pMap from 'p-map'
import { defaultModel } from '../../models/configured-models.ts'
import { findPrincipal } from '../../platform/identity/principals.ts'
import type { CourseText, SourcedChapter } from './sources/course-text.ts'
import { titleSuggester, type TitleSuggestion } from './title-suggestion.ts'

/** Maximum number of characters of a lesson and of a chapter in a prompt. */
const lessonCharacters = 1_200
const chapterCharacters = 24_000

/** Maximum number of chapters titled at the same time. */
const concurrency = 4

const chapterSummary = ({ title, lessons }: SourcedChapter) => {
  const each = Math.min(lessonCharacters, Math.floor(chapterCharacters / Math.max(1, lessons.length)))
  return {
    title,
    lessons: lessons.map((lesson) => ({
      title: lesson.title,
      begins: lesson.content.slice(0, each).toWellFormed(),
    })),
  }
}

/** Returns a chapter with the suggested titles; its lessons keep their titles unless each of them got one. */
const withTitles = (
  chapter: SourcedChapter,
  { title, summary, lessons }: TitleSuggestion,
): SourcedChapter => ({
  ...chapter,
  title: title ?? chapter.title,
  summary: summary || chapter.summary,
  lessons: chapter.lessons.map((lesson, index) => ({
    ...lesson,
    title: (lessons.length === chapter.lessons.length && lessons[index]) || lesson.title,
  })),
})

/**
 * Adds titles and summaries by a model, if one is configured, to a text; texts and sources stay unchanged. The
 * document's own titles stay if the model fails, hangs or returns an invalid answer, or if `asker_id` has no tokens
 * left. `onNamed` receives the progress in percent.
 */
export const titleChapters = async (
  text: CourseText,
  asker_id: string,
  onNamed: (percent: number) => void,
  signal: AbortSignal,
): Promise<CourseText & { short_description?: string }> => {
  const model = await defaultModel()
  if (model.provider === 'embedded') return text
  const asker = (await findPrincipal(asker_id)) ?? { id: asker_id, groups: [] }
  const suggest = titleSuggester(model, asker, signal)
  let done = 0
  const titleChapter = async (chapter: SourcedChapter) => {
    const suggestion = await suggest(chapterSummary(chapter))
    onNamed((++done / text.chapters.length) * 100)
    return suggestion ? withTitles(chapter, suggestion) : chapter
  }
  const chapters = await pMap(text.chapters, titleChapter, { concurrency })

  const parts = chapters.map(({ title, summary }) => ({ title, begins: summary ?? '' }))
  const whole = await suggest({ title: text.title, lessons: parts })
  return {
    ...text,
    chapters,
    ...(whole?.summary && { short_description: whole.summary.slice(0, 300).toWellFormed() }),
  }
}
