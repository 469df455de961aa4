import { describe, expect, test } from 'vitest'
import { builtInFormat, formatValue } from '../../src/documents/readers/xlsx/number-format.ts'

const accounting = '_-* #,##0.00\\ _€_-;-* #,##0.00\\ _€_-;_-* "-"??\\ _€_-;_-@_-'

describe('Cell values', () => {
  test.each<[string, number, string]>([
    // General: all digits that a spreadsheet keeps
    ['General', 4006381333931, '4006381333931'],
    ['General', 1732838400123, '1732838400123'],
    ['General', 123456789012345, '123456789012345'],
    ['General', 0.1 + 0.2, '0.3'],
    ['General', -2.5, '-2.5'],
    ['General', 1e-7, '1e-7'],
    ['', 12.5, '12.5'],
    ['@', 4006381333931, '4006381333931'],
    ['General" kg"', -5, '-5 kg'],
    // digits and signs
    ['0', 2.5, '3'],
    ['0.00', 1.005, '1.01'],
    ['#,##0.00', 1234567.891, '1,234,567.89'],
    ['#,##0,', 1234567, '1,235'],
    ['000-00-0000', 123456789, '123-45-6789'],
    ['0.00E+00', 12200000, '1.22E+07'],
    ['# ?/?', 1.5, '1 1/2'],
    ['# ??/??', 0.333, '1/3'],
    ['0;(0)', -3, '(3)'],
    ['[Red]-0', 5, '-5'],
    ['[<1]0.0%;0', 0.5, '50.0%'],
    [';;;', 5, ''],
    // percent signs and letters in literals
    ['0%', 0.157, '16%'],
    ['0.0\\%', 15.7, '15.7%'],
    ['0.00%', 0.12345, '12.35%'],
    ['0" % of all"', 15, '15 % of all'],
    ['#,##0\\ _P_t_s', 7500, '7,500'],
    ['#,##0.00 "days"', 3.5, '3.50 days'],
    ['[$€-2] #,##0.00', 12.3, '€ 12.30'],
    [accounting, 1234.5, '1,234.50'],
    [accounting, -1234.5, '-1,234.50'],
    [accounting, 0, '-'],
    // dates and times
    ['yyyy-mm-dd', 45000, '2023-03-15'],
    ['d/m/yyyy', 59, '28/2/1900'],
    ['yyyy-mm-dd', 60, '1900-02-29'],
    ['yyyy-mm-dd', 61, '1900-03-01'],
    ['dd.mm.yyyy hh:mm', 45000.75, '15.03.2023 18:00'],
    ['h:mm:ss', 0.123456, '2:57:47'],
    ['h:mm AM/PM', 0.75, '6:00 PM'],
    ['mm:ss.0', 0.0012345, '01:46.7'],
    ['[h]:mm:ss', 1.6875, '40:30:00'],
    ['[mm]:ss', 0.5, '720:00'],
    ['[$-407]d. mmmm yyyy', 45000, '15. März 2023'],
    ['yyyy"年"m"月"d"日"', 45000, '2023年3月15日'],
    ['yyyy-mm-dd', -1, '-1'],
    // an invalid code
    ['0"unclosed', 5, '5'],
  ])('formats by %j: %d is %j', (code, value, expected) => {
    expect(formatValue(code, value)).toBe(expected)
  })

  test.each<[number, number, string]>([
    [2, 1.5, '1.50'],
    [10, 0.5, '50.00%'],
    [14, 45000, '2023-03-15'],
    [20, 0.5, '12:00'],
    [22, 45000.5, '2023-03-15 12:00'],
    [31, 45000, '2023-03-15'],
    [37, -7, '(7)'],
    [46, 1.5, '36:00:00'],
    [61, 1234, '1,234'],
  ])('formats by the built-in format %i: %d is %j', (id, value, expected) => {
    expect(formatValue(builtInFormat(id), value)).toBe(expected)
  })

  test('formats dates since 1904, and durations independently of the epoch', () => {
    expect(formatValue('yyyy-mm-dd', 43538, true)).toBe('2023-03-15')
    expect(formatValue('[h]:mm', 1.5, true)).toBe('36:00')
    expect(formatValue('0.0', 1.5, true)).toBe('1.5')
  })

  test('adds the words of a format to a text', () => {
    expect(formatValue('"Part "@', 'M10')).toBe('Part M10')
    expect(formatValue('0.00', 'none')).toBe('none')
  })
})
