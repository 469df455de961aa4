import { describe, expect, test } from 'vitest'
import { decodeUtf7 } from '../../src/wopi/utf7.ts'

/** UTF-7 as .NET and the examples of RFC 2152 write it. */
const encode = (text: string) =>
  text.replace(/\+|[^A-Za-z0-9'(),./:? -]+/g, (run) => {
    if (run === '+') return '+-'
    const bytes = Buffer.from(run, 'utf16le').swap16()
    return `+${bytes.toString('base64').replaceAll('=', '')}-`
  })

describe('a name in UTF-7', () => {
  test.each([
    ['report.docx', 'report.docx'],
    ['+ZYdO9g-1.docx', '文件1.docx'],
    ['a+AF8-b+ACU-c', 'a_b%c'],
    ['A+ImIDkQ.', 'A≢Α.'],
    ['Hi Mom -+Jjo--!', 'Hi Mom -☺-!'],
    ['+ZeVnLIqe-', '日本語'],
    ['1 +- 1', '1 + 1'],
    ['+2D3cqQ-.odt', '💩.odt'],
    ['+AOk.txt', 'é.txt'],
  ])('%s is %s', (encoded, name) => {
    expect(decodeUtf7(encoded)).toBe(name)
  })

  test.each(['日本語 – Übersicht (2).docx', '~weird\\name=1+1.xlsx', '👩‍👩‍👧‍👦', 'ÀÉÎ', 'a'.repeat(40)])(
    '%s comes back from its encoding',
    (name) => {
      expect(decodeUtf7(encode(name))).toBe(name)
    },
  )

  test.each([
    'C++ notes.docx',
    'a+b.docx',
    '+',
    'ends with +',
    '+A',
    '+AA-',
    '+2D0-',
    '+3Kk-',
    '+AF9-',
    'Ünencoded.docx',
  ])('%s is none and stays as it is', (text) => {
    expect(decodeUtf7(text)).toBe(text)
  })
})
