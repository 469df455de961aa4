import { expect, test } from 'vitest'
import { findAdvice, findFileKind } from '../../src/documents/file-kind.ts'

test.each([
  ['its ending, in whatever case', 'A.DOCX', null, 'docx'],
  ['its content type, when its name says nothing', 'notes', 'text/markdown; charset=utf-8', 'md'],
  ['its ending rather than its content type', 'a.csv', 'text/plain', 'csv'],
  ['its ending, where no reader reads that', 'letter.doc', 'text/plain', undefined],
  ['nothing that is known', 'a.exe', 'application/octet-stream', undefined],
  ['nothing that objects inherit', 'a.constructor', 'toString', undefined],
])('derives the kind of a file from %s', (_, name, contentType, kind) => {
  expect(findFileKind(name, contentType)).toBe(kind)
})

test.each([
  ['an old document', 'letter.DOC', null, 'save the doc file as docx or odt'],
  [
    'rich text, by its content type',
    'letter',
    'application/rtf',
    'save the application/rtf file as docx or odt',
  ],
  ['an old presentation', 'talk.ppt', null, 'save the ppt file as pptx or odp'],
  ['an old sheet', 'costs.xls', null, 'save the xls file as xlsx or ods'],
  ['another kind of book', 'novel.mobi', null, 'save the mobi file as epub'],
  ['nothing that is a document', 'photo.jpg', 'image/jpeg', undefined],
])('returns advice for %s', (_, name, contentType, advice) => {
  expect(findAdvice(name, contentType)).toBe(advice)
})
