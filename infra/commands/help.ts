import { styleText } from 'node:util'
import project from '../../package.json' with { type: 'json' }
import { runCommand } from '../cli/command.ts'

type Script = keyof typeof project.scripts

/** Descriptions of the scripts in package.json, in groups and in the order in which people need them. */
export const groups: Record<string, Partial<Record<Script, string>>> = {
  'Use it on this machine': {
    start: 'starts the service with embedded dependencies and demo data, until Ctrl-C',
    user: 'creates a person, or resets a password, locally or deployed',
    smoke: 'tests a running service as two people',
  },
  'Change it': {
    postinstall: 'generates .generated; runs automatically after npm ci',
    test: 'tests the API of every endpoint, and the rules of the code',
    check: 'types, lint, format, line lengths, licenses, unused code: the seven below, in turn',
    'check:openapi': 'checks that the OpenAPI document is up to date',
    'check:types': 'TypeScript',
    'check:lint': 'oxlint, with types',
    'check:format': 'Prettier',
    'check:style': 'line lengths, words, folders, and citations of decisions',
    'check:licenses': 'the licenses of the bundled packages',
    'check:unused': 'knip: unused files, exports and packages',
    format: 'formats all files',
    openapi: 'writes the files generated from the endpoints: the OpenAPI document, and lists',
    floors: 'prints which area, or which part of a folder, stands on which',
  },
  'Prove it': {
    'test:system': 'processes, browsers, packages, deployments, large streams',
    'test:attack': 'attacks the whole service, starting from its /openapi.json',
    'test:faults': 'runs the flows of all areas while dependencies fail and workers are killed',
    bench: 'measures round trips, costs, sizes and times, as ratios within one run',
    documents: 'reads the documents of a folder, and prints their lost words',
  },
  'Deploy and operate it': {
    package: 'builds artifacts and template, without credentials',
    deploy: 'creates missing secrets, and deploys',
    idle: 'prints the monthly cost of an idle stack',
    keys: 'creates or rotates secrets, one step at a time',
    'dead-letters': 'counts failed messages, or sends them again',
    explain: 'prints why a notification, an email, a search hit or an undo is missing',
    replay: 'repeats the consequences of changes',
    restore: 'restores the service to a point in time',
    'verify-audit': 'compares the locked copies of history with the table',
    'stack-trace': 'restores a stack trace of packaged code',
    teardown: 'deletes the stack; table, buckets and secrets stay',
    'import-resources': 'creates a stack from the table and buckets left by a teardown',
    release: 'records everything that later versions of stack and API must not change',
  },
  'Find your way': {
    help: 'prints this list',
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
      'Every command prints its usage with "-- --help", such as npm run user -- --help.',
  )
