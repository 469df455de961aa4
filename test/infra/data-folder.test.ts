import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { jsonFile } from '../../infra/local/data-folder.ts'

test('A damaged file of the data folder is named, and nothing that is in it is shown', () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'keys.json')
  writeFileSync(file, 'secret')

  expect(() => jsonFile(file, {}).read()).toThrow(
    `${file} is damaged: it is not JSON. Remove it, and the service makes a new one.`,
  )
})
