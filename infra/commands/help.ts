import { styleText } from 'node:util'
import project from '../../package.json' with { type: 'json' }
import { runCommand } from '../cli/command.ts'

type Script = keyof typeof project.scripts

/** Descriptions of the scripts in package.json, in groups and in the order in which people need them. */
export const groups: Record<string, Partial<Record<Script, string>>> = {
  'Use it on this machine': {
    start: 'starts the service with its embedded world, until Ctrl-C',
    user: 'creates a person, or resets a password, locally or deployed',
    client: 'writes a typed client of the API as one file',
    smoke: 'talks to a running service as two people do',
  },
  'Change it': {
    postinstall: 'makes .generated, by itself after npm ci',
    test: 'what clients see of every endpoint, and the rules of the code',
    check: 'types, lint, format, line lengths, licenses, unused code: the seven below, in turn',
    'check:openapi': 'whether the OpenAPI document is up to date',
    'check:types': 'TypeScript',
    'check:lint': 'oxlint, with types',
    'check:format': 'Prettier',
    'check:style': 'line lengths, words, folders, and citations of decisions',
    'check:licenses': 'the licenses of the packages that are passed on',
    'check:unused': 'knip: files, exports and packages that nobody uses',
    format: 'formats all files',
    openapi: 'writes what follows from the endpoints: the OpenAPI document, and lists',
    floors: 'prints which area, or which part of a folder, stands on which',
  },
  'Prove it': {
    'test:system': 'processes, browsers, packages, deployments, large streams',
    'test:attack': 'attacks the whole service, starting from its /openapi.json',
    'test:faults': 'runs the flows of all areas while dependencies fail and workers are killed',
    bench: 'the figures, as ratios within one run',
    documents: 'reads the documents of a folder, and prints which of their words are lost',
  },
  'Deploy and operate it': {
    package: 'builds artifacts and template, without credentials',
    deploy: 'creates missing secrets, and deploys',
    idle: 'prints what a stack costs while nobody uses it',
    keys: 'creates or rotates secrets, one step at a time',
    'dead-letters': 'counts the messages that have failed, or sends them again',
    explain: 'prints why a notification, an email, a search hit or an undo is missing',
    replay: 'repeats the consequences of changes',
    restore: 'puts the service back to what it was at a time',
    'verify-audit': 'compares the locked copies of history with the table',
    'stack-trace': 'restores a stack trace of packaged code',
    teardown: 'deletes the stack; table, buckets and secrets stay',
    'import-resources': 'makes a stack of the table and buckets that a teardown left behind',
    release: 'records what no later update of a stack, and no later API, may change',
  },
  'Find your way': {
    help: 'prints this',
  },
}

const withoutRun = ['start', 'test']

const calledAs = (script: string) => (withoutRun.includes(script) ? `npm ${script}` : `npm run ${script}`)

/** Returns all commands in groups; titles are bold on a terminal. */
export const listCommands = (bold: (title: string) => string = (title) => title): string =>
  Object.entries(groups)
    .map(([title, scripts]) => {
      const rows = Object.entries(scripts).map(([name, text]) => `  ${calledAs(name).padEnd(24)} ${text}`)
      return [bold(title), ...rows].join('\n')
    })
    .join('\n\n')

const usage = `npm run help
Lists the commands in groups.`

if (import.meta.main)
  await runCommand(
    { usage, options: {} },
    async () =>
      `${listCommands((title) => styleText('bold', title))}\n\n` +
      'Each shows how it is called with "-- --help", such as npm run user -- --help.',
  )
