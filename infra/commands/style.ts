import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readArguments } from '../cli/command.ts'
import { refusedSubjects } from '../style/commit-subjects.ts'
import { refusedDecisions } from '../style/decisions.ts'
import { refusedFunctionNames } from '../style/function-names.ts'
import { refusedOpenings } from '../style/openings.ts'
import { refusedFiles, refusedNames, refusedPhrases } from '../style/phrases.ts'
import { refusedWordLists } from '../style/word-lists.ts'
import { readKnownWords } from '../style/known-words.ts'

const usage = `npm run check:style
Refuses lines that the formatter cannot break, comments that disable it, crowded folders, phrases, names, and openings
of comments, tests and commits (infra/style), lists of words of human languages in code, decisions that are not in the
index or not cited by code, and citations of missing decisions.`

readArguments({ usage, options: {} })

const maxLength = 120
const maxFilesInFolder = 25

const exclude = [
  // installed and compiled separately
  'test/bench/peers/**',
  'test/clients/node_modules/**',
  'test/clients/generated/**',
]

const findRefusals = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const at = `${file}:${index + 1}`
    const length = Array.from(line).length
    return [
      ...(length > maxLength ? [`${at} has ${length} characters; the maximum is ${maxLength}.`] : []),
      ...(/(?:\/\/|\/\*|#)\s*prettier[-]ignore/.test(line) ? [`${at} switches the formatter off.`] : []),
    ]
  })

const crowdedFolders = (paths: string[]): string[] =>
  Object.entries(Object.groupBy(paths, (path) => dirname(path))).flatMap(([folder, inside = []]) =>
    inside.length > maxFilesInFolder
      ? [`${folder} has ${inside.length} files; the maximum is ${maxFilesInFolder}.`]
      : [],
  )

const root = join(import.meta.dirname, '../..')
const files = globSync(['src/**/*.ts', 'infra/**/*.ts', 'test/**/*.ts'], { cwd: root, exclude }).toSorted()
const readSource = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = new Map(
  files.filter((file) => file.startsWith('src/')).map((file) => [file, readSource(file)]),
)

const phraseRefusals = (file: string): string[] =>
  readSource(file)
    .split('\n')
    .flatMap((line, index) => refusedPhrases(line).map((refusal) => `${file}:${index + 1} ${refusal}`))

const documents = globSync(['*.md', '.github/**/*.md', '{src,infra}/**/*.md', 'test/*.md'], { cwd: root })

const scripts = globSync(['*.ts', '{src,infra,test}/**/*.{js,cjs,mjs}'], { cwd: root, exclude })

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()

/** Returns the subjects of all commits since this check exists; none in a folder without the history. */
const subjects = (): string[] => {
  if (!existsSync(join(root, '.git'))) return []
  const first = git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'infra/style/commit-subjects.ts')
  return first === '' ? [] : git('log', '--format=%s', `${first}..HEAD`).split('\n').filter(Boolean)
}

const decisions = 'src/decisions'

const definitions = globSync(['*.{ts,yml}', '.oxlintrc.json', 'infra/**/*.yml'], { cwd: root })

const knownWords = readKnownWords()

const refusals = [
  ...files.flatMap((file) => findRefusals(file, readSource(file))),
  ...crowdedFolders([...sources.keys()]),
  ...[...files, ...documents].flatMap(phraseRefusals),
  ...[...files, ...scripts].flatMap((file) => refusedOpenings(file, readSource(file))),
  ...refusedSubjects(subjects()),
  ...[...sources].flatMap(([file, text]) => refusedWordLists(file, text, knownWords)),
  ...refusedNames(sources),
  ...refusedFunctionNames(
    new Map(files.filter((file) => !file.startsWith('test/')).map((file) => [file, readSource(file)])),
  ),
  ...refusedFiles(files.filter((file) => !file.startsWith('test/'))),
  ...refusedDecisions({
    pages: globSync(`${decisions}/0*.md`, { cwd: root }).toSorted(),
    index: readSource(`${decisions}/README.md`),
    code: new Map([...files, ...definitions].map((file) => [file, readSource(file)])),
  }),
]

process.stderr.write(refusals.map((refusal) => `${refusal}\n`).join(''))
process.exitCode = refusals.length > 0 ? 1 : 0
