import { expect, test } from 'vitest'
import { findFileKind } from '../../src/documents/file-kind.ts'

test.each([
  ['its ending, in whatever case', 'A.DOCX', null, 'docx'],
  ['its content type, when its name says nothing', 'notes', 'text/markdown; charset=utf-8', 'md'],
  ['its ending rather than its content type', 'a.csv', 'text/plain', 'csv'],
  ['nothing that is known', 'a.exe', 'application/octet-stream', undefined],
  ['nothing that objects inherit', 'a.constructor', 'toString', undefined],
])('A file is of the kind that follows from %s', (_, name, contentType, kind) => {
  expect(findFileKind(name, contentType)).toBe(kind)
})
