import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { groups, listCommands } from '../../infra/commands/help.ts'
import project from '../../package.json' with { type: 'json' }

test('npm run help lists every script once', () => {
  const listed = Object.values(groups).flatMap((scripts) => Object.keys(scripts))

  expect(listed.toSorted()).toEqual(Object.keys(project.scripts).toSorted())
})

test('infra/README.md shows the output of npm run help', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../infra/README.md'), 'utf8')

  expect(readme).toContain(`\n\`\`\`\n${listCommands()}\n\`\`\`\n`)
})
