import { invalid } from '../../platform/runtime/problem.ts'
import type { StoredTicket } from '../ticket/ticket.ts'

interface Context {
  ticket: Pick<StoredTicket, 'number' | 'subject' | 'requester'>
  agent: { name: string }
}

/** Values of the placeholders by name. */
const placeholders: ReadonlyMap<string, (context: Context) => string> = new Map([
  ['requester.name', ({ ticket }) => ticket.requester.name],
  ['ticket.number', ({ ticket }) => String(ticket.number)],
  ['ticket.subject', ({ ticket }) => ticket.subject],
  ['agent.name', ({ agent }) => agent.name],
] satisfies [string, (context: Context) => string][])

/** A name between double braces, possibly in spaces, which `valueOf` ignores. */
const pattern = /\{\{([^{}]*)\}\}/g

/** The part of an unknown placeholder that an error leaves out: all after 100 characters. */
const unshown = /(?<=^.{100}).+/su

const valueOf = (name: string) => placeholders.get(name.trim())

const knownPlaceholders = [...placeholders.keys()].map((name) => `{{${name}}}`)

/** Throws 422 for an unknown placeholder, naming the known ones. */
export const requireKnownPlaceholders = (text: string): void => {
  for (const [whole, name = ''] of text.matchAll(pattern))
    if (!valueOf(name))
      throw invalid(
        'text',
        `contains the unknown placeholder ${whole.replace(unshown, '…')}; ` +
          `known placeholders are ${knownPlaceholders.join(', ')}`,
      )
}

/** Returns a text with the values of its placeholders; placeholders within values stay as they are. */
export const fillPlaceholders = (text: string, context: Context): string =>
  text.replaceAll(pattern, (whole, name: string) => valueOf(name)?.(context) ?? whole)
