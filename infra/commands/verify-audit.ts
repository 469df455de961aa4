import { runCommand, targetOptions, UsageError } from '../cli/command.ts'
import { differencesOf } from '../operation/locked-history.ts'
import { enterService } from '../operation/stack.ts'

const usage = `npm run verify-audit -- --stage <stage> [--since 2026-01-31] [--until 2026-02-28] [--region <region>]
Compares the locked copies of history (audit-lock, infra/README.md) with each other and with the table, day by day, and
lists the differences: days that are missing, replaced or hidden, and entries that were changed, removed or added since.
It changes nothing, and exits with 1 if there are any. It needs AWS credentials in the environment.`

const text = { type: 'string' } as const

const options = { since: text, until: text, ...targetOptions }

const requireDay = (name: string, day: string | undefined): void => {
  const isDay = day === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)))
  if (!isDay) throw new UsageError(`--${name} must be a day, such as 2026-01-31.`)
}

await runCommand({ usage, options }, async (values, _, progress) => {
  const { since, until } = values
  requireDay('since', since)
  requireDay('until', until)
  const variables = await enterService(values, progress)
  if (!variables['AUDIT_LOCK_BUCKET'])
    throw new Error('This service has no locked copies of history: it is deployed without audit-lock.')
  const found: string[] = []
  const seen = { days: [] as string[], entries: 0 }
  for await (const { day, entries, differences } of differencesOf({ since, until })) {
    seen.days.push(day)
    seen.entries += entries
    found.push(...differences.map((difference) => `${day}: ${difference}`))
    progress.show('comparing', `${day}, ${seen.entries} entries, ${found.length} differences`)
  }
  if (seen.days.length === 0) throw new Error('These days have no copies.')
  const range = `${seen.days.length} days from ${seen.days[0]} to ${seen.days.at(-1)}`
  if (found.length > 0)
    throw new Error(`${found.join('\n')}\n${range} were compared, with the differences above.`)
  return `${range} were compared: their ${seen.entries} entries in the table are unchanged.`
})
