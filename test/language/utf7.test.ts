import { describe, expect, test } from 'vitest'
import { decodeUtf7, encodeUtf7 } from '../../src/language/utf7.ts'

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
  ])('%s decodes to %s', (encoded, name) => {
    expect(decodeUtf7(encoded)).toBe(name)
  })

  test.each(['日本語 – Übersicht (2).docx', '~weird\\name=1+1.xlsx', '👩‍👩‍👧‍👦', 'ÀÉÎ', 'a'.repeat(40)])(
    '%s survives encoding and decoding',
    (name) => {
      const encoded = encodeUtf7(name)

      expect(encoded).toMatch(/^[ -~]*$/)
      expect(decodeUtf7(encoded)).toBe(name)
    },
  )

  test('takes the form that WOPI uses', () => {
    expect(encodeUtf7('文件1_1+1.docx')).toBe('+ZYdO9g-1+AF8-1+-1.docx')
  })

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
  ])('%s stays unchanged because it is not encoded', (text) => {
    expect(decodeUtf7(text)).toBe(text)
  })
})
