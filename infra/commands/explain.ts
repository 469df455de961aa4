import { subscribe } from 'node:diagnostics_channel'
import { logChannel } from '../../src/platform/runtime/log.ts'
import { defaultRegion, runCommand, targetOptions, UsageError } from '../cli/command.ts'
import { linkVariables } from '../smoke/address.ts'
import { enterService } from '../operation/stack.ts'
import { questions } from '../explain/questions.ts'

const usage = `npm run explain -- notification --object <id> --person <email> [--stage <stage>]
       npm run explain -- email --person <email> [--stage <stage>]
       npm run explain -- search --object <id> [--stage <stage>]
       npm run explain -- undo --object <id of the change> --person <email> [--stage <stage>]
Prints why something happens or does not, and changes nothing: what events of an object would become for a person, and
what became of the last ones; whether a person gets mail, and when; whether an object is in the index; whether a person
can undo a change. It prints ids, types and times, and no content.
With a stage, it needs AWS credentials in the environment. Without, it uses the service on this machine: the one in
DATA_DIR, otherwise in .local, otherwise the only other one started from this folder.`

const text = { type: 'string' } as const

// the functions that the command runs log what they do
subscribe(logChannel, () => {})
await runCommand(
  { usage, options: { object: text, person: text, ...targetOptions }, words: Object.keys(questions) },
  async ({ stage, region = defaultRegion, ...question }, [word], progress) => {
    if (!word) throw new UsageError(`The first argument must be ${Object.keys(questions).join(' or ')}.`)
    await enterService({ stage, region }, progress)
    if (stage) Object.assign(process.env, await linkVariables(stage, region))
    return (await questions[word as keyof typeof questions](question)).join('\n')
  },
)
