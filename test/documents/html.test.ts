import { describe, expect, test } from 'vitest'
import { textOf } from '../support/given-document.ts'

const page = (body: string) => textOf('page.html', `<!doctype html><html><body>${body}</body></html>`)

describe('HTML pages', () => {
  test('keeps text in forms, and leaves out controls', async () => {
    const fields = '<select><option>One</option></select><textarea>typed</textarea><button>Send</button>'

    expect(await page(`<form action="a.aspx"><h1>Rules</h1><p>Wear gloves.</p>${fields}</form>`)).toBe(
      '# Rules\n\nWear gloves.',
    )
  })

  test.each([
    ['paragraphs', '<p>alpha</p><p>beta</p>'],
    ['boxes', '<div>alpha</div><div>beta</div>'],
    ['items of a list', '<ul><li>alpha</li><li>beta</li></ul>'],
    ['lines', 'alpha<br>beta'],
  ])('separates the %s of a cell', async (_, cell) => {
    expect(await page(`<table><tr><th>${cell}</th><th>b</th></tr></table>`)).toBe(
      '| alpha beta | b |\n| - | - |',
    )
  })

  test('does not separate words within a line', async () => {
    expect(await page('<table><tr><th>al<b>pha</b></th><th>b</th></tr></table>')).toMatch(
      /^\| al\*\*pha\*\* \| b \|/,
    )
  })

  test('keeps the words of a drawing', async () => {
    expect(await page('<p>See:</p><svg><text>North</text><text>South</text></svg>')).toBe(
      'See:\n\nNorth South',
    )
  })
})
