import { mostChapters, mostLessons } from './limits.ts'
import { cut, type CutChapter, type CutLesson } from './cut.ts'
import type { Part } from './part.ts'
import { filled, packed, sizeOf } from './size.ts'
import { asTitle } from './title.ts'
import { UnreadableFile } from './unreadable-file.ts'

const tooLong = () =>
  new UnreadableFile('The file has more text than a course can hold, 300 lessons of 100 000 characters.')

const joinedTitle = (titles: string[]): string => {
  const [first = '…', last = first] = [titles[0], titles.at(-1)]
  return first === last ? first : (asTitle(`${first.slice(0, 120)} – ${last.slice(0, 120)}`) ?? first)
}

const joinedLessons = (lessons: CutLesson[]): CutLesson => {
  const [only] = lessons
  if (lessons.length === 1 && only) return only
  return {
    title: joinedTitle(lessons.map(({ title }) => title)),
    heading: only?.heading ?? null,
    parts: lessons.flatMap(({ title, parts }) => [
      {
        depth: 1,
        words: title,
        markdown: title,
        page: parts[0]?.page ?? null,
        isTitle: false,
        looksLikeHeading: false,
      },
      ...parts,
    ]),
  }
}

const chapterSize = ({ lessons }: CutChapter) => lessons.reduce((sum, { parts }) => sum + sizeOf(parts), 0)

const lessonSize = ({ parts, title }: CutLesson) => sizeOf(parts) + title.length + 20

/** Lessons are put together up to so many characters, which leaves room for what is added to them. */
const mostOfLesson = 95_000

/**
 * At most 50 chapters and 300 lessons: neighbours become one, the small ones first. Throws for more than they
 * can hold.
 */
const fit = (chapters: CutChapter[]): CutChapter[] => {
  const fewer = (packed(chapters, mostChapters, chapterSize, Number.MAX_SAFE_INTEGER) ?? []).map((group) => ({
    title: joinedTitle(group.map(({ title }) => title)),
    lessons: group.flatMap(({ lessons }) => lessons),
  }))
  const count = fewer.reduce((sum, { lessons }) => sum + lessons.length, 0)
  if (count <= mostLessons) return fewer
  const total = fewer.reduce((sum, chapter) => sum + chapterSize(chapter), 0)
  const least = fewer.map(({ lessons }) => filled(lessons, mostOfLesson, lessonSize).length)
  const room = mostLessons - least.reduce((sum, count) => sum + count, 0)
  if (room < 0) throw tooLong()
  return fewer.map((chapter, at) => {
    const share = (least[at] ?? 0) + Math.floor((room * chapterSize(chapter)) / Math.max(1, total))
    const groups = packed(chapter.lessons, share, lessonSize, mostOfLesson)
    if (!groups) throw tooLong()
    return { ...chapter, lessons: groups.map(joinedLessons) }
  })
}

const lessonCount = (chapters: CutChapter[]) => chapters.reduce((sum, { lessons }) => sum + lessons.length, 0)

/** Chapters and lessons within the limits: lessons of a good length, or longer ones where those would be too many. */
export const fitted = (parts: Part[], title: string, hasTitle: boolean): CutChapter[] => {
  const short = cut(parts, title, hasTitle, { long: 24_000, comfortable: 8_000 })
  if (lessonCount(short) <= mostLessons) return fit(short)
  const middle = cut(parts, title, hasTitle, { long: 50_000, comfortable: 25_000 })
  if (lessonCount(middle) <= mostLessons) return fit(middle)
  return fit(cut(parts, title, hasTitle, { long: 90_000, comfortable: 45_000 }))
}
