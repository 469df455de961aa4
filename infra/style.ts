import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './command.ts'

const usage = `npm run check:style
Refuses what the formatter leaves to people: lines that it cannot break, and comments that stop it.`

readArguments({ usage, options: {} })

const maxLength = 120

const exclude = [
  // installed and compiled by itself
  'test/bench/peers/**',
  'test/clients/node_modules/**',
  'test/clients/generated/**',
]

const refusalsOf = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const at = `${file}:${index + 1}`
    const length = Array.from(line).length
    return [
      ...(length > maxLength ? [`${at} has ${length} characters; a line has at most ${maxLength}.`] : []),
      ...(/(?:\/\/|\/\*|#)\s*prettier-ignore/.test(line) ? [`${at} switches the formatter off.`] : []),
    ]
  })

const root = join(import.meta.dirname, '..')
const files = globSync(['src/**/*.ts', 'infra/**/*.ts', 'test/**/*.ts'], { cwd: root, exclude }).toSorted()
const refusals = files.flatMap((file) => refusalsOf(file, readFileSync(join(root, file), 'utf8')))

process.stderr.write(refusals.map((refusal) => `${refusal}\n`).join(''))
process.exitCode = refusals.length > 0 ? 1 : 0
