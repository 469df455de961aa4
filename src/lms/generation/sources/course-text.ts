import type { ReadOutline } from '../../../documents/process/document-process.ts'
import type { StoredLesson } from '../../chapter/chapter.ts'
import type { StoredCourse } from '../../course/course.ts'
import type { SourceFile } from '../source-file.ts'

type OutlineChapter = ReadOutline['chapters'][number]

/** A lesson whose sources name their resource. */
type SourcedLesson = Omit<OutlineChapter['lessons'][number], 'sources'> & Pick<StoredLesson, 'sources'>

/** Returns true if a lesson was outlined from a file, so that its content has numbered references. */
export const isFromFile = ({ sources }: Pick<SourcedLesson, 'sources'>): boolean =>
  sources.every(({ type }) => type === 'file')

/** A chapter whose lessons name their sources. */
export type SourcedChapter = Omit<OutlineChapter, 'lessons'> & { lessons: SourcedLesson[] }

/**
 * The text of a course: an outline whose lessons name their sources, the files that become files of the course, and the
 * source as the course stores it.
 */
export type CourseText = Omit<ReadOutline, 'chapters'> & {
  chapters: SourcedChapter[]
  files: Pick<SourceFile, 'id' | 'name' | 'reader_id'>[]
  source: StoredCourse['source']
}
